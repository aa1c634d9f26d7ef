// The calls in progress and the bytes of their bodies and responses. Both are bounded and shared among organisations,
// so overload causes early rejections and not growing memory. A call holds its place until its response is ready. After
// that, only its unsent bytes count. Calls that make no progress are ended here.
import { takeOut } from "../lists.ts";
import type { Clock } from "../time/clock.ts";
import { createSharedBudget, createUnsentResponses } from "./shared-budget.ts";

/** What this file needs from a request and its response, in any version of HTTP. */
export interface Transfer {
  readonly hasArrived: () => boolean;
  readonly isEnded: () => boolean;
  readonly isFlushed: () => boolean;
  readonly unsentBytes: () => number;
  readonly onOver: (callback: () => void) => void;
  readonly abort: () => void;
  readonly closeConnection: () => void;
}

interface TimeBounds {
  /** Longest wait for the end of a request's body, in milliseconds. */
  readonly bodyMs: number;
  /** Longest wait for the client to read a response. */
  readonly stallMs: number;
  /** Longest wait until an ended call is over. After that, its connection is closed. */
  readonly lingerMs: number;
}

export interface Bounds extends TimeBounds {
  readonly maxRequests: number;
  readonly maxBytes: number;
}

/** What a call with a place may ask for. */
export interface Place {
  /**
   * Counts bytes as held until there is a response. Returns false and counts nothing if they exceed the bound or the
   * organisation's share, or if the call is over.
   */
  readonly hold: (bytes: number) => boolean;
  /**
   * Counts the bytes of the response instead, until the client has read them. Returns false and changes nothing if they
   * exceed the bound or the organisation's share: a few kilobytes of gzip may lead to a response of megabytes. Returns
   * true if the call is over.
   */
  readonly holdAnswer: (bytes: number) => boolean;
}

export interface InFlight {
  /**
   * @param onBodyOverdue called once if the body has not arrived in time
   * @returns null if there is no place, if the organisation has used up its share, or after `shut`
   */
  readonly enter: (exchange: Transfer, organisation: string, onBodyOverdue: () => void) => Place | null;
  /** The response is ready, whether or not the call had a place. Releases the place and waits for the client. */
  readonly answered: (exchange: Transfer) => void;
  /** Accepts no more calls. */
  readonly shut: () => void;
  /** Calls that have a place. */
  readonly places: () => number;
  /** Responses that are ready and that their clients have not read. */
  readonly responsesUnread: () => number;
  readonly bytes: () => number;
  /** Calls that had a place and are not over. */
  readonly unfinished: () => number;
  /** Resolves when all of these are over. */
  readonly idle: () => Promise<void>;
  /** Stops checking for overdue calls. */
  readonly stop: () => void;
}

interface Entry {
  readonly exchange: Transfer;
  readonly organisation: string | null;
  readonly onBodyOverdue: () => void;
  readonly startedAt: number;
  /** When it was ended because it made no progress; null before that. */
  endedAt: number | null;
  waitingSince: number | null;
  hasPlace: boolean;
  unsent: boolean;
  held: number;
  over: boolean;
}

/** Checks for overdue calls during the longest wait for a body, and bounds of the interval in milliseconds. */
const CHECKS = 8;
const CHECK_MS_MIN = 10;
const CHECK_MS_MAX = 1_000;

/** Smaller responses, such as those to probes, are sent even beyond the bound: 256 of them take 8 MiB. */
const HELD_ANSWER_BYTES_MIN = 32 * 1024;

export function createInFlight({ maxRequests, maxBytes, ...times }: Bounds, clock: Clock): InFlight {
  const places = createSharedBudget(maxRequests);
  const bytes = createSharedBudget(maxBytes);
  /** Calls that had a place and are not over, in order of arrival. */
  const calls: Entry[] = [];
  let idleWaiters: (() => void)[] = [];
  let open = true;
  const checkMs = Math.min(CHECK_MS_MAX, Math.max(CHECK_MS_MIN, times.bodyMs / CHECKS));
  const time = createUnblockedTime(checkMs, clock, (now) => {
    for (const entry of [...calls]) endIfOverdue(entry, now);
    for (const entry of [...unsent.all()]) if (!calls.includes(entry)) endIfOverdue(entry, now);
  });
  const unsent = createUnsentResponses<Entry>(time.now, times.lingerMs, endUnsent);

  function endIfOverdue(entry: Entry, now: number): void {
    const { exchange, startedAt } = entry;
    const waitsForBody = !exchange.hasArrived() && !exchange.isEnded();
    if (now - startedAt > times.bodyMs && waitsForBody && entry.endedAt === null) {
      entry.endedAt = now;
      entry.onBodyOverdue();
    }
    // A response of several writes may wait for its client after any of them, long before it ends.
    const leaving = exchange.isEnded() || exchange.unsentBytes() > 0;
    entry.waitingSince = leaving ? (entry.waitingSince ?? now) : null;
    if (entry.waitingSince !== null && now - entry.waitingSince > times.stallMs) endUnsent(entry);
    if (entry.endedAt !== null && now - entry.endedAt > times.lingerMs) exchange.closeConnection();
  }

  function endUnsent(entry: Entry): void {
    if (entry.endedAt !== null) return;
    entry.endedAt = time.now();
    entry.exchange.abort();
    setHeld(entry, 0);
  }

  function setHeld(entry: Entry, count: number): void {
    bytes.add(entry.organisation, count - entry.held);
    entry.held = count;
  }

  /**
   * Takes bytes. If there is no room, ends unread responses: of all organisations if bytes are short, else of this one.
   */
  function takeBytes(entry: Entry, more: number): boolean {
    const { organisation } = entry;
    const taken = () => bytes.take(organisation, more);
    if (taken()) return true;
    const short = () => !bytes.hasRoom(more);
    let fits = false;
    unsent.makeRoom(
      (other) => other.held > 0 && (short() || other.organisation === organisation),
      () => {
        fits ||= taken();
        return fits;
      },
    );
    return fits;
  }

  function hold(entry: Entry, count: number): boolean {
    if (entry.over || !takeBytes(entry, count)) return false;
    entry.held += count;
    return true;
  }

  function holdAnswer(entry: Entry, count: number): boolean {
    if (entry.over) return true;
    const more = count - entry.held;
    // A response on its own may exceed the bound. Otherwise it could never be sent.
    const isFree = more <= 0 || count < HELD_ANSWER_BYTES_MIN || bytes.total() === entry.held;
    if (isFree) {
      setHeld(entry, count);
      return true;
    }
    if (!takeBytes(entry, more)) return false;
    entry.held = count;
    return true;
  }

  function leavePlace(entry: Entry): void {
    if (entry.hasPlace) places.add(entry.organisation, -1);
    entry.hasPlace = false;
  }

  function leave(entry: Entry): void {
    leavePlace(entry);
    unsent.remove(entry);
    setHeld(entry, 0);
    entry.over = true;
    if (!takeOut(calls, entry) || calls.length > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  function follow(
    exchange: Transfer,
    organisation: string | null,
    hasPlace: boolean,
    onBodyOverdue: () => void,
  ): Entry {
    const entry: Entry = {
      exchange,
      organisation,
      onBodyOverdue,
      startedAt: time.now(),
      endedAt: null,
      waitingSince: null,
      hasPlace,
      unsent: false,
      held: 0,
      over: false,
    };
    exchange.onOver(() => leave(entry));
    return entry;
  }

  return {
    enter: (exchange, organisation, onBodyOverdue) => {
      if (!open || !places.take(organisation, 1)) return null;
      const entry = follow(exchange, organisation, true, onBodyOverdue);
      calls.push(entry);
      return { hold: (count) => hold(entry, count), holdAnswer: (count) => holdAnswer(entry, count) };
    },
    answered: (exchange) => {
      if (!exchange.isEnded() || exchange.isFlushed()) return;
      // A search and not a WeakMap, because collections of the young generation treat all values of a WeakMap as alive.
      const known = calls.findLast((each) => each.exchange === exchange);
      const entry = known ?? follow(exchange, null, false, () => {});
      leavePlace(entry);
      entry.waitingSince ??= time.now();
      setHeld(entry, exchange.unsentBytes());
      if (entry.unsent) return;
      entry.unsent = true;
      unsent.add(entry);
    },
    shut: () => {
      open = false;
    },
    places: places.total,
    responsesUnread: () => unsent.all().length,
    bytes: bytes.total,
    unfinished: () => calls.length,
    idle: () => (calls.length === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    stop: time.stop,
  };
}

/**
 * A clock that stops while this thread is blocked. Callers are not to blame for that time: their bodies may have
 * arrived while the thread could not read them. Milliseconds from a fixed point.
 * @param onCheck called repeatedly by one timer for all calls, because a timer for each would slow down small calls
 */
function createUnblockedTime(everyMs: number, clock: Clock, onCheck: (now: number) => void) {
  let blockedMs = 0;
  let checkedAt = clock.monotonicMs();
  let cancel = clock.after(everyMs, check);
  const now = () => clock.monotonicMs() - blockedMs;

  function check(): void {
    const checksAt = clock.monotonicMs();
    blockedMs += Math.max(0, checksAt - checkedAt - everyMs);
    checkedAt = checksAt;
    cancel = clock.after(everyMs, check);
    onCheck(now());
  }

  return { now, stop: () => cancel() };
}
