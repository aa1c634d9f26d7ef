// One request that is being worked on, until its answer is over: what is kept of it, and what it may ask for meanwhile.
import type { Exchange } from "../../http/exchange.ts";
import type { HeldBytes } from "./held-bytes.ts";
import type { KeptWaiting, WaitedFor } from "./kept-waiting.ts";
import type { Timed } from "./overdue.ts";

/** What it may ask for. */
export interface Slot {
  /**
   * Counts the call among those that its organisation keeps waiting, until its body has come or, should the client hold
   * it open as a stream, until it is over.
   * @returns false when the organisation has as many of them as one may have
   */
  readonly awaitBody: (organisation: string, until: "arrived" | "over") => boolean;
  readonly bodyArrived: () => void;
  /**
   * Counts bytes as held until there is an answer. False, and nothing counted, when they would pass the bound or the
   * share of an organisation, or when the call is over already: what is decompressed by then is nobody's, and nobody
   * would give it back.
   */
  readonly hold: (bytes: number) => boolean;
  /**
   * Counts the bytes of the answer instead, until its reader has taken them. False, and nothing changed, when they
   * would pass the bound: a few kilobytes in gzip may be answered with megabytes.
   */
  readonly holdAnswer: (bytes: number) => boolean;
}

/** What is kept of it. */
export interface Entry extends WaitedFor, Timed {
  /** False for one that was turned away, whose answer somebody has still to take. */
  readonly letIn: boolean;
  /** Whether it has a place among those that are worked on. */
  placed: boolean;
  over: boolean;
}

export function newEntry(exchange: Exchange, onBodyOverdue: () => void, letIn: boolean, now: number): Entry {
  const waits = { organisation: null, arriving: false, unread: false, held: 0 };
  const times = { startedAt: now, endedAt: null, leavingSince: null };
  return { exchange, onBodyOverdue, letIn, placed: letIn, over: false, ...times, ...waits };
}

export function slotOf(entry: Entry, waiting: KeptWaiting<Entry>, held: HeldBytes<Entry>): Slot {
  return {
    awaitBody: (organisation, until) => {
      const { exchange } = entry;
      if (until === "arrived" && (exchange.hasArrived() || !exchange.mayHaveBody())) {
        entry.organisation = organisation;
        return true;
      }
      return waiting.arrives(entry, organisation);
    },
    bodyArrived: () => waiting.hasArrived(entry),
    hold: (count) => !entry.over && held.hold(entry, count),
    holdAnswer: (count) => entry.over || held.holdAnswer(entry, count),
  };
}
