// The calls that are worked on and the bytes of their bodies and responses, both bounded and shared among
// organisations, so that overload is rejected early instead of growing memory. A call holds its place until its
// response is ready; from then on only its unsent bytes count. Calls that make no progress are ended here.
import type { Clock } from "../time/clock.ts";
import { createSharedBudget } from "./shared-budget.ts";
import { takeOut } from "./take-out.ts";
import { createUnsentResponses } from "./unsent.ts";

/** What is asked of a request and its response, whichever version of HTTP carries them. */
export interface Transfer {
  readonly hasArrived: () => boolean;
  readonly isEnded: () => boolean;
  readonly isFlushed: () => boolean;
  readonly unsentBytes: () => number;
  readonly onOver: (callback: () => void) => void;
  readonly abort: () => void;
  readonly closeConnection: () => void;
}

export interface TimeBounds {
  /** Longest wait for the end of a request's body, in milliseconds. */
  readonly bodyMs: number;
  /** Longest wait for a response to be read. */
  readonly stallMs: number;
  /** Longest wait for a call to be over that was ended for one of these; then its connection goes. */
  readonly lingerMs: number;
}

export interface Bounds extends TimeBounds {
  readonly maxRequests: number;
  readonly maxBytes: number;
}

/** What a call that has a place may ask for. */
export interface Slot {
  /**
   * Counts bytes as held until there is a response. False, and nothing counted, if they pass the bound or the share of
   * the organisation, or if the call is over.
   */
  readonly hold: (bytes: number) => boolean;
  /**
   * Counts the bytes of the response instead, until its client has read them. False, and nothing changed, if they pass
   * the bound: a few kilobytes in gzip may be answered with megabytes.
   */
  readonly holdAnswer: (bytes: number) => boolean;
}

export interface InFlight {
  /**
   * @param onBodyOverdue called once if the body has not arrived in time
   * @returns null if there is no place, if the organisation has its share of them, or once it is shut
   */
  readonly enter: (exchange: Transfer, organisation: string, onBodyOverdue: () => void) => Slot | null;
  /** The response is ready, whether the call had a place or not: it gives the place back and waits for its client. */
  readonly answered: (exchange: Transfer) => void;
  /** Gives no more places. */
  readonly shut: () => void;
  /** Calls that have a place. */
  readonly requests: () => number;
  /** Responses that are ready and not read. */
  readonly unread: () => number;
  readonly bytes: () => number;
  /** Calls that had a place and are not over. */
  readonly calls: () => number;
  /** Resolves when all of these are over. */
  readonly idle: () => Promise<void>;
  /** Stops the clock that looks for overdue calls. */
  readonly stop: () => void;
}

interface Entry {
  readonly exchange: Transfer;
  readonly organisation: string | null;
  readonly onBodyOverdue: () => void;
  readonly startedAt: number;
  /** When it was ended for making no progress; null while it was not. */
  endedAt: number | null;
  leavingSince: number | null;
  hasPlace: boolean;
  unsent: boolean;
  held: number;
  over: boolean;
}

/** How often overdue calls are looked for while one waits for its body, and the bounds of that, in milliseconds. */
const CHECKS = 8;
const CHECK_MS_MIN = 10;
const CHECK_MS_MAX = 1_000;

/** Smaller responses, those of probes among them, are sent whatever else is held: 256 of them take 8 MiB. */
const HELD_ANSWER_BYTES_MIN = 32 * 1024;

export function createInFlight({ maxRequests, maxBytes, ...times }: Bounds, clock: Clock): InFlight {
  const places = createSharedBudget(maxRequests);
  const bytes = createSharedBudget(maxBytes);
  /** Those that had a place and are not over, in order of arrival. */
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
    // A response of several writes waits for its client between them, long before it is ended.
    const leaving = exchange.isEnded() || exchange.unsentBytes() > 0;
    entry.leavingSince = leaving ? (entry.leavingSince ?? now) : null;
    if (entry.leavingSince !== null && now - entry.leavingSince > times.stallMs) endUnsent(entry);
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

  /** Has room made by unread responses where there is none: those of all if the bytes are short, else their own. */
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
    const more = count - entry.held;
    // One alone may be larger than the bound, or nobody could be given it.
    const isFree = more <= 0 || count < HELD_ANSWER_BYTES_MIN || bytes.total() === entry.held;
    if (entry.over) return true;
    if (isFree) setHeld(entry, count);
    else if (takeBytes(entry, more)) entry.held = count;
    else return false;
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
      ...{ exchange, organisation, onBodyOverdue, startedAt: time.now(), hasPlace },
      ...{ endedAt: null, leavingSince: null, unsent: false, held: 0, over: false },
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
      // Found so and not by a WeakMap, whose values collections of the young generation take for living.
      const known = calls.findLast((each) => each.exchange === exchange);
      const entry = known ?? follow(exchange, null, false, () => {});
      leavePlace(entry);
      entry.leavingSince ??= time.now();
      setHeld(entry, exchange.unsentBytes());
      if (entry.unsent) return;
      entry.unsent = true;
      unsent.add(entry);
    },
    shut: () => {
      open = false;
    },
    requests: places.total,
    unread: () => unsent.all().length,
    bytes: bytes.total,
    calls: () => calls.length,
    idle: () => (calls.length === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    stop: time.stop,
  };
}

/**
 * Time as callers may be held to it. What passes while this thread is blocked is no caller's: bodies have arrived
 * meanwhile that could not be read. Milliseconds from a fixed point.
 * @param onCheck is called again and again: one timer for all, where one each would cost small calls
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
