// Limits the work that a client's messages may cause at once. A few calls run at a time. If enough of them wait, or
// responses are not read, further messages stay in the pipe. The other end of a pipe waits and loses nothing, so unlike
// a server on a network this one rejects no call.
import { Transform } from "node:stream";
import { setImmediate } from "node:timers/promises";

/** Each call may hold the bytes of its files three times: as texts, as a request and as a response. */
const RUNNING_MAX = 4;

/** Beyond this many unfinished calls, no further message is read. */
const CALLS_MAX = 64;

/** Beyond this many bytes of unread responses, no further message is read and no further call runs. */
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;

/** The longest message, in bytes. A call holds paths and a task. */
const MESSAGE_BYTES_MAX = 1024 * 1024;

const NEWLINE = 0x0a;

/** Where responses go. */
export interface Output {
  readonly writableLength: number;
  readonly on: (event: "drain", listener: () => void) => unknown;
}

export interface Backpressure {
  /** Runs a call when its turn comes. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /**
   * Passes messages through, one per line. It ends when its input and every call have ended, and fails at a message
   * that is too long.
   */
  readonly input: Transform;
}

export function createBackpressure(output: Output): Backpressure {
  let calls = 0;
  let running = 0;
  /** Bytes of the incomplete message. */
  let held = 0;
  let changed = Promise.withResolvers<void>();

  function change(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  /** A message that was passed on starts its call a turn later, and a response is written a turn after its call. */
  async function afterATurn(holds: () => boolean, done: () => void): Promise<void> {
    for (await setImmediate(); !holds(); await setImmediate()) await changed.promise;
    done();
  }

  output.on("drain", change);
  return {
    run: async (call) => {
      calls += 1;
      try {
        while (running >= RUNNING_MAX || output.writableLength >= UNREAD_BYTES_MAX) await changed.promise;
        running += 1;
        try {
          return await call();
        } finally {
          running -= 1;
        }
      } finally {
        calls -= 1;
        change();
      }
    },
    input: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const end = chunk.lastIndexOf(NEWLINE);
        held = end < 0 ? held + chunk.length : chunk.length - end - 1;
        if (held > MESSAGE_BYTES_MAX) return done(new Error(`a message is longer than ${MESSAGE_BYTES_MAX} bytes`));
        this.push(chunk);
        void afterATurn(() => calls < CALLS_MAX && output.writableLength < UNREAD_BYTES_MAX, done);
      },
      flush(done) {
        void afterATurn(() => calls === 0, done);
      },
    }),
  };
}
