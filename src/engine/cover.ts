// Does a selection hold what the task asks for, as far as the records can answer it at all?
// In: the analysed request, its scores and a selection. Out: a Coverage. Must count only what stands in the text
// that is sent.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Analysed } from "./analyse.ts";
import { type CoverSettings, likelihood, type Signs } from "./judging/likelihood.ts";
import { type Margin, marginOf } from "./judging/margin.ts";
import type { Demands, Obligation } from "./judging/obligations.ts";
import { type Sent, sentTerms } from "./judging/sent-terms.ts";
import type { Coverage, ScoredRecord, Selection } from "./model.ts";
import { wholePiece } from "./packing/pieces.ts";

/** A verdict, and the signs that its score was computed from. */
export interface Judged extends Coverage {
  readonly signs: Signs;
}

export function cover(
  analysed: Analysed,
  records: readonly ScoredRecord[],
  selection: Selection | null,
  strict: boolean,
  settings: CoverSettings,
  checkpoint: Checkpoint = unchecked,
): Judged {
  const demands = analysed.demands(checkpoint);
  const sent = sentTerms(analysed, analysed.asked(checkpoint), selection?.excerpts ?? wholes(records), checkpoint);
  const isSent = new Set<number>();
  for (const terms of sent) {
    checkpoint();
    for (const term of terms) isSent.add(term);
  }
  const covered: Obligation[] = [];
  const missing: Obligation[] = [];
  const absent: Obligation[] = [];
  for (const one of demands.obligations) {
    if (one.terms.every((term) => isSent.has(term))) covered.push(one);
    else (isAnswerable(analysed, one) ? missing : absent).push(one);
  }
  const answerable = covered.length + missing.length;
  const margin = selection === null ? WHOLE : marginOf(records, selection);
  const signs = {
    covered: answerable > 0 ? covered.length / answerable : 0,
    ...margin,
    demands: demands.obligations.length,
    records: records.length,
    units: records.reduce((sum, { units }) => sum + units.length, 0),
  };
  const score = selection === null ? 1 : likelihood(signs, settings);
  const sufficient = strict ? missing.length === 0 && score >= settings.strictMin : score >= settings.lenientMin;
  return {
    sufficient,
    reason: reasonOf(sufficient, missing.length),
    score,
    evidenceShape: shapeOf(demands, covered, sent),
    evidenceTerms: { covered: covered.map(textOf), missing: missing.map(textOf), absent: absent.map(textOf) },
    repairReasons: sufficient ? [] : repairs(missing, margin),
    signs,
  };
}

const WHOLE: Margin = { front: 0, mass: 1 };

/** A cut this close to the best score dropped units that say as much as those sent. */
const CLOSE_FRONT_MIN = 0.5;

/** Every record whole: what a selection that is null stands for. */
function wholes(records: readonly ScoredRecord[]): readonly Sent[] {
  return records.map((record) => ({ record, text: record.source.text, marks: "", pieces: [wholePiece(record)] }));
}

function isAnswerable({ corpus }: Analysed, { terms }: Obligation): boolean {
  return terms.every((term) => (corpus.blockFrequency[term] ?? 0) > 0);
}

function reasonOf(sufficient: boolean, missing: number): string {
  if (missing > 0) return sufficient ? "evidence_likely" : "evidence_terms_missing";
  return sufficient ? "evidence_covered" : "evidence_unsure";
}

/** One record that holds all that is covered, several that share it, arms of a comparison, or a list. */
function shapeOf(demands: Demands, covered: readonly Obligation[], sent: readonly (readonly number[])[]): string {
  if (covered.length === 0) return "unknown";
  const names = demands.obligations.filter(({ kind }) => kind === "entity" || kind === "id" || kind === "quote");
  if (demands.comparison && names.length > 1) return "comparison";
  const needed = new Set(covered.flatMap(({ terms }) => terms));
  if (sent.some((terms) => holdsAll(terms, needed))) return demands.slots.length > 0 ? "single_fact" : "single_record";
  return demands.enumeration ? "enumeration" : "several_records";
}

/** @param terms each once */
function holdsAll(terms: readonly number[], needed: ReadonlySet<number>): boolean {
  if (terms.length < needed.size) return false;
  let held = 0;
  for (const term of terms) if (needed.has(term)) held += 1;
  return held === needed.size;
}

/** What a larger budget or a clearer task could mend; never empty. */
function repairs(missing: readonly Obligation[], { front }: Margin): readonly string[] {
  const reasons = missing.map(({ kind, text }) => `missing_${kind}:${text}`);
  if (front >= CLOSE_FRONT_MIN) return [...reasons, "close_cut"];
  return reasons.length > 0 ? reasons : ["matches_left_out"];
}

function textOf({ text }: Obligation): string {
  return text;
}
