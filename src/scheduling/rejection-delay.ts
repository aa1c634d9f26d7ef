// Decides when to send a rejection: at once while there are few, otherwise a fraction of a second later. Load
// generators and poor retry loops call again without a pause. If they were rejected at once, they would return as often
// as the processor allows, at the expense of the calls that are answered. With five immediate rejections for each
// answered call, thirty such clients kept an overload going forever: two of three calls were rejected, although all
// could have been answered.
import { BODY_BYTES_MAX } from "../limits.ts";
import type { Serving } from "../protocols/connect/health.ts";
import type { Clock } from "../time/clock.ts";

/**
 * @param bytes of the call's body
 * @param go called when the rejection is due; outside a drain, after the work that was read together with the headers
 */
export type RejectionDelay = (bytes: number, go: () => void) => void;

/** Rejections of small calls that go out at once, per second: a hundredth of a processor's time. */
const AT_ONCE_A_SECOND = 200;

/** Most unused immediate rejections that may accumulate: more than are needed together when an overload begins. */
const SAVED_MAX = 500;

/** Time between two groups of delayed rejections, in milliseconds. A group wakes its clients together. */
const GROUP_MS = 5;

export interface DelayBounds {
  /** Longest delay, in milliseconds. */
  readonly waitMs: number;
  /** Most delayed rejections. The next group also sends the oldest beyond that. */
  readonly waiting: number;
}

/**
 * For calls that an overloaded service cannot answer. A client without a pause then calls ten times a second. A delayed
 * rejection keeps its connection busy, so callers on a schedule open another one, and accepting it costs as much as
 * several rejections.
 */
export const OVERLOAD_DELAY: DelayBounds = { waitMs: 100, waiting: 128 };

/** Clients that are refused for another reason may wait longer than those of an overload. In milliseconds. */
const REFUSAL_MS_MAX = 500;

/**
 * For calls without a valid key, over their rate or over their quota. None of them would be answered if it came again
 * at once, so each may wait longer: a thousand clients without a pause then call two thousand times a second.
 */
export const REFUSAL_DELAY: DelayBounds = { waitMs: REFUSAL_MS_MAX, waiting: 1_024 };

/** Reading this many bytes costs as much as a rejection. */
const BYTES_A_REJECTION = 50_000;

interface Held {
  readonly sinceMs: number;
  readonly cost: number;
  readonly go: () => void;
}

/** In units of a rejection without a body. A declared length may be far more than what the client sends. */
function costOf(bytes: number): number {
  return 1 + Math.min(bytes, BODY_BYTES_MAX) / BYTES_A_REJECTION;
}

/** @param serving during a drain, rejections go out at once, so that they do not delay it */
export function createRejectionDelay(
  { waitMs, waiting }: DelayBounds,
  clock: Clock,
  serving: Pick<Serving, "state">,
): RejectionDelay {
  const held: Held[] = [];
  let atOnce = SAVED_MAX;
  let asOfMs = clock.monotonicMs();

  /** @returns now */
  function refill(): number {
    const now = clock.monotonicMs();
    atOnce = Math.min(SAVED_MAX, atOnce + ((now - asOfMs) * AT_ONCE_A_SECOND) / 1_000);
    asOfMs = now;
    return now;
  }

  function sendDue(): void {
    const now = refill();
    let sent = 0;
    for (const { sinceMs, cost, go } of held) {
      if (held.length - sent <= waiting && now - sinceMs < waitMs && cost > atOnce) break;
      atOnce = Math.max(0, atOnce - cost);
      sent += 1;
      go();
    }
    held.splice(0, sent);
    if (held.length > 0) clock.after(GROUP_MS, sendDue);
  }

  return (bytes, go) => {
    if (serving.state() === "draining") return go();
    const sinceMs = refill();
    const cost = costOf(bytes);
    if (held.length === 0 && atOnce >= cost) {
      atOnce -= cost;
      setImmediate(go);
      return;
    }
    if (held.length === 0) clock.after(GROUP_MS, sendDue);
    held.push({ sinceMs, cost, go });
  };
}
