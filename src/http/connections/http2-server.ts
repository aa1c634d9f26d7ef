// What speaks HTTP/2 on a connection that it is handed, with its bounds in memory and number; requests go to the
// listener.
import { constants, createServer, type Http2Server } from "node:http2";
import type { Socket } from "node:net";
import { takeOut } from "../../scheduling/take-out.ts";
import type { Clock } from "../../time/clock.ts";
import type { RequestListener } from "../exchange.ts";
import {
  HEADER_BYTES_MAX,
  HEADER_ENTRIES_READ_MAX,
  SESSION_MEMORY_MB,
  SESSION_WINDOW_BYTES,
  STREAM_WINDOW_BYTES,
  STREAMS_MAX,
  STREAMS_REFUSED_MAX,
} from "../limits.ts";
import type { HttpOptions } from "./http1-server.ts";
import { Http2Exchange } from "./http2-exchange.ts";
import type { OpenSession } from "./leave-taking.ts";
import { createResetBudget, type Peers } from "./peers.ts";
import { closeWhenSilent } from "./silent-session.ts";
import { isUnreadable } from "./unreadable.ts";

/** Apart from where they are used: the types do not know all of them. */
const bounds = {
  maxSessionMemory: SESSION_MEMORY_MB,
  maxSessionRejectedStreams: STREAMS_REFUSED_MAX,
  maxHeaderListPairs: HEADER_ENTRIES_READ_MAX,
  settings: {
    maxConcurrentStreams: STREAMS_MAX,
    initialWindowSize: STREAM_WINDOW_BYTES,
    maxHeaderListSize: HEADER_BYTES_MAX,
  },
};

export interface Http2Options extends HttpOptions {
  readonly clock: Clock;
}

/** Is told of each connection, and of each call. */
export interface SessionListener {
  readonly opened: (open: OpenSession) => void;
  readonly begun: (open: OpenSession) => void;
  readonly over: () => void;
  readonly peers: Peers;
}

export interface Http2 {
  readonly server: Http2Server;
  /** Those that are open. Who walks them walks a copy: one that closes meanwhile is taken out. */
  readonly sessions: readonly OpenSession[];
}

export function http2Server(
  { timeouts, onUnreadable, clock }: Http2Options,
  onRequest: RequestListener,
  listener: SessionListener,
): Http2 {
  const sessions: OpenSession[] = [];
  const server = createServer(bounds);
  // A session is made of its socket on the spot, and knows it only behind a proxy.
  let arriving: Socket | null = null;
  server.prependListener("connection", (socket: Socket) => {
    arriving = socket;
  });
  server.on("session", (session) => {
    if (arriving === null) throw new Error("a session without a connection");
    const open = { session, socket: arriving, calls: 0, told: false };
    arriving = null;
    sessions.push(open);
    session.once("close", () => takeOut(sessions, open));
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    const heard = closeWhenSilent(open, timeouts.idleMs, clock);
    const peer = listener.peers.of(open.socket);
    const resets = createResetBudget(clock);
    const isOver = (reset: boolean) => {
      open.calls -= 1;
      heard();
      listener.over();
      if (!reset || (resets.spend() && peer?.resets.spend() !== false)) return;
      peer?.cut();
      session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
    };
    session.on("stream", (stream, headers, _flags, rawHeaders) => {
      if (session.destroyed) {
        // It was read together with what ended the session. An error without a listener would end the process.
        stream.on("error", () => {});
        return;
      }
      open.calls += 1;
      heard();
      onRequest(new Http2Exchange(stream, headers, rawHeaders, isOver), headers.expect === "100-continue");
      listener.begun(open);
    });
    listener.opened(open);
  });
  // A session that fails ends its own calls; there is nobody else to tell.
  server.on("sessionError", (error) => {
    if (isUnreadable(error)) onUnreadable();
  });
  return { server, sessions };
}
