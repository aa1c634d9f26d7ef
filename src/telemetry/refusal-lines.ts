// Log lines of calls without an organisation: refused for their key, or ended before a key was checked. Anyone can
// cause thousands of them, so each kind gets at most one line a second, with the number of calls.
import type { Clock } from "../time/clock.ts";
import type { CallRecord } from "./call-record.ts";

const EVERY_MS = 1_000;

export interface RefusalLines {
  readonly add: (call: CallRecord) => void;
  /** Writes the lines that are still waiting. */
  readonly flush: () => void;
}

/** Calls of one kind since its last line. */
interface Held {
  lastLineMs: number;
  latest: CallRecord | null;
  count: number;
}

/** @param write writes one line for `count` calls of one kind, with the facts of the latest */
export function createRefusalLines(clock: Clock, write: (call: CallRecord, count: number) => void): RefusalLines {
  /** By kind: a closed set of refusals and statuses. */
  const kinds = new Map<string, Held>();

  function writeHeld(held: Held): void {
    if (held.latest === null) return;
    write(held.latest, held.count);
    held.latest = null;
    held.count = 0;
    held.lastLineMs = clock.monotonicMs();
  }

  function heldOf(call: CallRecord): Held {
    const kind = call.refused ?? call.status;
    let held = kinds.get(kind);
    if (held === undefined) {
      held = { lastLineMs: Number.NEGATIVE_INFINITY, latest: null, count: 0 };
      kinds.set(kind, held);
    }
    return held;
  }

  return {
    add: (call) => {
      const held = heldOf(call);
      const isFirst = held.latest === null;
      held.latest = call;
      held.count += 1;
      const waitMs = held.lastLineMs + EVERY_MS - clock.monotonicMs();
      if (waitMs <= 0) writeHeld(held);
      else if (isFirst) clock.after(waitMs, () => writeHeld(held));
    },
    flush: () => {
      for (const held of kinds.values()) writeHeld(held);
    },
  };
}
