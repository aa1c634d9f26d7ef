// What is being worked on: requests and the bytes of their bodies, each bounded, so that overload is refused early
// instead of growing memory. Also ends what takes too long: a body that does not arrive, an answer nobody reads.
import type { Clock } from "../gateway/clock.ts";
import { type AnyRequest, type AnyResponse, cutOff, onceOver, sever } from "./exchange.ts";

/**
 * The share of the requests at once that one organisation may hold with bodies that have not arrived. Without it, one
 * that sends slowly would keep all others out for as long as a body may take.
 */
const ARRIVING_SHARE = 0.5;

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
   * Counts the call among those of its organisation whose bodies are still to come, until this one's has.
   * @returns false when the organisation has as many of them as one may have
   */
  readonly awaitBody: (organisation: string) => boolean;
  /**
   * Counts bytes as held until the answer is over. False, and nothing counted, when they would pass the bound, or when
   * it is over already: what is decompressed by then is nobody's, and nobody would give it back.
   */
  readonly hold: (bytes: number) => boolean;
}

export interface InFlight {
  /**
   * @param onBodyOverdue called once when the body has not arrived in time
   * @returns null when as many requests as allowed are being worked on, or it is shut
   */
  readonly enter: (req: AnyRequest, res: AnyResponse, onBodyOverdue: () => void) => Slot | null;
  /** Lets nobody in any more. */
  readonly shut: () => void;
  readonly requests: () => number;
  readonly bytes: () => number;
  /** Resolves when nothing is being worked on. */
  readonly idle: () => Promise<void>;
  /** Stops the clock that looks for overdue requests. */
  readonly stop: () => void;
}

interface Entry {
  readonly req: AnyRequest;
  readonly res: AnyResponse;
  readonly startedAt: number;
  readonly onBodyOverdue: () => void;
  held: number;
  endedAt: number | null;
  leavingSince: number | null;
}

export function createInFlight({ maxRequests, maxBytes, bodyMs, stallMs, lingerMs }: Bounds, clock: Clock): InFlight {
  const entries = new Set<Entry>();
  const idleWaiters = new Set<() => void>();
  let bytes = 0;
  let open = true;
  const arriving = new Map<string, number>();
  const arrivingMax = Math.ceil(maxRequests * ARRIVING_SHARE);
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
    for (const entry of entries) endOverdue(entry, now);
  }

  function endOverdue(entry: Entry, now: number): void {
    if (!entry.req.complete && now - entry.startedAt > bodyMs && entry.endedAt === null) {
      entry.endedAt = now;
      entry.onBodyOverdue();
    }
    // An answer of several writes waits for its reader between them, long before it is ended.
    const leaving = entry.res.writableEnded || entry.res.writableLength > 0;
    entry.leavingSince = leaving ? (entry.leavingSince ?? now) : null;
    if (entry.leavingSince !== null && now - entry.leavingSince > stallMs && entry.endedAt === null) {
      entry.endedAt = now;
      cutOff(entry.req);
    }
    if (entry.endedAt !== null && now - entry.endedAt > lingerMs) sever(entry.req);
  }

  function awaitBody(req: AnyRequest, res: AnyResponse, organisation: string): boolean {
    if (req.complete) return true;
    const others = arriving.get(organisation) ?? 0;
    if (others >= arrivingMax) return false;
    arriving.set(organisation, others + 1);
    let here = false;
    const arrived = () => {
      if (here) return;
      here = true;
      const left = (arriving.get(organisation) ?? 1) - 1;
      if (left > 0) arriving.set(organisation, left);
      else arriving.delete(organisation);
    };
    req.once("end", arrived);
    onceOver(res, arrived);
    return true;
  }

  function leave(entry: Entry): void {
    entries.delete(entry);
    bytes -= entry.held;
    if (entries.size > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters.clear();
  }

  return {
    enter: (req, res, onBodyOverdue) => {
      if (!open || entries.size >= maxRequests) return null;
      const startedAt = ownMs();
      const entry: Entry = { req, res, startedAt, onBodyOverdue, held: 0, endedAt: null, leavingSince: null };
      entries.add(entry);
      onceOver(res, () => leave(entry));
      return {
        awaitBody: (organisation) => awaitBody(req, res, organisation),
        hold: (count) => {
          if (!entries.has(entry) || bytes + count > maxBytes) return false;
          bytes += count;
          entry.held += count;
          return true;
        },
      };
    },
    shut: () => {
      open = false;
    },
    requests: () => entries.size,
    bytes: () => bytes,
    idle: () => (entries.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.add(resolve))),
    stop: () => stopLooking(),
  };
}
