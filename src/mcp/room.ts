// How much of what the client sends is worked on at once: the bytes of calls and of answers that it has not taken yet,
// bounded. What there is no room for stays in the pipe unread. A server on a network turns calls away then, for others
// wait behind them; a pipe has one other end, which waits and loses nothing.
import { setImmediate } from "node:timers/promises";
import { REQUEST_BYTES_MAX } from "winnow-client";
import type { Select } from "./select-tool.ts";

/**
 * Three of the largest calls: what an agent has under way at once, so that its pings and cancellations are read beside
 * them. Each is held as its arguments and as the bytes for a worker, and twice as many would cost 130 MB. In bytes.
 */
const HELD_BYTES_MAX = 3 * REQUEST_BYTES_MAX;

export interface Room {
  /** The same, counting its calls. */
  readonly counting: (select: Select) => Select;
  /** Resolves when another call may be read. */
  readonly forMore: () => Promise<void>;
  /** Resolves when every call that was read has been answered. */
  readonly cleared: () => Promise<void>;
}

/** Where answers go: how many bytes of them wait there, and when none do any more. */
export interface Answers {
  readonly writableLength: number;
  readonly on: (event: "drain", listener: () => void) => unknown;
}

export function createRoom(answers: Answers): Room {
  let calls = 0;
  let bytes = 0;
  let changed = Promise.withResolvers<void>();

  function change(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  /** Looks a turn later each time: what has been read has not begun at once, nor is an answer written at once. */
  async function until(holds: () => boolean): Promise<void> {
    for (await setImmediate(); !holds(); await setImmediate()) await changed.promise;
  }

  answers.on("drain", change);
  return {
    counting: (select) => async (call, signal) => {
      // Moved to a worker, it has no length any more.
      const { length } = call.body;
      calls += 1;
      bytes += length;
      try {
        return await select(call, signal);
      } finally {
        calls -= 1;
        bytes -= length;
        change();
      }
    },
    forMore: () => until(() => bytes + answers.writableLength < HELD_BYTES_MAX),
    cleared: () => until(() => calls === 0),
  };
}
