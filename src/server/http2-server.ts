// What speaks HTTP/2 on a connection that it is handed, with its bounds in memory and number; requests go to the
// listener.
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { RequestListener } from "./exchange.ts";
import type { HttpOptions } from "./http1-server.ts";
import { Http2Exchange } from "./http2-exchange.ts";
import {
  HEADER_BYTES_MAX,
  SESSION_MEMORY_MB,
  SESSION_WINDOW_BYTES,
  STREAM_WINDOW_BYTES,
  STREAMS_MAX,
} from "./limits.ts";
import { isUnreadable } from "./unreadable.ts";

/** @param sessions holds the open ones */
export function http2Server(
  { timeouts, onUnreadable }: HttpOptions,
  sessions: Set<ServerHttp2Session>,
  onRequest: RequestListener,
): Http2Server {
  const server = createServer({
    maxSessionMemory: SESSION_MEMORY_MB,
    settings: {
      maxConcurrentStreams: STREAMS_MAX,
      initialWindowSize: STREAM_WINDOW_BYTES,
      maxHeaderListSize: HEADER_BYTES_MAX,
    },
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    // Counts only silence: a session with calls in flight has their own clocks.
    session.setTimeout(timeouts.idleMs, () => session.close());
  });
  // A session that fails ends its own calls; there is nobody else to tell.
  server.on("sessionError", (error) => {
    if (isUnreadable(error)) onUnreadable();
  });
  server.on("stream", (stream, headers, _flags, rawHeaders) => {
    onRequest(new Http2Exchange(stream, headers, rawHeaders), headers.expect === "100-continue");
  });
  return server;
}
