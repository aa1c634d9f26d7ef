// What each organisation keeps the service waiting for: bodies that have not come, answers that are not taken, streams
// that are held open. Nobody may fill the room of all others with it, and whoever shows no key has the least. Counts
// only; who is told and what is ended is decided by whoever asks.
import { takeOut } from "../take-out.ts";

/** The share of the places, and of the bytes, that one organisation may keep waiting. */
const SHARE = 0.5;

/**
 * Answers of one organisation that its clients have not taken; of those who are turned away without a key, all
 * together. One costs about 10 kB besides its bytes, and what a client takes at once is none.
 */
const UNREAD_MAX = 500;

/** One call, as far as somebody is waited for. */
export interface WaitedFor {
  /** Null for a call that was not let in. */
  organisation: string | null;
  /** Its body is still to come, or it is a stream that its client keeps open. */
  arriving: boolean;
  /** Its answer is out and not taken. */
  unread: boolean;
  /** Bytes that are held for it. */
  held: number;
}

interface Kept {
  arriving: number;
  unread: number;
  bytes: number;
}

export interface KeptWaiting<Call extends WaitedFor> {
  /** @returns false, and nothing counted, when its organisation has as many of them as one may have */
  readonly arrives: (call: Call, organisation: string) => boolean;
  readonly hasArrived: (call: Call) => void;
  /** Whether a call may hold so many more bytes as far as its organisation's share goes. */
  readonly mayHold: (call: Call, bytes: number) => boolean;
  /** A call holds so many bytes more, or fewer when negative. */
  readonly holds: (call: Call, bytes: number) => void;
  /** @returns true when its organisation has more of them now than one may have */
  readonly isUnread: (call: Call) => boolean;
  /** The answers of an organisation that are too many, the longest waiting first. */
  readonly tooMany: (organisation: string | null) => readonly Call[];
  readonly isOver: (call: Call) => void;
  /** Those whose answers are not taken, the longest waiting first. */
  readonly unread: () => readonly Call[];
}

export function createKeptWaiting<Call extends WaitedFor>(maxRequests: number, maxBytes: number): KeptWaiting<Call> {
  /** One entry for each organisation that has ever called. */
  const kept = new Map<string | null, Kept>();
  const unread: Call[] = [];
  const arrivingMax = Math.ceil(maxRequests * SHARE);
  const bytesMax = maxBytes * SHARE;

  function of(organisation: string | null): Kept {
    const found = kept.get(organisation);
    if (found !== undefined) return found;
    const first = { arriving: 0, unread: 0, bytes: 0 };
    kept.set(organisation, first);
    return first;
  }

  function count({ organisation }: Call, change: Readonly<Kept>): void {
    const counts = of(organisation);
    counts.arriving += change.arriving;
    counts.unread += change.unread;
    counts.bytes = counts.arriving + counts.unread > 0 ? counts.bytes + change.bytes : 0;
  }

  function hasArrived(call: Call): void {
    if (!call.arriving) return;
    call.arriving = false;
    count(call, { arriving: -1, unread: 0, bytes: -call.held });
  }

  return {
    arrives: (call, organisation) => {
      if (of(organisation).arriving >= arrivingMax) return false;
      call.organisation = organisation;
      call.arriving = true;
      count(call, { arriving: 1, unread: 0, bytes: call.held });
      return true;
    },
    hasArrived,
    mayHold: (call, bytes) => {
      if (!call.arriving) return true;
      const all = of(call.organisation).bytes;
      // One alone may be larger than the share: it keeps nobody else of its organisation waiting.
      return all === call.held || all + bytes <= bytesMax;
    },
    holds: (call, bytes) => {
      call.held += bytes;
      if (call.arriving || call.unread) count(call, { arriving: 0, unread: 0, bytes });
    },
    isUnread: (call) => {
      hasArrived(call);
      if (call.unread) return false;
      call.unread = true;
      unread.push(call);
      count(call, { arriving: 0, unread: 1, bytes: call.held });
      return of(call.organisation).unread > UNREAD_MAX;
    },
    tooMany: (organisation) => {
      const theirs = unread.filter((call) => call.organisation === organisation);
      return theirs.slice(0, Math.max(0, theirs.length - UNREAD_MAX));
    },
    isOver: (call) => {
      hasArrived(call);
      if (!call.unread) return;
      call.unread = false;
      takeOut(unread, call);
      count(call, { arriving: 0, unread: -1, bytes: -call.held });
    },
    unread: () => unread,
  };
}
