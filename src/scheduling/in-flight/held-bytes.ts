// The bytes of bodies and answers that are held, bounded, and whose they are. Where there is no room for more, answers
// that nobody has taken for a while make way.
import type { KeptWaiting, WaitedFor } from "./kept-waiting.ts";

export interface HeldBytes<Call extends WaitedFor> {
  /** @returns false, and nothing counted, when they would pass the bound or the share of the call's organisation */
  readonly hold: (call: Call, bytes: number) => boolean;
  /** The same for an answer, which is held instead of what is held for its call. */
  readonly holdAnswer: (call: Call, bytes: number) => boolean;
  /** Counts so many for a call, whatever the bound. */
  readonly set: (call: Call, bytes: number) => void;
  readonly bytes: () => number;
}

/** Smaller answers, those of probes among them, are sent whatever else is held: 256 of them take 8 MiB. */
const HELD_ANSWER_BYTES_MIN = 32 * 1024;

/**
 * @param endStale ends calls whose answers nobody has taken for a while, longest waiting first, as long as `inTheWay`
 * holds of one and `enough` does not
 */
export function createHeldBytes<Call extends WaitedFor>(
  maxBytes: number,
  waiting: KeptWaiting<Call>,
  endStale: (inTheWay: (call: Call) => boolean, enough: () => boolean) => void,
): HeldBytes<Call> {
  let bytes = 0;

  function set(call: Call, count: number): void {
    const more = count - call.held;
    bytes += more;
    waiting.holds(call, more);
  }

  function makeRoom(call: Call, count: number): boolean {
    const crowded = () => bytes + count > maxBytes;
    const fits = () => !crowded() && waiting.mayHold(call, count);
    if (!fits()) {
      endStale((other) => other.held > 0 && (crowded() || other.organisation === call.organisation), fits);
    }
    return fits();
  }

  return {
    hold: (call, count) => {
      const fits = makeRoom(call, count);
      if (fits) set(call, call.held + count);
      return fits;
    },
    holdAnswer: (call, count) => {
      const more = count - call.held;
      // One alone may be larger than the bound, or nobody could be given it.
      const fits = more <= 0 || count < HELD_ANSWER_BYTES_MIN || bytes === call.held || makeRoom(call, more);
      if (fits) set(call, count);
      return fits;
    },
    set,
    bytes: () => bytes,
  };
}
