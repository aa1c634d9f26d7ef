// Ends answers that are out and that nobody takes, where they keep others from being answered: too many of one
// organisation, or too many bytes. How long an answer has waited decides; a reader who is there takes it at once.
import type { KeptWaiting } from "./kept-waiting.ts";
import type { Entry } from "./slot.ts";

/** How long an answer may at least wait for its reader, however many do, in milliseconds. */
const UNREAD_MS_MIN = 250;

export interface UnreadAnswers {
  /** An organisation has more of them than one may have. */
  readonly tooMany: (organisation: string | null) => void;
  /** Ends those that are `inTheWay`, longest waiting first, until there is `enough` room for another. */
  readonly makeRoom: (inTheWay: (entry: Entry) => boolean, enough: () => boolean) => void;
}

/**
 * @param lingerMs longest wait for a reader where bytes are short
 * @param end ends a call whose answer nobody takes
 */
export function createUnreadAnswers(
  waiting: KeptWaiting<Entry>,
  now: () => number,
  lingerMs: number,
  end: (entry: Entry) => void,
): UnreadAnswers {
  /** Organisations with too many, until it is seen whether they stay too many. */
  const crowded = new Set<string | null>();

  function thinOut(organisation: string | null): void {
    crowded.delete(organisation);
    const at = now();
    for (const entry of waiting.tooMany(organisation)) if (unreadMs(entry, at) > UNREAD_MS_MIN) end(entry);
  }

  return {
    /**
     * A thousand calls that came at once are answered in one turn of the event loop, before the network is offered the
     * first of the answers, however long that turn takes. By the turn after the next, it has taken what has a reader.
     */
    tooMany: (organisation) => {
      if (crowded.has(organisation)) return;
      crowded.add(organisation);
      setImmediate(() => setImmediate(() => thinOut(organisation)));
    },
    makeRoom: (inTheWay, enough) => {
      const at = now();
      for (const entry of [...waiting.unread()]) {
        if (inTheWay(entry) && unreadMs(entry, at) > lingerMs) end(entry);
        if (enough()) return;
      }
    },
  };
}

/** How long its answer has waited for its reader. */
function unreadMs({ leavingSince }: Entry, now: number): number {
  return now - (leavingSince ?? now);
}
