// Ends what takes too long of one call: a body that does not arrive, an answer that nobody takes. Times in, at most one
// step further; when it is looked at is decided by whoever asks.
import type { Exchange } from "../../http/exchange.ts";

export interface TimeBounds {
  /** Longest wait for the end of a request's body, in milliseconds. */
  readonly bodyMs: number;
  /** Longest wait for an answer to be taken by its reader. */
  readonly stallMs: number;
  /** Longest wait for a call to be over that has been ended for one of these; then its connection goes. */
  readonly lingerMs: number;
}

/** One call, as far as it is timed. */
export interface Timed {
  readonly exchange: Exchange;
  readonly startedAt: number;
  /** Called once when the body has not arrived in time. */
  readonly onBodyOverdue: () => void;
  /** When it was ended for one of these; null while it was not. */
  endedAt: number | null;
  /** Since when its answer waits for its reader; null while it does not. */
  leavingSince: number | null;
}

/** @param onUnread is told of a call whose answer nobody takes: it is to be ended, see `cutShort` */
export function endOverdue<Call extends Timed>(
  call: Call,
  now: number,
  { bodyMs, stallMs, lingerMs }: TimeBounds,
  onUnread: (call: Call) => void,
): void {
  const { exchange } = call;
  const waits = !exchange.hasArrived() && !exchange.isEnded();
  if (now - call.startedAt > bodyMs && waits && call.endedAt === null) {
    call.endedAt = now;
    call.onBodyOverdue();
  }
  // An answer of several writes waits for its reader between them, long before it is ended.
  const leaving = exchange.isEnded() || exchange.unsentBytes() > 0;
  call.leavingSince = leaving ? (call.leavingSince ?? now) : null;
  if (call.leavingSince !== null && now - call.leavingSince > stallMs) onUnread(call);
  if (call.endedAt !== null && now - call.endedAt > lingerMs) exchange.sever();
}

/** Ends a call whose answer nobody takes. @returns false when it has been ended before */
export function cutShort(call: Timed, now: number): boolean {
  if (call.endedAt !== null) return false;
  call.endedAt = now;
  call.exchange.cutOff();
  return true;
}
