// The HTTP/2 server: its bounds in memory and number, sessions that stay silent, and the memory that ended streams
// leave.
import { constants, createServer, type Http2Server } from "node:http2";
import type { Socket } from "node:net";
import { measureMemory } from "node:vm";
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
import type { OpenSession } from "./goaway.ts";
import { type HttpOptions, isUnreadable } from "./http1.ts";
import { Http2Exchange } from "./http2-exchange.ts";
import { createResetBudget, type Peers } from "./peers.ts";

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
interface SessionListener {
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

/** @returns to be told when a call begins, and when it is over */
function closeWhenSilent(open: OpenSession, silentMsMax: number, clock: Clock): () => void {
  const { session } = open;
  let heardMs = clock.monotonicMs();
  function heard(): void {
    heardMs = clock.monotonicMs();
  }
  // Looks when it may have come to it, so that no call sets a timer.
  function look(): void {
    const leftMs = open.calls > 0 ? silentMsMax : heardMs + silentMsMax - clock.monotonicMs();
    if (leftMs > 0) callOff = clock.after(leftMs, look);
    else session.close();
  }
  let callOff = clock.after(silentMsMax, look);
  session.on("ping", heard).once("close", () => callOff());
  return heard;
}

/** They take 1 to 2 MB. */
const SPENT_STREAMS_MIN = 1_000;

/**
 * Marking all that lives takes 50 to 60 ms of processor time: so often it takes a hundredth of a processor at most, and
 * as much of a call of 7 kB where calls follow each other without a pause. In milliseconds.
 */
const COLLECT_MS_MIN = 5_000;

/**
 * @param collect what is old
 * @returns to be told of each stream that is over
 */
export function createSpentStreams(clock: Clock, collect: () => unknown): () => void {
  let spent = 0;
  let collectedMs = clock.monotonicMs();
  return () => {
    spent += 1;
    if (spent < SPENT_STREAMS_MIN) return;
    const now = clock.monotonicMs();
    if (now - collectedMs < COLLECT_MS_MIN) return;
    spent = 0;
    collectedMs = now;
    collect();
  };
}

/**
 * Has V8 mark all that lives, beside this thread's work, and give back the rest; resolves when that is done. Nothing
 * else begins a marking that way: `gc` does it on the spot, and the thread answers nobody for 25 to 30 ms. This takes
 * it 13 ms, in parts of 9 at the most. What is measured meanwhile nobody asks for.
 */
export async function collectAll(): Promise<void> {
  await measureMemory({ mode: "summary", execution: "eager" });
}
