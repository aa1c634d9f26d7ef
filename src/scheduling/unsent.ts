// Responses that are ready and that their clients have not read. Ends those that keep other calls from being answered,
// because one organisation has too many or they hold too many bytes. The longest wait decides: a client that reads
// takes its response at once.
import { takeOut } from "./take-out.ts";

/** What this file needs to know about a call. */
export interface Unsent {
  /** Null for a call that was rejected before its organisation was known. */
  readonly organisation: string | null;
  /** When its response began to wait, in milliseconds; null while it is not waiting. */
  readonly leavingSince: number | null;
  /** Bytes that are held for it. */
  readonly held: number;
}

export interface UnsentResponses<Call extends Unsent> {
  readonly add: (call: Call) => void;
  readonly remove: (call: Call) => void;
  /** Longest wait first. */
  readonly all: () => readonly Call[];
  /** Ends calls that are `inTheWay`, longest wait first, until there is `enough` room for another. */
  readonly makeRoom: (inTheWay: (call: Call) => boolean, enough: () => boolean) => void;
}

/**
 * Most unread responses of one organisation, or of all callers without a key. Each costs about 10 kB besides its bytes.
 */
const UNSENT_MAX = 500;

/** Every response may wait at least this long, in milliseconds. */
const UNSENT_MS_MIN = 250;

/**
 * @param lingerMs how long a response may wait while others need its bytes
 * @param end ends a call whose client does not read the response
 */
export function createUnsentResponses<Call extends Unsent>(
  now: () => number,
  lingerMs: number,
  end: (call: Call) => void,
): UnsentResponses<Call> {
  const calls: Call[] = [];
  /** Organisations with too many responses, until a check shows whether they still have too many. */
  const crowded = new Set<string | null>();

  function waitedMs({ leavingSince }: Call): number {
    return now() - (leavingSince ?? now());
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
     * A thousand calls that arrive at once are answered in one turn of the event loop, before the network gets the
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
    makeRoom: (inTheWay, enough) => {
      for (const call of [...calls]) {
        if (inTheWay(call) && waitedMs(call) > lingerMs) end(call);
        if (enough()) return;
      }
    },
  };
}
