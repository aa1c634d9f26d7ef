// Does a selection hold what the task asks for, as far as the records can answer it at all?
// In: the analysed request, its scores and a selection. Out: a Coverage. Must count only what stands in the text
// that is sent.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { uint8s } from "../text/slab.ts";
import type { Analysed } from "./analyse.ts";
import { textTerms } from "./corpus/text-terms.ts";
import { type CoverSettings, likelihood, type Signs } from "./judging/likelihood.ts";
import { type Margin, marginOf } from "./judging/margin.ts";
import type { Demands, Obligation } from "./judging/obligations.ts";
import type { Coverage, ScoredRecord, Selection } from "./model.ts";

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
  const sent = sentTerms(analysed, records, selection, checkpoint);
  const isSent = uint8s(analysed.corpus.lexicon.size());
  for (const terms of sent) for (let at = 0; at < terms.length; at += 1) isSent[terms[at] ?? 0] = 1;
  const covered: Obligation[] = [];
  const missing: Obligation[] = [];
  const absent: Obligation[] = [];
  for (const one of demands.obligations) {
    if (one.terms.every((term) => isSent[term] === 1)) covered.push(one);
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

/** The terms of each text that is sent, those of its record's title among them. */
function sentTerms(
  { corpus, termsOf }: Analysed,
  records: readonly ScoredRecord[],
  selection: Selection | null,
  checkpoint: Checkpoint,
): readonly Int32Array[] {
  const sent = selection?.excerpts ?? records.map((record) => ({ record, text: record.source.text }));
  return sent.map(({ record: { source }, text }) => {
    checkpoint();
    // What is sent whole is sent again on the next rung.
    return text === source.text ? termsOf(source) : textTerms(corpus.lexicon, text, source.title);
  });
}

function isAnswerable({ corpus }: Analysed, { terms }: Obligation): boolean {
  return terms.every((term) => (corpus.blockFrequency[term] ?? 0) > 0);
}

function reasonOf(sufficient: boolean, missing: number): string {
  if (missing > 0) return sufficient ? "evidence_likely" : "evidence_terms_missing";
  return sufficient ? "evidence_covered" : "evidence_unsure";
}

/** One record that holds all that is covered, several that share it, arms of a comparison, or a list. */
function shapeOf(demands: Demands, covered: readonly Obligation[], sent: readonly Int32Array[]): string {
  if (covered.length === 0) return "unknown";
  const names = demands.obligations.filter(({ kind }) => kind === "entity" || kind === "id" || kind === "quote");
  if (demands.comparison && names.length > 1) return "comparison";
  const needed = new Set(covered.flatMap(({ terms }) => terms));
  if (sent.some((terms) => holdsAll(terms, needed))) return demands.slots.length > 0 ? "single_fact" : "single_record";
  return demands.enumeration ? "enumeration" : "several_records";
}

/** Walks the terms of the text: to ask for each demand costs the product of texts and demands, 5 s for 960 kB. */
function holdsAll(terms: Int32Array, needed: ReadonlySet<number>): boolean {
  if (terms.length < needed.size) return false;
  const held = new Set<number>();
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] ?? 0;
    if (needed.has(term)) held.add(term);
  }
  return held.size === needed.size;
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
