// A bound on requests or bytes that organisations share. To make room in it, it ends unread responses. It counts and
// keeps lists; its callers decide what a call may hold.
import { takeOut } from "../lists.ts";

interface SharedBudget {
  /** @returns false, and counts nothing, if there is no room or the holder has used up its share */
  readonly take: (holder: string | null, amount: number) => boolean;
  /** Counts an amount without checking the bound. A negative amount is released. */
  readonly add: (holder: string | null, amount: number) => void;
  readonly held: (holder: string | null) => number;
  readonly total: () => number;
  /** Whether the budget as a whole has room for this much more. */
  readonly hasRoom: (amount: number) => boolean;
}

/** One holder may have this many times the remaining amount. */
const ALPHA = 2;

/**
 * One organisation may hold twice what remains for all others: two thirds of the bound while it is alone, and less with
 * each one that joins. So there is always room for the next one (dynamic thresholds, Choudhury and Hahne 1998).
 */
export function createSharedBudget(max: number): SharedBudget {
  const held = new Map<string | null, number>();
  let total = 0;

  function heldBy(holder: string | null): number {
    return held.get(holder) ?? 0;
  }

  function add(holder: string | null, amount: number): void {
    const now = heldBy(holder) + amount;
    if (now === 0) held.delete(holder);
    else held.set(holder, now);
    total += amount;
  }

  return {
    take: (holder, amount) => {
      const before = heldBy(holder);
      // The first one may exceed the share. Otherwise it could never be taken.
      const isShare = before === 0 || before + amount <= ALPHA * (max - total);
      if (total + amount > max || !isShare) return false;
      add(holder, amount);
      return true;
    },
    add,
    held: heldBy,
    total: () => total,
    hasRoom: (amount) => total + amount <= max,
  };
}

/** What this file needs to know about a call. */
interface Unsent {
  /** Null for a call that was rejected before its organisation was known. */
  readonly organisation: string | null;
  /** When its response began to wait, in milliseconds; null while it is not waiting. */
  readonly waitingSince: number | null;
  /** Bytes that are held for it. */
  readonly held: number;
}

interface UnsentResponses<Call extends Unsent> {
  readonly add: (call: Call) => void;
  readonly remove: (call: Call) => void;
  /** Longest wait first. */
  readonly all: () => readonly Call[];
  /** Ends calls that `isBlocking` selects, longest wait first, until `enough` says that there is room for another. */
  readonly makeRoom: (isBlocking: (call: Call) => boolean, enough: () => boolean) => void;
}

/**
 * Most unread responses of one organisation, or of all callers without a key. Each costs about 10 kB besides its bytes.
 */
const UNSENT_MAX = 500;

/** Every response may wait at least this long, in milliseconds. */
const UNSENT_MS_MIN = 250;

/**
 * Responses that are ready and that their clients have not read. Ends responses that block other calls, because one
 * organisation has too many or they hold too many bytes. The one that has waited longest goes first, because a client
 * that reads takes its response at once.
 * @param lingerMs how long a response may wait while others need its bytes
 * @param end ends a call whose client does not read the response
 */
export function createUnsentResponses<Call extends Unsent>(
  now: () => number,
  lingerMs: number,
  end: (call: Call) => void,
): UnsentResponses<Call> {
  const calls: Call[] = [];
  /** Organisations that had too many responses at the last check. */
  const crowded = new Set<string | null>();

  function waitedMs({ waitingSince }: Call): number {
    return now() - (waitingSince ?? now());
  }

  function theirs(organisation: string | null): readonly Call[] {
    return calls.filter((call) => call.organisation === organisation);
  }

  function thinOut(organisation: string | null): void {
    crowded.delete(organisation);
    const all = theirs(organisation);
    for (const call of all.slice(0, Math.max(0, all.length - UNSENT_MAX))) {
      if (waitedMs(call) > UNSENT_MS_MIN) end(call);
    }
  }

  return {
    /**
     * A thousand calls that arrive together are answered in one turn of the event loop, before the network gets the
     * first response. By the turn after the next, the network has taken every response that has a reader.
     */
    add: (call) => {
      calls.push(call);
      const { organisation } = call;
      if (calls.length <= UNSENT_MAX || crowded.has(organisation)) return;
      if (theirs(organisation).length <= UNSENT_MAX) return;
      crowded.add(organisation);
      setImmediate(() => setImmediate(() => thinOut(organisation)));
    },
    remove: (call) => {
      takeOut(calls, call);
    },
    all: () => calls,
    makeRoom: (isBlocking, enough) => {
      for (const call of [...calls]) {
        if (isBlocking(call) && waitedMs(call) > lingerMs) end(call);
        if (enough()) return;
      }
    },
  };
}
