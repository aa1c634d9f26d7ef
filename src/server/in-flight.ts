// What is being worked on: requests and the bytes of their bodies, each bounded, so that overload is refused early
// instead of growing memory. Also ends what takes too long: a body that does not arrive, an answer nobody reads.
// A call has its place until its answer is out. What waits for its reader then is held to bounds of its own, or clients
// that read nothing would keep all others out.
import type { Clock } from "../gateway/clock.ts";
import { takeOut } from "../workers/take-out.ts";
import { type AnyRequest, type AnyResponse, bodyOf, cutOff, isOver, onceOver, sever } from "./exchange.ts";
import { createKeptWaiting, type Waiting } from "./kept-waiting.ts";

export interface Bounds {
  readonly maxRequests: number;
  readonly maxBytes: number;
  /** Longest wait for the end of a request's body. */
  readonly bodyMs: number;
  /** Longest wait for an answer to be taken by its reader. */
  readonly stallMs: number;
  /** Longest wait for a call to be over that has been ended for one of these; then its connection goes. */
  readonly lingerMs: number;
}

/** One request that is being worked on, until its answer is over. */
export interface Slot {
  /**
   * Counts the call among those that its organisation keeps waiting, until its body has come or, should the client hold
   * it open as a stream, until it is over.
   * @returns false when the organisation has as many of them as one may have
   */
  readonly awaitBody: (organisation: string, until: "arrived" | "over") => boolean;
  /**
   * Counts bytes as held until the answer is out, and the answer's from then on. False, and nothing counted, when they
   * would pass the bound or the share of an organisation, or when the call is over already: what is decompressed by
   * then is nobody's, and nobody would give it back.
   */
  readonly hold: (bytes: number) => boolean;
}

export interface InFlight {
  /**
   * @param onBodyOverdue called once when the body has not arrived in time
   * @returns null when as many requests as allowed are being worked on, or it is shut
   */
  readonly enter: (req: AnyRequest, res: AnyResponse, onBodyOverdue: () => void) => Slot | null;
  /** The answer is out, whether the call was let in or not: it gives back its place and waits for its reader. */
  readonly answered: (req: AnyRequest, res: AnyResponse) => void;
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

interface Entry extends Waiting {
  readonly req: AnyRequest;
  readonly res: AnyResponse;
  readonly startedAt: number;
  readonly onBodyOverdue: () => void;
  readonly letIn: boolean;
  placed: boolean;
  over: boolean;
  endedAt: number | null;
  leavingSince: number | null;
}

export function createInFlight({ maxRequests, maxBytes, bodyMs, stallMs, lingerMs }: Bounds, clock: Clock): InFlight {
  const entries: Entry[] = [];
  const waiting = createKeptWaiting<Entry>(maxRequests, maxBytes);
  let idleWaiters: (() => void)[] = [];
  let places = 0;
  let bytes = 0;
  let open = true;
  // The time in which this thread could do nothing is no caller's: bodies that have arrived meanwhile are not overdue.
  let blockedMs = 0;
  const ownMs = () => clock.monotonicMs() - blockedMs;

  // One timer for all requests: one each would cost every small call something for the sake of the rare slow one.
  const lookEveryMs = Math.min(1_000, Math.max(10, bodyMs / 8));
  let stopLooking = clock.after(lookEveryMs, look);
  let lookedAt = clock.monotonicMs();
  function look(): void {
    const looksAt = clock.monotonicMs();
    blockedMs += Math.max(0, looksAt - lookedAt - lookEveryMs);
    lookedAt = looksAt;
    stopLooking = clock.after(lookEveryMs, look);
    const now = ownMs();
    for (const entry of [...entries]) endOverdue(entry, now);
    for (const entry of [...waiting.unread()]) if (!entry.letIn) endOverdue(entry, now);
  }

  function endOverdue(entry: Entry, now: number): void {
    if (!entry.req.complete && now - entry.startedAt > bodyMs && !entry.res.writableEnded && entry.endedAt === null) {
      entry.endedAt = now;
      entry.onBodyOverdue();
    }
    // An answer of several writes waits for its reader between them, long before it is ended.
    const leaving = entry.res.writableEnded || entry.res.writableLength > 0;
    entry.leavingSince = leaving ? (entry.leavingSince ?? now) : null;
    if (entry.leavingSince !== null && now - entry.leavingSince > stallMs) endUnread(entry, now);
    if (entry.endedAt !== null && now - entry.endedAt > lingerMs) sever(entry.req);
  }

  function endUnread(entry: Entry, now: number): void {
    if (entry.endedAt !== null) return;
    entry.endedAt = now;
    holdMore(entry, -entry.held);
    cutOff(entry.req);
  }

  function holdMore(entry: Entry, count: number): void {
    bytes += count;
    waiting.holds(entry, count);
  }

  /** Answers that nobody has taken for a while make way for a call that would be turned away without their room. */
  function makeRoom(call: Entry, count: number): boolean {
    const now = ownMs();
    const crowded = () => bytes + count > maxBytes;
    const fits = () => !crowded() && waiting.mayHold(call, count);
    if (fits()) return true;
    for (const other of [...waiting.unread()]) {
      const inTheWay = other.held > 0 && (crowded() || other.organisation === call.organisation);
      const waitsMs = now - (other.leavingSince ?? now);
      if (inTheWay && waitsMs > lingerMs) endUnread(other, now);
      if (fits()) return true;
    }
    return false;
  }

  function leavePlace(entry: Entry): void {
    if (entry.placed) places -= 1;
    entry.placed = false;
  }

  function leave(entry: Entry): void {
    leavePlace(entry);
    waiting.isOver(entry);
    bytes -= entry.held;
    entry.held = 0;
    entry.over = true;
    if (!takeOut(entries, entry) || entries.length > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  function follow(req: AnyRequest, res: AnyResponse, onBodyOverdue: () => void, letIn: boolean): Entry {
    const waits = { organisation: null, arriving: false, unread: false, held: 0 };
    const times = { startedAt: ownMs(), endedAt: null, leavingSince: null };
    const entry: Entry = { req, res, onBodyOverdue, letIn, placed: letIn, over: false, ...times, ...waits };
    onceOver(res, () => leave(entry));
    return entry;
  }

  function slotOf(entry: Entry): Slot {
    return {
      awaitBody: (organisation, until) => {
        if (until === "arrived" && entry.req.complete) {
          entry.organisation = organisation;
          return true;
        }
        if (!waiting.arrives(entry, organisation)) return false;
        if (until === "arrived") bodyOf(entry.req).once("end", () => waiting.hasArrived(entry));
        return true;
      },
      hold: (count) => {
        if (entry.over || !makeRoom(entry, count)) return false;
        holdMore(entry, count);
        return true;
      },
    };
  }

  return {
    enter: (req, res, onBodyOverdue) => {
      if (!open || places >= maxRequests) return null;
      places += 1;
      const entry = follow(req, res, onBodyOverdue, true);
      entries.push(entry);
      return slotOf(entry);
    },
    answered: (req, res) => {
      if (!res.writableEnded || isOver(res)) return;
      // Found so and not by a WeakMap, whose values collections of the young generation take for living.
      const entry = entries.findLast((each) => each.res === res) ?? follow(req, res, () => {}, false);
      leavePlace(entry);
      entry.leavingSince ??= ownMs();
      holdMore(entry, res.writableLength - entry.held);
      const oldest = waiting.isUnread(entry);
      if (oldest !== null) endUnread(oldest, ownMs());
    },
    shut: () => {
      open = false;
    },
    requests: () => places,
    unread: () => waiting.unread().length,
    bytes: () => bytes,
    calls: () => entries.length,
    idle: () => (entries.length === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    stop: () => stopLooking(),
  };
}
