// A connection without a network: two streams, each of which reads what the other writes. It keeps order and holds a
// writer back while the reader is slow, as TCP does; it has no buffers of an operating system in between.
import { Duplex } from "node:stream";

export interface Pipe {
  readonly client: Duplex;
  readonly server: Duplex;
  /** As a connection ends that its other side has reset: with an error, and what was under way is lost. */
  readonly reset: () => void;
}

/** @param onWrite is told of everything that is written, on either side */
export function pipe(onWrite: () => void): Pipe {
  const client: Duplex = side(() => server, onWrite);
  const server: Duplex = side(() => client, onWrite);
  // What a server asks of a socket and a stream has not.
  Object.assign(server, {
    setNoDelay: () => server,
    setKeepAlive: () => server,
    destroySoon: () => (server.writableFinished ? server.destroy() : server.end(() => server.destroy())),
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
    // A server answers a client that has ended its half.
    allowHalfOpen: true,
    read: () => {
      const wake = resume;
      resume = null;
      wake?.();
    },
    write: (chunk: Buffer, _encoding, done) => {
      onWrite();
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

/** Goes on when `reader` asks for more, or will never read again. */
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

/** Streams that have been told of their end. */
const ended = new WeakSet<Duplex>();
