// When a call that is turned away is told so: at once, as long as few are; a tenth of a second later, when they are
// more. A client that comes back upon a refusal without a pause, as load generators and poor retry loops do, would else
// be turned away as often as the processor allows, at the cost of those who are answered. Told five at once for each
// call that was answered, thirty such clients kept an overload up for ever, in which two of three calls were refused,
// and all could have been answered.
import { BODY_BYTES_MAX } from "../limits.ts";
import type { Serving } from "../protocols/connect/health.ts";
import type { Clock } from "../time/clock.ts";

/**
 * For a call of so many bytes.
 * @param go is called when the time has come: soon, and but for a drain not before what has been read with the call's
 * headers is done
 */
export type RejectionDelay = (bytes: number, go: () => void) => void;

/** Small ones that are told at once, in a second: a hundredth of a processor's time. */
const AT_ONCE_A_SECOND = 200;

/** What may be saved up of these: more than those who wait when an overload begins, and are turned away together. */
const SAVED_MAX = 500;

/** Time from one telling to the next, in milliseconds. */
const TOGETHER_MS = 5;

/** Longest wait, in milliseconds. A client that knows no pause then comes ten times a second. */
const WAIT_MS_MAX = 100;

/** Most that wait, at some 20 kB each; one more, and the first of them goes. */
const WAITING_MAX = 1_000;

/** Bytes that cost as much to read and throw away as to turn a call away. */
const BYTES_A_REFUSAL = 50_000;

interface Held {
  readonly sinceMs: number;
  readonly cost: number;
  readonly go: () => void;
}

/** In refusals of calls without a body. A length may be declared that nobody would ever send. */
function costOf(bytes: number): number {
  return 1 + Math.min(bytes, BODY_BYTES_MAX) / BYTES_A_REFUSAL;
}

/** @param serving in a drain nobody is kept waiting: that would keep the drain waiting */
export function createRejectionDelay(clock: Clock, serving: Pick<Serving, "state">): RejectionDelay {
  const held: Held[] = [];
  let atOnce = SAVED_MAX;
  let asOfMs = clock.monotonicMs();

  /** @returns now */
  function look(): number {
    const now = clock.monotonicMs();
    atOnce = Math.min(SAVED_MAX, atOnce + ((now - asOfMs) * AT_ONCE_A_SECOND) / 1_000);
    asOfMs = now;
    return now;
  }

  function tell(): void {
    const now = look();
    let told = 0;
    for (const { sinceMs, cost, go } of held) {
      if (now - sinceMs < WAIT_MS_MAX && cost > atOnce) break;
      atOnce = Math.max(0, atOnce - cost);
      told += 1;
      go();
    }
    held.splice(0, told);
    if (held.length > 0) clock.after(TOGETHER_MS, tell);
  }

  return (bytes, go) => {
    if (serving.state() === "draining") return go();
    const sinceMs = look();
    const cost = costOf(bytes);
    if (held.length === 0 && atOnce >= cost) {
      atOnce -= cost;
      setImmediate(go);
      return;
    }
    if (held.length === 0) clock.after(TOGETHER_MS, tell);
    held.push({ sinceMs, cost, go });
    if (held.length > WAITING_MAX) held.shift()?.go();
  };
}
