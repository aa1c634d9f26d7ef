// Sums up what selection does to many requests: a row for each request, and sums over rows. In: answered requests. Out:
// figures: counts, names, the task's own terms, the beginnings of missed evidence.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { sentTokens } from "../report/budget.ts";
import { percent } from "../report/figures.ts";
import type { Insight } from "../report/insight.ts";
import { BUDGET_SHARES, type Curve } from "./curve.ts";
import { type EvidenceKept, evidenceKept, type Gold } from "./evidence.ts";
import type { MoneyRow } from "./money.ts";

/** A term of the task that is in the records but not in the sent text. */
interface Pointer {
  readonly term: string;
  /** Positions of the first records that contain it. */
  readonly records: readonly number[];
}

export interface Row {
  readonly name: string;
  readonly group: string;
  readonly outcome: "selected" | "stood_down" | "failed";
  /** Why it stood down or failed; the gate's reason for a selection. */
  readonly reason: string;
  readonly tokensBefore: number;
  /** Headings and marks included; all tokens if the whole context is sent. */
  readonly tokensSent: number;
  /** null if nothing is labelled. */
  readonly evidence: EvidenceKept | null;
  readonly pointers: readonly Pointer[];
}

/** Bounds for each row, so that a hundred thousand of them fit into memory. */
const POINTERS_MAX = 8;
const RECORDS_MAX = 4;

export function rowOf(
  named: { readonly name: string; readonly group: string; readonly gold: Gold | null },
  request: ContextRequest,
  response: ContextResponse,
  insight: Insight | null,
): Row {
  const { name, group, gold } = named;
  const { formatMetrics, tokensBefore, fallbackUsed, selectionError, gate } = response;
  const fallback = formatMetrics?.engine_fallback_reason;
  const missing = insight?.taskTerms.filter(({ status }) => status === "missing") ?? [];
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

export interface Sum {
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
  /** Selections that leave out something that the task names. */
  readonly pointing: number;
}

export interface Evaluation {
  readonly total: Sum;
  readonly groups: readonly Sum[];
  /** Stand-downs and failures by reason, most frequent first. */
  readonly reasons: readonly (readonly [reason: string, requests: number])[];
  readonly rows: readonly Row[];
  /** Inputs that could not be read or answered. */
  readonly unread: readonly Unread[];
  readonly curves: readonly Curve[];
  readonly money: readonly MoneyRow[];
}

export interface Unread {
  /** A file, or a line of it as in `logs.jsonl:12`. */
  readonly place: string;
  readonly problem: string;
}

/** One line for each problem, because requests of one program share their errors. Most frequent first. */
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

export function summary(
  rows: readonly Row[],
  unread: readonly Unread[],
  { curves, money }: Pick<Evaluation, "curves" | "money">,
): Evaluation {
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
    curves,
    money,
  };
}

function sumOf(group: string, rows: readonly Row[]): Sum {
  const selected = rows.filter(({ outcome }) => outcome === "selected");
  const shares = selected.flatMap(({ evidence }) => (evidence === null ? [] : [evidence.kept / evidence.of]));
  const count = (outcome: Row["outcome"]): number => rows.filter((row) => row.outcome === outcome).length;
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

/** The selections that leave out most of what their tasks name, worst first. */
export function mostPointing(rows: readonly Row[], max: number): readonly Row[] {
  return rows
    .filter(({ outcome, pointers }) => outcome === "selected" && pointers.length > 0)
    .sort((one, other) => other.pointers.length - one.pointers.length)
    .slice(0, max);
}

/** Requests, tokens, tokens sent, saved, evidence, all of it, stood down: the cells of a sum, as text. */
export function sumCells(
  sum: Sum,
  { count, unlabelled }: { readonly count: (count: number) => string; readonly unlabelled: string },
): readonly string[] {
  const { requests, tokensBefore, tokensSent, evidence, complete, stoodDown, failed } = sum;
  const share = (value: number | null): string => (value === null ? unlabelled : percent(value));
  const counts = [requests, tokensBefore, tokensSent].map(count);
  return [...counts, savedShare(sum), share(evidence), share(complete), count(stoodDown + failed)];
}

/** Net of headings and marks; stand-downs count as nothing saved. */
export function savedShare({ tokensBefore, tokensSent }: Pick<Sum, "tokensBefore" | "tokensSent">): string {
  return percent(tokensBefore === 0 ? 0 : (tokensBefore - tokensSent) / tokensBefore);
}

/** Every figure as JSON, in snake_case as in `/v1`. */
export function evaluationJson({ total, groups, reasons, rows, unread, curves, money }: Evaluation): object {
  return {
    total: sumJson(total),
    groups: groups.map(sumJson),
    stood_down: Object.fromEntries(reasons),
    curves: curves.map(({ measure, requests, lines, knee }) => ({
      measure,
      requests,
      budgets: BUDGET_SHARES,
      kept: Object.fromEntries(lines.map(({ method, kept }) => [method, kept])),
      knee,
    })),
    money: money.map(({ prices, preset, untrimmed, sent }) => {
      const { model, date, source } = preset;
      return { prices, model, date, source, untrimmed, sent, saved: untrimmed - sent };
    }),
    requests: rows.map(({ tokensBefore, tokensSent, ...row }) => {
      return { ...row, tokens_before: tokensBefore, tokens_sent: tokensSent };
    }),
    not_read: unread,
  };
}

function sumJson({ stoodDown, tokensBefore, tokensSent, ...sum }: Sum): object {
  return { ...sum, stood_down: stoodDown, tokens_before: tokensBefore, tokens_sent: tokensSent };
}
