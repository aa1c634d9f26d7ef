// A connection without a network: two streams, each of which reads what the other writes. It keeps order and applies
// backpressure, as TCP does, but without buffers of an operating system.
import { Duplex } from "node:stream";

export interface Pipe {
  readonly client: Duplex;
  readonly server: Duplex;
  /** Ends like a connection that the other side has reset: with an error, and bytes in transit are lost. */
  readonly reset: () => void;
}

/** @param onWrite called for every write, on either side */
export function pipe(onWrite: () => void): Pipe {
  const client: Duplex = side(() => server, onWrite);
  const server: Duplex = side(() => client, onWrite);
  // Methods of a socket that a stream lacks.
  Object.assign(server, {
    setNoDelay: () => server,
    setKeepAlive: () => server,
    destroySoon: () => (server.writableFinished ? server.destroy() : server.end(() => server.destroy())),
  });
  Object.defineProperties(server, {
    bytesRead: { get: () => written.get(client) ?? 0 },
    bytesWritten: { get: () => written.get(server) ?? 0 },
  });
  return {
    client,
    server,
    reset: () => {
      client.destroy();
      server.destroy(Object.assign(new Error("connection reset"), { code: "ECONNRESET" }));
    },
  };
}

function side(other: () => Duplex, onWrite: () => void): Duplex {
  let resume: (() => void) | null = null;
  const stream: Duplex = new Duplex({
    // A server still answers a client that has ended its half.
    allowHalfOpen: true,
    read: () => {
      const wake = resume;
      resume = null;
      wake?.();
    },
    write: (chunk: Buffer, _encoding, done) => {
      onWrite();
      written.set(stream, (written.get(stream) ?? 0) + chunk.length);
      const reader = other();
      if (reader.destroyed || reader.readableEnded) return done(Object.assign(new Error("gone"), { code: "EPIPE" }));
      if (reader.push(Buffer.from(chunk))) process.nextTick(done);
      else onceRead(reader, done);
    },
    final: (done) => {
      endOf(other());
      done();
    },
    destroy: (error, done) => {
      endOf(other());
      done(error);
    },
  });
  stream.on("wait", (wake: () => void) => {
    resume = wake;
  });
  return stream;
}

/** Continues when `reader` asks for more, or will never read again. */
function onceRead(reader: Duplex, done: () => void): void {
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    done();
  };
  reader.emit("wait", once);
  reader.once("close", once);
}

function endOf(reader: Duplex): void {
  if (!reader.destroyed && !reader.readableEnded && !ended.has(reader)) {
    ended.add(reader);
    reader.push(null);
  }
}

/** The bytes that each side has written. */
const written = new WeakMap<Duplex, number>();

/** Streams whose end was signalled. */
const ended = new WeakSet<Duplex>();
