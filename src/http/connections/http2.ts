// The HTTP/2 server: its limits and the closing of sessions that are idle or send too much besides requests.
import { constants, createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { HEADER_ENTRIES_MAX } from "../../limits.ts";
import { takeOut } from "../../lists.ts";
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
import { createControlBytes } from "./control-bytes.ts";
import type { OpenSession } from "./goaway.ts";
import { type HttpOptions, isUnreadable } from "./http1.ts";
import { Http2Exchange } from "./http2-exchange.ts";
import { connectionLimit, mayBeRefused, type Peers, pieceCounter } from "./peers.ts";

/** A separate object, because the types do not include all of these options. */
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

/** Called for each connection and each call. */
interface SessionListener {
  readonly opened: (open: OpenSession) => void;
  readonly begun: (open: OpenSession) => void;
  /** A call on this connection had a valid key. */
  readonly known: (socket: Socket) => void;
  readonly peers: Peers;
}

interface Http2 {
  readonly server: Http2Server;
  /** The open ones. Iterate over a copy: a session that closes is removed. */
  readonly sessions: readonly OpenSession[];
}

export function http2Server(
  { timeouts, onUnreadable, clock }: Http2Options,
  onRequest: RequestListener,
  listener: SessionListener,
): Http2 {
  const sessions: OpenSession[] = [];
  const checks = repeatedChecks(clock);
  const server = createServer(bounds);
  // Node.js creates the session during the event, and exposes the socket only through a proxy object.
  let arriving: Socket | null = null;
  server.prependListener("connection", (socket: Socket) => {
    arriving = socket;
  });
  server.on("session", (session) => {
    if (arriving === null) throw new Error("a session without a connection");
    const open = { session, socket: arriving, calls: 0, lastCallNamed: false };
    arriving = null;
    sessions.push(open);
    session.once("close", () => takeOut(sessions, open));
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    const noteActivity = closeWhenIdle(open, timeouts.idleMs, clock);
    const peer = listener.peers.of(open.socket);
    const mayReset = connectionLimit(peer, "resets", clock);
    const control = createControlBytes(open.socket);
    const close = () => {
      if (session.destroyed) return;
      // `destroy` alone would send NO_ERROR.
      session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
      session.destroy();
    };
    session.once("error", (error) => {
      if (isUnreadable(error)) mayReset(1);
    });
    const onClosed = (stream: ServerHttp2Stream, reset: boolean) => {
      control.closed(stream);
      open.calls -= 1;
      noteActivity();
      if (reset && !mayReset(1)) close();
    };
    const mayContinue = pieceCounter(peer, clock);
    const countChunk = (bytes: number) => {
      control.received(bytes);
      if (!mayContinue(bytes)) close();
    };
    const countRefusal = (hasValidKey: boolean) => {
      if (!mayBeRefused(peer, hasValidKey)) close();
    };
    const counts = { countChunk, countRefusal, noteValidKey: () => listener.known(open.socket) };
    const maySend = connectionLimit(peer, "controlBytes", clock);
    const check = () => {
      if (!maySend(control.take())) close();
    };
    const checkNoMore = checks.add(check);
    peer?.checks.add(check);
    session.once("close", () => {
      checkNoMore();
      peer?.checks.delete(check);
    });
    session.on("stream", (stream, headers, _flags, rawHeaders) => {
      // Each byte can send the same field once more, and Node.js makes strings of all of them.
      const excess = Math.floor(rawHeaders.length / (2 * HEADER_ENTRIES_MAX + 1));
      if (excess > 0 && !mayReset(excess)) close();
      if (session.destroyed) {
        // The stream was read together with the frame that ended the session. An unhandled error would end the process.
        stream.on("error", () => {});
        return;
      }
      open.calls += 1;
      noteActivity();
      control.begun(stream, rawHeaders);
      onRequest(new Http2Exchange(stream, headers, rawHeaders, onClosed, counts), headers.expect === "100-continue");
      listener.begun(open);
    });
    listener.opened(open);
  });
  // A session that fails ends its own calls; nothing else needs to be done.
  server.on("sessionError", (error) => {
    if (isUnreadable(error)) onUnreadable();
  });
  return { server, sessions };
}

/** How often the bytes outside requests are counted. Takes .2 us for each open connection. In milliseconds. */
const CHECK_INTERVAL_MS = 250;

/** Runs checks again and again, all from one timer. */
function repeatedChecks(clock: Clock) {
  const checks = new Set<() => void>();
  let cancel = () => {};
  function runAll(): void {
    cancel = clock.after(CHECK_INTERVAL_MS, runAll);
    for (const check of [...checks]) check();
  }
  return {
    /** @returns a function that ends this check */
    add: (check: () => void): (() => void) => {
      if (checks.size === 0) cancel = clock.after(CHECK_INTERVAL_MS, runAll);
      checks.add(check);
      return () => {
        checks.delete(check);
        if (checks.size === 0) cancel();
      };
    },
  };
}

/** @returns a function to call when a call begins and when it is over */
function closeWhenIdle(open: OpenSession, idleMsMax: number, clock: Clock): () => void {
  const { session } = open;
  let activeMs = clock.monotonicMs();
  function noteActivity(): void {
    activeMs = clock.monotonicMs();
  }
  // Checks when the bound may be reached, so that calls set no timers.
  function check(): void {
    const leftMs = open.calls > 0 ? idleMsMax : activeMs + idleMsMax - clock.monotonicMs();
    if (leftMs > 0) cancel = clock.after(leftMs, check);
    else session.close();
  }
  let cancel = clock.after(idleMsMax, check);
  session.on("ping", noteActivity).once("close", () => cancel());
  return noteActivity;
}
