// What the engine knows about a request beyond its answer: every record's score, what the task asks for and where it
// stands, and how each rung of the ladder fared. Runs the engine's own stages once more, on the answer's own terms.
// In: a request and its answer. Out: an Insight. Must not decide anything: the answer is the one that was given.
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import type { EvidenceTermKind } from "../engine/coverage/evidence-terms.ts";
import type { Coverage, ScoredRecord, Selection, Stage } from "../engine/model.ts";
import { distinctUnits, sendersOf } from "../engine/packing/duplicates.ts";
import { coverage, measureAll, type Prepared, prepare, selectWithin } from "../engine/select.ts";
import { findPoint } from "../points/published.ts";
import { budgetOf, ladderOf, sourceRecord, taskOf } from "../service/request.ts";
import { sentFrom } from "./sent-from.ts";

export interface Rung {
  /** The budget that was tried, in tokens. */
  readonly tokens: number;
  /** Tokens of what was rendered under it; 0 when nothing fitted. */
  readonly renderedTokens: number;
  readonly coverage: Coverage;
}

export type Met = "covered" | "missing" | "absent";

export interface Demand {
  readonly text: string;
  readonly kind: EvidenceTermKind;
  /** Sent, dropped though the records hold it, or held by no record. */
  readonly met: Met;
  /** Positions of the records that are sent with it, and of those whose dropped text or title holds it; ascending. */
  readonly sentIn: readonly number[];
  readonly droppedIn: readonly number[];
}

export interface Insight {
  /** By position; blank records have none. */
  readonly records: ReadonlyMap<number, ScoredRecord>;
  /** The verdict on what is sent, whether or not the answer carries one. */
  readonly coverage: Coverage;
  readonly rungs: readonly Rung[];
  readonly demands: readonly Demand[];
  /** Why it was left out, by position; empty on a stand-down. */
  readonly fates: ReadonlyMap<number, Fate>;
  /** From which budget on a dropped record would be sent, by position; empty on a stand-down. */
  readonly sentFrom: ReadonlyMap<number, number>;
}

/**
 * @param counterfactuals whether to find from which budget on each dropped record would be sent: many more selections
 * @returns null where the engine has nothing to say: no usable record, or a selection pass that failed
 */
export async function insightInto(
  request: ContextRequest,
  response: ContextResponse,
  stage: Stage,
  { counterfactuals }: { readonly counterfactuals: boolean },
): Promise<Insight | null> {
  const point = findPoint(request.budget?.operatingPoint ?? null);
  if (point === null || response.selectionError !== undefined) return null;
  const measured = await measureAll(request.records.map(sourceRecord), stage);
  if (measured.length === 0) return null;
  const prepared = await prepare(measured, taskOf(request), point, stage);
  const strict = ladderOf(request.budget)?.strict ?? false;
  const budget = budgetOf(request);
  const pass = (maxTokens: number): Promise<Selection> =>
    selectWithin(prepared, { ...budget, maxTokens }, point, stage);
  const selection = response.fallbackUsed ? null : await pass(response.budgetTokens);
  const verdict = await coverage(prepared, selection, strict, point, stage);
  const rungs: Rung[] = [];
  for (const tokens of response.attemptedBudgetTokens) {
    const tried = await pass(tokens);
    const { renderedTokens } = tried;
    rungs.push({ tokens, renderedTokens, coverage: await coverage(prepared, tried, strict, point, stage) });
  }
  const fates: Insight["fates"] = selection === null ? new Map() : fatesOf(prepared, selection, budget.maxRecords);
  const dropped = new Set(counterfactuals ? fates.keys() : []);
  return {
    records: new Map(prepared.records.map((record) => [record.position, record])),
    coverage: verdict,
    rungs,
    demands: demandsIn(prepared, selection, verdict),
    fates,
    sentFrom: await sentFrom(prepared, { ...budget, maxTokens: response.budgetTokens }, dropped, point, stage),
  };
}

/** Demands that are looked up: a prompt can be a book. */
const DEMANDS_MAX = 200;

interface Place {
  readonly position: number;
  /** Terms of the text that is sent; null when the record is not sent. */
  readonly sent: ReadonlySet<number> | null;
  readonly whole: ReadonlySet<number>;
}

function demandsIn({ analysed, records }: Prepared, selection: Selection | null, verdict: Coverage): readonly Demand[] {
  const { vocabulary } = analysed.corpus;
  const { count, kindOf, textOf, terms, termsFrom } = analysed.needs().evidenceTerms;
  const evidenceTerms = Array.from({ length: Math.min(count, DEMANDS_MAX) }, (_, number) => {
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
    const met = covered.has(text) ? "covered" : missing.has(text) ? "missing" : "absent";
    const sentIn = places.filter(({ sent }) => holds(sent)).map(({ position }) => position);
    const droppedIn = places.filter(({ sent, whole }) => holds(whole) && !holds(sent)).map(({ position }) => position);
    return { text, kind, met, sentIn, droppedIn };
  });
}

export type Fate =
  /** Nothing in it matches the task. */
  | { readonly because: "no_match" }
  /** The record at `by` has the very same text and is sent instead. */
  | { readonly because: "repeated"; readonly by: number }
  /** What matches best in it stands in other records, too, and counts there. */
  | { readonly because: "copied" }
  /** What matches in it ranks so far below the best that no budget is spent on it. */
  | { readonly because: "weak" }
  /** As many records are sent as the request allows. */
  | { readonly because: "record_cap"; readonly max: number }
  /** When its best piece had its turn, too little of the budget was left. Places count from 1. */
  | { readonly because: "no_room"; readonly place: number; readonly of: number; readonly tokens: number };

/** By position, for every usable record that the selection leaves out. */
export function fatesOf(
  { ranked }: Prepared,
  { excerpts }: Selection,
  maxRecords: number | null,
): ReadonlyMap<number, Fate> {
  const { records, table, order } = ranked;
  const sent = new Set(excerpts.map(({ record }) => record.position));
  const capped = maxRecords !== null && excerpts.length >= maxRecords ? maxRecords : null;
  const senders = sendersOf(records);
  const bestPlaces = new Map<number, number>();
  for (const [place, id] of order.entries()) {
    const owner = table.owners[id] ?? 0;
    if (!bestPlaces.has(owner)) bestPlaces.set(owner, place);
  }
  const ownBest = ownersOfTheirBest(ranked);
  const fates = new Map<number, Fate>();
  for (const [owner, { position, score }] of records.entries()) {
    if (sent.has(position)) continue;
    const place = bestPlaces.get(owner);
    const sender = senders[owner] ?? owner;
    if (sender !== owner) {
      fates.set(position, { because: "repeated", by: records[sender]?.position ?? position });
    } else if (place !== undefined) {
      const tokens = table.tokens[order[place] ?? 0] ?? 0;
      const noRoom: Fate = { because: "no_room", place: place + 1, of: order.length, tokens };
      fates.set(position, capped === null ? noRoom : { because: "record_cap", max: capped });
    } else if (score > 0) {
      fates.set(position, { because: ownBest.has(owner) ? "weak" : "copied" });
    } else {
      fates.set(position, { because: "no_match" });
    }
  }
  return fates;
}

/** Indices of the records whose best unit stands nowhere else, or is the one that is taken of its copies. */
function ownersOfTheirBest({ records, table }: Prepared["ranked"]): ReadonlySet<number> {
  const scores = records[0]?.unitScores ?? new Float64Array(0);
  const owners = new Set<number>();
  for (const id of distinctUnits(records, table, scores).ids) {
    const owner = table.owners[id] ?? 0;
    if (scores[id] === records[owner]?.score) owners.add(owner);
  }
  return owners;
}
