// What the engine knows about a request beyond its answer: the score of each record, the status of each term of the
// task, why a record was dropped, and the verdict on each rung of the ladder. Runs the engine once more, and never
// changes the answer.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import type { EvidenceTermKind } from "../engine/coverage/evidence-terms.ts";
import type { Coverage, ScoredRecord, Selection, Stage } from "../engine/model.ts";
import { distinctUnits, sendersOf } from "../engine/packing/unit-table.ts";
import { coverage, measureAll, type Prepared, prepare, selectWithin } from "../engine/select.ts";
import { findPoint } from "../points/published.ts";
import { budgetOf, ladderOf, sourceRecord, taskOf } from "../service/request.ts";
import { sentFrom } from "./sent-from.ts";

export interface Rung {
  /** The budget that was tried, in tokens. */
  readonly tokens: number;
  /** Tokens of its rendered block; 0 if nothing fitted. */
  readonly renderedTokens: number;
  readonly coverage: Coverage;
}

export type TermStatus = "covered" | "missing" | "absent";

export interface TaskTerm {
  readonly text: string;
  readonly kind: EvidenceTermKind;
  /** Sent, dropped although a record contains it, or in no record. */
  readonly status: TermStatus;
  /** Ascending positions of the records whose sent part contains it, and of those whose omitted part does. */
  readonly sentIn: readonly number[];
  readonly droppedIn: readonly number[];
}

export interface Insight {
  /** By position; blank records have none. */
  readonly records: ReadonlyMap<number, ScoredRecord>;
  /** The verdict on the selection. The answer to a fixed budget has none. */
  readonly coverage: Coverage;
  readonly rungs: readonly Rung[];
  readonly taskTerms: readonly TaskTerm[];
  /** Why a record was dropped, by position; empty on a stand-down. */
  readonly dropReasons: ReadonlyMap<number, DropReason>;
  /** The budget that would include a dropped record, by position; empty on a stand-down. */
  readonly sentFrom: ReadonlyMap<number, number>;
}

/** @returns null without a usable record, and if the selection failed */
export async function insightInto(
  request: ContextRequest,
  response: ContextResponse,
  stage: Stage,
): Promise<Insight | null> {
  const point = findPoint(request.budget?.operatingPoint ?? null);
  if (point === null || response.selectionError !== undefined) return null;
  const measured = await measureAll(request.records.map(sourceRecord), stage);
  if (measured.length === 0) return null;
  const prepared = await prepare(measured, taskOf(request), point, stage);
  const strict = ladderOf(request.budget)?.strict ?? false;
  const budget = budgetOf(request);
  const pass = (maxContextTokens: number): Promise<Selection> =>
    selectWithin(prepared, { ...budget, maxContextTokens }, point, stage);
  const selection = response.fallbackUsed ? null : await pass(response.budgetTokens);
  const verdict = await coverage(prepared, selection, strict, point, stage);
  const rungs: Rung[] = [];
  for (const tokens of response.attemptedBudgetTokens) {
    const tried = await pass(tokens);
    const { renderedTokens } = tried;
    rungs.push({ tokens, renderedTokens, coverage: await coverage(prepared, tried, strict, point, stage) });
  }
  const dropReasons: Insight["dropReasons"] =
    selection === null ? new Map() : dropReasonsOf(prepared, selection, budget.maxRecords);
  const dropped = new Set(dropReasons.keys());
  return {
    records: new Map(prepared.records.map((record) => [record.position, record])),
    coverage: verdict,
    rungs,
    taskTerms: taskTermsIn(prepared, selection, verdict),
    dropReasons,
    sentFrom: await sentFrom(prepared, { ...budget, maxContextTokens: response.budgetTokens }, dropped, point, stage),
  };
}

/** Most terms that are looked up, because a prompt can be a book. */
const TASK_TERMS_MAX = 200;

interface Place {
  readonly position: number;
  /** Terms of the sent text; null if the record is not sent. */
  readonly sent: ReadonlySet<number> | null;
  readonly whole: ReadonlySet<number>;
}

function taskTermsIn(
  { analysed, records }: Prepared,
  selection: Selection | null,
  verdict: Coverage,
): readonly TaskTerm[] {
  const { vocabulary } = analysed.corpus;
  const { count, kindOf, textOf, terms, termsFrom } = analysed.needs().evidenceTerms;
  const evidenceTerms = Array.from({ length: Math.min(count, TASK_TERMS_MAX) }, (_, number) => {
    const own = terms.subarray(termsFrom[number], termsFrom[number + 1]);
    return { text: textOf(number), kind: kindOf(number), terms: own };
  });
  const asked = new Set(evidenceTerms.flatMap((one) => [...one.terms]));
  const termsOf = (text: string, title: string | null): ReadonlySet<number> => {
    const read = [...vocabulary.termsIn(text), ...vocabulary.termsIn(title ?? "")];
    return new Set(read.filter((term) => asked.has(term)));
  };
  const excerpts = new Map(selection?.excerpts.map((excerpt) => [excerpt.record.position, excerpt.text]));
  const places = records.map(({ position, source }): Place => {
    const whole = termsOf(source.text, source.title);
    if (selection === null) return { position, sent: whole, whole };
    const excerpt = excerpts.get(position);
    return { position, sent: excerpt === undefined ? null : termsOf(excerpt, source.title), whole };
  });
  const evidence = verdict.evidence().terms;
  const covered = new Set(evidence.covered);
  const missing = new Set(evidence.missing);
  return evidenceTerms.map(({ text, kind, terms }) => {
    const holds = (held: ReadonlySet<number> | null): boolean => held !== null && terms.every((term) => held.has(term));
    const status = covered.has(text) ? "covered" : missing.has(text) ? "missing" : "absent";
    const sentIn = places.filter(({ sent }) => holds(sent)).map(({ position }) => position);
    const droppedIn = places.filter(({ sent, whole }) => holds(whole) && !holds(sent)).map(({ position }) => position);
    return { text, kind, status, sentIn, droppedIn };
  });
}

export type DropReason =
  /** Nothing in it matches the task. */
  | { readonly because: "no_match" }
  /** The record at `by` has the same text and is sent instead. */
  | { readonly because: "repeated"; readonly by: number }
  /** Its best match is also in another record and was counted there. */
  | { readonly because: "copied" }
  /** Its best match ranks so far below the best of all that it is not worth any budget. */
  | { readonly because: "weak" }
  /** The request allows no more records. */
  | { readonly because: "record_cap"; readonly max: number }
  /** The pieces before its best one used up the budget. Ranks count from 1. */
  | { readonly because: "no_room"; readonly place: number; readonly of: number; readonly tokens: number };

/** By position, for each usable record that the selection leaves out. */
export function dropReasonsOf(
  { ranked }: Prepared,
  { excerpts }: Selection,
  maxRecords: number | null,
): ReadonlyMap<number, DropReason> {
  const { records, table, order } = ranked;
  const sent = new Set(excerpts.map(({ record }) => record.position));
  const capped = maxRecords !== null && excerpts.length >= maxRecords ? maxRecords : null;
  const senders = sendersOf(records);
  const bestPlaces = new Map<number, number>();
  for (const [place, id] of order.entries()) {
    const owner = table.owners[id] ?? 0;
    if (!bestPlaces.has(owner)) bestPlaces.set(owner, place);
  }
  const ownBest = recordsWithTheirBest(ranked);
  const dropReasons = new Map<number, DropReason>();
  for (const [owner, { position, score }] of records.entries()) {
    if (sent.has(position)) continue;
    const place = bestPlaces.get(owner);
    const sender = senders[owner] ?? owner;
    if (sender !== owner) {
      dropReasons.set(position, { because: "repeated", by: records[sender]?.position ?? position });
    } else if (place !== undefined) {
      const tokens = table.tokens[order[place] ?? 0] ?? 0;
      const noRoom: DropReason = { because: "no_room", place: place + 1, of: order.length, tokens };
      dropReasons.set(position, capped === null ? noRoom : { because: "record_cap", max: capped });
    } else if (score > 0) {
      dropReasons.set(position, { because: ownBest.has(owner) ? "weak" : "copied" });
    } else {
      dropReasons.set(position, { because: "no_match" });
    }
  }
  return dropReasons;
}

/** Indices of the records whose best unit is kept: it has no copy, or it is the one chosen among its copies. */
function recordsWithTheirBest({ records, table }: Prepared["ranked"]): ReadonlySet<number> {
  const scores = records[0]?.unitScores ?? new Float64Array(0);
  const owners = new Set<number>();
  for (const id of distinctUnits(records, table, scores).ids) {
    const owner = table.owners[id] ?? 0;
    if (scores[id] === records[owner]?.score) owners.add(owner);
  }
  return owners;
}
