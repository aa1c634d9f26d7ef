// What is being worked on: requests and the bytes of their bodies and answers, each bounded, so that overload is
// refused early instead of growing memory. A call has its place until its answer is out. What waits for its reader then
// is held to bounds of its own, or clients that read nothing would keep all others out.
import type { Clock } from "../time/clock.ts";
import { takeOut } from "../waiting/take-out.ts";
import type { Exchange } from "./exchange.ts";
import { createHeldBytes } from "./held-bytes.ts";
import { createKeptWaiting } from "./kept-waiting.ts";
import { cutShort, endOverdue, type TimeBounds } from "./overdue.ts";
import { type Entry, newEntry, type Slot, slotOf } from "./slot.ts";
import { createUnblockedTime } from "./unblocked-time.ts";

export interface Bounds extends TimeBounds {
  readonly maxRequests: number;
  readonly maxBytes: number;
}

/** How often overdue calls are looked for while one waits for its body, and the bounds of that, in milliseconds. */
const LOOKS = 8;
const LOOK_MS_MIN = 10;
const LOOK_MS_MAX = 1_000;

/** How long an answer may at least wait for its reader, however many do, in milliseconds. */
const UNREAD_MS_MIN = 250;

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
  const entries: Entry[] = [];
  const waiting = createKeptWaiting<Entry>(maxRequests, maxBytes);
  /** Organisations with too many answers that are not taken, until it is seen whether they stay too many. */
  const crowded = new Set<string | null>();
  let idleWaiters: (() => void)[] = [];
  let places = 0;
  let open = true;
  const lookMs = Math.min(LOOK_MS_MAX, Math.max(LOOK_MS_MIN, patience.bodyMs / LOOKS));
  const time = createUnblockedTime(lookMs, clock, (now) => {
    for (const entry of [...entries]) endOverdue(entry, now, patience, endUnread);
    for (const entry of [...waiting.unread()]) if (!entry.letIn) endOverdue(entry, now, patience, endUnread);
  });

  const held = createHeldBytes<Entry>(maxBytes, waiting, (inTheWay, enough) => {
    const now = time.now();
    for (const entry of [...waiting.unread()]) {
      if (inTheWay(entry) && unreadMs(entry, now) > patience.lingerMs) endUnread(entry);
      if (enough()) return;
    }
  });

  function endUnread(entry: Entry): void {
    if (cutShort(entry, time.now())) held.set(entry, 0);
  }

  /**
   * A thousand calls that came at once are answered in one turn of the event loop, before the network is offered the
   * first of the answers, however long that turn takes. By the turn after the next, it has taken what has a reader.
   */
  function makeWaySoon(organisation: string | null): void {
    if (crowded.has(organisation)) return;
    crowded.add(organisation);
    setImmediate(() => setImmediate(() => makeWay(organisation)));
  }

  function makeWay(organisation: string | null): void {
    crowded.delete(organisation);
    const now = time.now();
    for (const entry of waiting.tooMany(organisation)) if (unreadMs(entry, now) > UNREAD_MS_MIN) endUnread(entry);
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
    if (!takeOut(entries, entry) || entries.length > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  function follow(exchange: Exchange, onBodyOverdue: () => void, letIn: boolean): Entry {
    const entry = newEntry(exchange, onBodyOverdue, letIn, time.now());
    exchange.onOver(() => leave(entry));
    return entry;
  }

  return {
    enter: (exchange, onBodyOverdue) => {
      if (!open || places >= maxRequests) return null;
      places += 1;
      const entry = follow(exchange, onBodyOverdue, true);
      entries.push(entry);
      return slotOf(entry, waiting, held);
    },
    answered: (exchange) => {
      if (!exchange.isEnded() || exchange.isOut()) return;
      // Found so and not by a WeakMap, whose values collections of the young generation take for living.
      const entry = entries.findLast((each) => each.exchange === exchange) ?? follow(exchange, () => {}, false);
      leavePlace(entry);
      entry.leavingSince ??= time.now();
      held.set(entry, exchange.unsentBytes());
      if (waiting.isUnread(entry)) makeWaySoon(entry.organisation);
    },
    shut: () => {
      open = false;
    },
    requests: () => places,
    unread: () => waiting.unread().length,
    bytes: held.bytes,
    calls: () => entries.length,
    idle: () => (entries.length === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    stop: time.stop,
  };
}

/** How long its answer has waited for its reader. */
function unreadMs({ leavingSince }: Entry, now: number): number {
  return now - (leavingSince ?? now);
}
