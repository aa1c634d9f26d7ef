// Does a selection hold what the task asks for, as far as the records can answer it at all?
// In: the analysed request, its scores and a selection. Out: a Coverage. Must count only what stands in the text
// that is sent.
import type { Analysed } from "./analyse.ts";
import { type Margin, marginOf } from "./margin.ts";
import type { Coverage, ScoredRecord, Selection } from "./model.ts";
import { type Demands, demandsOf, type Obligation } from "./obligations.ts";

/**
 * A logistic model of "all the evidence is there", fitted on labelled cases and checked on others
 * (docs/selection.md).
 */
export interface CoverSettings {
  readonly bias: number;
  /** For the share of the answerable obligations that is covered. */
  readonly covered: number;
  /** For the score at the cut, over the best. */
  readonly front: number;
  /** For the share of all score that is sent. */
  readonly mass: number;
  /** For the share of all tokens that is sent. */
  readonly size: number;
  /** For ln(1 + number of obligations). */
  readonly demands: number;
  /** With something missing, a selection at least this likely to be complete is sufficient all the same. */
  readonly lenientMin: number;
}

/** A text that is sent, by the words in it. */
interface SentText {
  readonly position: number;
  readonly terms: ReadonlySet<number>;
}

export function cover(
  analysed: Analysed,
  records: readonly ScoredRecord[],
  selection: Selection | null,
  strict: boolean,
  settings: CoverSettings,
): Coverage {
  const demands = demandsOf(analysed.task, analysed.query, analysed.corpus.lexicon);
  const sent = sentTexts(analysed, records, selection);
  const everywhere = new Set(sent.flatMap(({ terms }) => [...terms]));
  const covered = demands.obligations.filter(({ terms }) => terms.every((term) => everywhere.has(term)));
  const open = demands.obligations.filter((one) => !covered.includes(one));
  const missing = open.filter((one) => isAnswerable(analysed, one));
  const absent = open.filter((one) => !isAnswerable(analysed, one));
  const share = covered.length + missing.length > 0 ? covered.length / (covered.length + missing.length) : 0;
  const margin = selection === null ? WHOLE : marginOf(records, selection);
  const score = selection === null ? 1 : likelihood(share, margin, demands.obligations.length, settings);
  const sufficient = missing.length === 0 || (!strict && score >= settings.lenientMin);
  return {
    sufficient,
    reason: reasonOf(sufficient, missing.length),
    score,
    evidenceShape: shapeOf(demands, covered, sent),
    evidenceTerms: { covered: covered.map(textOf), missing: missing.map(textOf), absent: absent.map(textOf) },
    repairReasons: sufficient ? [] : repairs(missing, margin),
  };
}

const WHOLE: Margin = { front: 0, mass: 1, size: 1 };

/** A cut this close to the best score dropped units that say as much as those sent. */
const CLOSE_FRONT_MIN = 0.5;

export function likelihood(share: number, margin: Margin, demands: number, settings: CoverSettings): number {
  const sum =
    settings.bias +
    settings.covered * share +
    settings.front * margin.front +
    settings.mass * margin.mass +
    settings.size * margin.size +
    settings.demands * Math.log(1 + demands);
  return 1 / (1 + Math.exp(-sum));
}

function sentTexts(
  { corpus }: Analysed,
  records: readonly ScoredRecord[],
  selection: Selection | null,
): readonly SentText[] {
  const texts =
    selection === null ? records.map((record) => ({ record, text: record.source.text })) : selection.excerpts;
  return texts.map(({ record, text }) => {
    const terms = new Set<number>();
    const read = (words: string): void => corpus.lexicon.eachTerm(words, 0, words.length, (term) => terms.add(term));
    read(text);
    read(record.source.title ?? "");
    return { position: record.position, terms };
  });
}

function isAnswerable({ corpus }: Analysed, { terms }: Obligation): boolean {
  return terms.every((term) => (corpus.blockFrequency[term] ?? 0) > 0);
}

function reasonOf(sufficient: boolean, missing: number): string {
  if (!sufficient) return "evidence_terms_missing";
  return missing === 0 ? "evidence_covered" : "evidence_likely";
}

/** One record that holds all that is covered, several that share it, arms of a comparison, or a list. */
function shapeOf(demands: Demands, covered: readonly Obligation[], sent: readonly SentText[]): string {
  if (covered.length === 0) return "unknown";
  const names = demands.obligations.filter(({ kind }) => kind === "entity" || kind === "id" || kind === "quote");
  if (demands.comparison && names.length > 1) return "comparison";
  const alone = sent.some(({ terms }) => covered.every((one) => one.terms.every((term) => terms.has(term))));
  if (alone) return demands.slots.length > 0 ? "single_fact" : "single_record";
  return demands.enumeration ? "enumeration" : "several_records";
}

function repairs(missing: readonly Obligation[], { front }: Margin): readonly string[] {
  const reasons = missing.map(({ kind, text }) => `missing_${kind}:${text}`);
  return front >= CLOSE_FRONT_MIN ? [...reasons, "close_cut"] : reasons;
}

function textOf({ text }: Obligation): string {
  return text;
}
