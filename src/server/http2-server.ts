// What speaks HTTP/2 on a connection that it is handed, with its bounds in memory and number; requests go to the
// listener.
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { Clock } from "../time/clock.ts";
import { takeOut } from "../waiting/take-out.ts";
import type { RequestListener } from "./exchange.ts";
import type { HttpOptions } from "./http1-server.ts";
import { Http2Exchange } from "./http2-exchange.ts";
import {
  HEADER_BYTES_MAX,
  SESSION_MEMORY_MB,
  SESSION_WINDOW_BYTES,
  STREAM_WINDOW_BYTES,
  STREAMS_MAX,
  STREAMS_REFUSED_MAX,
} from "./limits.ts";
import { closeWhenSilent, type OpenSession } from "./silent-session.ts";
import { isUnreadable } from "./unreadable.ts";

/** Apart from where they are used: the types do not know all of them. */
const bounds = {
  maxSessionMemory: SESSION_MEMORY_MB,
  maxSessionRejectedStreams: STREAMS_REFUSED_MAX,
  settings: {
    maxConcurrentStreams: STREAMS_MAX,
    initialWindowSize: STREAM_WINDOW_BYTES,
    maxHeaderListSize: HEADER_BYTES_MAX,
  },
};

export interface Http2Options extends HttpOptions {
  readonly clock: Clock;
}

/** Is told of each call. */
export interface CallListener {
  readonly begun: (session: ServerHttp2Session) => void;
  readonly over: () => void;
}

export interface Http2 {
  readonly server: Http2Server;
  /** Those that are open. Who walks them walks a copy: one that closes meanwhile is taken out. */
  readonly sessions: readonly OpenSession[];
}

export function http2Server(
  { timeouts, onUnreadable, clock }: Http2Options,
  onRequest: RequestListener,
  calls: CallListener,
): Http2 {
  const sessions: OpenSession[] = [];
  const server = createServer(bounds);
  server.on("session", (session) => {
    const open = { session, calls: 0 };
    sessions.push(open);
    session.once("close", () => takeOut(sessions, open));
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    const heard = closeWhenSilent(open, timeouts.idleMs, clock);
    const isOver = () => {
      open.calls -= 1;
      heard();
      calls.over();
    };
    session.on("stream", (stream, headers, _flags, rawHeaders) => {
      open.calls += 1;
      heard();
      onRequest(new Http2Exchange(stream, headers, rawHeaders, isOver), headers.expect === "100-continue");
      calls.begun(session);
    });
  });
  // A session that fails ends its own calls; there is nobody else to tell.
  server.on("sessionError", (error) => {
    if (isUnreadable(error)) onUnreadable();
  });
  return { server, sessions };
}
