// What is being worked on: requests and the bytes of their bodies and answers, each bounded, so that overload is
// refused early instead of growing memory. A call has its place until its answer is out. What waits for its reader then
// is held to bounds of its own, or clients that read nothing would keep all others out.
import type { Exchange } from "../../http/exchange.ts";
import type { Clock } from "../../time/clock.ts";
import { createCallsLetIn } from "./calls-let-in.ts";
import { createHeldBytes } from "./held-bytes.ts";
import { createKeptWaiting } from "./kept-waiting.ts";
import { cutShort, endOverdue, type TimeBounds } from "./overdue.ts";
import { type Entry, newEntry, type Slot, slotOf } from "./slot.ts";
import { createUnblockedTime } from "./unblocked-time.ts";
import { createUnreadAnswers } from "./unread-answers.ts";

export interface Bounds extends TimeBounds {
  readonly maxRequests: number;
  readonly maxBytes: number;
}

/** How often overdue calls are looked for while one waits for its body, and the bounds of that, in milliseconds. */
const LOOKS = 8;
const LOOK_MS_MIN = 10;
const LOOK_MS_MAX = 1_000;

export interface InFlight {
  /**
   * @param onBodyOverdue called once when the body has not arrived in time
   * @returns null when as many requests as allowed are being worked on, or it is shut
   */
  readonly enter: (exchange: Exchange, onBodyOverdue: () => void) => Slot | null;
  /** The answer is out, whether the call was let in or not: it gives back its place and waits for its reader. */
  readonly answered: (exchange: Exchange) => void;
  /** Lets nobody in any more. */
  readonly shut: () => void;
  /** Calls that have a place. */
  readonly requests: () => number;
  /** Answers that are out and that nobody has taken yet. */
  readonly unread: () => number;
  readonly bytes: () => number;
  /** Calls that were let in and are not over. */
  readonly calls: () => number;
  /** Resolves when all of these are over. */
  readonly idle: () => Promise<void>;
  /** Stops the clock that looks for overdue requests. */
  readonly stop: () => void;
}

export function createInFlight({ maxRequests, maxBytes, ...patience }: Bounds, clock: Clock): InFlight {
  const letIn = createCallsLetIn<Entry>();
  const waiting = createKeptWaiting<Entry>(maxRequests, maxBytes);
  let places = 0;
  let open = true;
  const lookMs = Math.min(LOOK_MS_MAX, Math.max(LOOK_MS_MIN, patience.bodyMs / LOOKS));
  const time = createUnblockedTime(lookMs, clock, (now) => {
    for (const entry of [...letIn.all()]) endOverdue(entry, now, patience, endUnread);
    for (const entry of [...waiting.unread()]) if (!entry.letIn) endOverdue(entry, now, patience, endUnread);
  });
  const unread = createUnreadAnswers(waiting, time.now, patience.lingerMs, endUnread);
  const held = createHeldBytes(maxBytes, waiting, unread.makeRoom);

  function endUnread(entry: Entry): void {
    if (cutShort(entry, time.now())) held.set(entry, 0);
  }

  function leavePlace(entry: Entry): void {
    if (entry.placed) places -= 1;
    entry.placed = false;
  }

  function leave(entry: Entry): void {
    leavePlace(entry);
    waiting.isOver(entry);
    held.set(entry, 0);
    entry.over = true;
    letIn.remove(entry);
  }

  function follow(exchange: Exchange, onBodyOverdue: () => void, isLetIn: boolean): Entry {
    const entry = newEntry(exchange, onBodyOverdue, isLetIn, time.now());
    exchange.onOver(() => leave(entry));
    return entry;
  }

  return {
    enter: (exchange, onBodyOverdue) => {
      if (!open || places >= maxRequests) return null;
      places += 1;
      const entry = follow(exchange, onBodyOverdue, true);
      letIn.add(entry);
      return slotOf(entry, waiting, held);
    },
    answered: (exchange) => {
      if (!exchange.isEnded() || exchange.isOut()) return;
      // Found so and not by a WeakMap, whose values collections of the young generation take for living.
      const known = letIn.all().findLast((each) => each.exchange === exchange);
      const entry = known ?? follow(exchange, () => {}, false);
      leavePlace(entry);
      entry.leavingSince ??= time.now();
      held.set(entry, exchange.unsentBytes());
      if (waiting.isUnread(entry)) unread.tooMany(entry.organisation);
    },
    shut: () => {
      open = false;
    },
    requests: () => places,
    unread: () => waiting.unread().length,
    bytes: held.bytes,
    calls: () => letIn.all().length,
    idle: letIn.idle,
    stop: time.stop,
  };
}
