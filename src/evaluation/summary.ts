// What a folder of requests says about selection on one's own traffic: a row a request, and the sums over rows.
// In: answered requests. Out: figures: counts, names, the task's own terms, the beginnings of evidence that is missed.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { sentTokens } from "../report/budget.ts";
import type { Insight } from "../report/insight.ts";
import { type EvidenceKept, evidenceKept, type Gold } from "./evidence.ts";

/** A term of the task that the records hold and what is sent does not. */
export interface Pointer {
  readonly term: string;
  /** Positions of the first records that hold it. */
  readonly records: readonly number[];
}

export interface ProbeRow {
  readonly name: string;
  readonly group: string;
  readonly outcome: "selected" | "stood_down" | "failed";
  /** Why it stood down or failed; the gate's reason for a selection. */
  readonly reason: string;
  readonly tokensBefore: number;
  /** See `sentTokens`. */
  readonly tokensSent: number;
  /** null where nothing is labelled. */
  readonly evidence: EvidenceKept | null;
  readonly pointers: readonly Pointer[];
}

/** Kept of each row, so that a hundred thousand of them fit. */
const POINTERS_MAX = 8;
const RECORDS_MAX = 4;

export function probeRow(
  named: { readonly name: string; readonly group: string; readonly gold: Gold | null },
  request: ContextRequest,
  response: ContextResponse,
  insight: Insight | null,
): ProbeRow {
  const { name, group, gold } = named;
  const { formatMetrics, tokensBefore, fallbackUsed, selectionError, gate } = response;
  const fallback = formatMetrics?.engine_fallback_reason;
  const missing = insight?.demands.filter(({ met }) => met === "missing") ?? [];
  return {
    name,
    group,
    outcome: selectionError !== undefined ? "failed" : fallbackUsed ? "stood_down" : "selected",
    reason: selectionError ?? (typeof fallback === "string" ? fallback : (gate?.reason ?? "")),
    tokensBefore,
    tokensSent: sentTokens(response),
    evidence: gold === null ? null : evidenceKept(gold, request, response),
    pointers: missing
      .slice(0, POINTERS_MAX)
      .map(({ text, droppedIn }) => ({ term: text, records: droppedIn.slice(0, RECORDS_MAX) })),
  };
}

export interface ProbeSum {
  readonly group: string;
  readonly requests: number;
  readonly selected: number;
  readonly stoodDown: number;
  readonly failed: number;
  readonly tokensBefore: number;
  readonly tokensSent: number;
  readonly labelled: number;
  /** Mean share of the evidence that is sent, and share of requests with all of it, over labelled selections. */
  readonly evidence: number | null;
  readonly complete: number | null;
  /** Selections that leave something out which the task names. */
  readonly pointing: number;
}

export interface Probe {
  readonly total: ProbeSum;
  readonly groups: readonly ProbeSum[];
  /** Stand-downs and failures by reason, most frequent first. */
  readonly reasons: readonly (readonly [reason: string, requests: number])[];
  readonly rows: readonly ProbeRow[];
  /** What could not be read or answered. */
  readonly unread: readonly Unread[];
}

export interface Unread {
  /** A file, or a file's line as in `logs.jsonl:12`. */
  readonly place: string;
  readonly problem: string;
}

/** One line a problem: requests that were made by one program have one mistake. Most frequent first. */
export interface UnreadSum {
  readonly problem: string;
  readonly times: number;
  readonly first: string;
}

export function unreadSums(unread: readonly Unread[]): readonly UnreadSum[] {
  return [...Map.groupBy(unread, ({ problem }) => problem)]
    .map(([problem, of]) => ({ problem, times: of.length, first: of[0]?.place ?? "" }))
    .sort((one, other) => other.times - one.times);
}

export function probe(rows: readonly ProbeRow[], unread: readonly Unread[]): Probe {
  const groups = Map.groupBy(rows, ({ group }) => group);
  const stopped = Map.groupBy(
    rows.filter(({ outcome }) => outcome !== "selected"),
    ({ reason }) => reason,
  );
  return {
    total: sumOf("all", rows),
    groups: [...groups].map(([group, own]) => sumOf(group, own)),
    reasons: [...stopped]
      .map(([reason, own]) => [reason, own.length] as const)
      .sort(([, one], [, other]) => other - one),
    rows,
    unread,
  };
}

function sumOf(group: string, rows: readonly ProbeRow[]): ProbeSum {
  const selected = rows.filter(({ outcome }) => outcome === "selected");
  const shares = selected.flatMap(({ evidence }) => (evidence === null ? [] : [evidence.kept / evidence.of]));
  const count = (outcome: ProbeRow["outcome"]): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    group,
    requests: rows.length,
    selected: selected.length,
    stoodDown: count("stood_down"),
    failed: count("failed"),
    tokensBefore: rows.reduce((sum, row) => sum + row.tokensBefore, 0),
    tokensSent: rows.reduce((sum, row) => sum + row.tokensSent, 0),
    labelled: rows.filter(({ evidence }) => evidence !== null).length,
    evidence: mean(shares),
    complete: mean(shares.map((share) => (share === 1 ? 1 : 0))),
    pointing: selected.filter(({ pointers }) => pointers.length > 0).length,
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The selections that leave out most of what their task names, worst first. */
export function mostPointing(rows: readonly ProbeRow[], max: number): readonly ProbeRow[] {
  return rows
    .filter(({ outcome, pointers }) => outcome === "selected" && pointers.length > 0)
    .sort((one, other) => other.pointers.length - one.pointers.length)
    .slice(0, max);
}
