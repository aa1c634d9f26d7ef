// Requests that an HTTP/1.1 client sends without waiting for answers. They are answered in their order, so many that
// are begun at once would only wait for each other, and take the places of other clients' calls: some are begun, the
// others wait on their connection, of which no more is read meanwhile.
import type { Duplex } from "node:stream";

/** As many as keep the threads at work. */
const BEGUN_MAX = 32;

export interface Pipelined {
  /** @param begin is called now, or when its turn has come, and never on a connection that has closed */
  readonly take: (socket: Duplex, begin: () => void) => void;
  /** One that was begun has been answered, or never will be. */
  readonly settled: (socket: Duplex) => void;
  /** Whether a request waits for its answer. */
  readonly answering: (socket: Duplex) => boolean;
}

export function createPipelined(): Pipelined {
  const begun = new WeakMap<Duplex, number>();
  /** Only for connections on which some wait: a value that holds its key keeps it until a full collection. */
  const waiting = new WeakMap<Duplex, (() => void)[]>();

  function start(socket: Duplex, begin: () => void): void {
    begun.set(socket, (begun.get(socket) ?? 0) + 1);
    begin();
  }

  function wait(socket: Duplex, begin: () => void): void {
    const others = waiting.get(socket);
    others?.push(begin);
    if (others !== undefined) return;
    waiting.set(socket, [begin]);
    // Node.js reads on at the end of each request, so not before all that came with this one has been parsed.
    setImmediate(() => {
      if (waiting.has(socket)) socket.pause();
    });
  }

  /**
   * In the next turn of the event loop: small calls are answered so soon that a connection with thousands of them would
   * keep the thread from all others until its last.
   */
  function startNext(socket: Duplex): void {
    const others = waiting.get(socket);
    const next = others?.shift();
    if (others?.length === 0) {
      waiting.delete(socket);
      socket.resume();
    }
    if (next !== undefined && !socket.destroyed) start(socket, next);
  }

  return {
    take: (socket, begin) => {
      if (waiting.has(socket) || (begun.get(socket) ?? 0) >= BEGUN_MAX) wait(socket, begin);
      else start(socket, begin);
    },
    settled: (socket) => {
      begun.set(socket, (begun.get(socket) ?? 1) - 1);
      if (waiting.has(socket)) setImmediate(startNext, socket);
    },
    answering: (socket) => (begun.get(socket) ?? 0) > 0 || waiting.has(socket),
  };
}
