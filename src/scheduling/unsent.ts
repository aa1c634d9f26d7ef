// Responses that are ready and that their clients have not read. They are ended where they keep others from being
// answered: too many of one organisation, or too many bytes. How long one has waited decides; a client that reads takes
// its response at once.
import { takeOut } from "./take-out.ts";

/** A call as far as its response waits for the client. */
export interface Unsent {
  /** Null for one that was rejected before its organisation was known. */
  readonly organisation: string | null;
  /** Since when its response waits, in milliseconds; null while it does not. */
  readonly leavingSince: number | null;
  /** Bytes that are held for it. */
  readonly held: number;
}

export interface UnsentResponses<Call extends Unsent> {
  readonly add: (call: Call) => void;
  readonly remove: (call: Call) => void;
  /** The longest waiting first. */
  readonly all: () => readonly Call[];
  /** Ends those that are `inTheWay`, longest waiting first, until there is `enough` room for another. */
  readonly makeRoom: (inTheWay: (call: Call) => boolean, enough: () => boolean) => void;
}

/** Of one organisation; of those who show no key, all together. One costs about 10 kB besides its bytes. */
const UNSENT_MAX = 500;

/** How long a response may wait in any case, in milliseconds. */
const UNSENT_MS_MIN = 250;

/**
 * @param lingerMs longest wait for a client where bytes are short
 * @param end ends a call whose response is not read
 */
export function createUnsentResponses<Call extends Unsent>(
  now: () => number,
  lingerMs: number,
  end: (call: Call) => void,
): UnsentResponses<Call> {
  const calls: Call[] = [];
  /** Organisations with too many, until it is checked whether they stay too many. */
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
     * A thousand calls that came at once are answered in one turn of the event loop, before the network is offered the
     * first of the responses. By the turn after the next it has taken what has a reader.
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
