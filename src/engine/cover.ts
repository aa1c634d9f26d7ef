// Does a selection hold what the task asks for, as far as the records can answer it at all?
// In: the analysed request and a selection. Out: a Coverage. Must count only what stands in the text that is sent.
import { createLexicon } from "../text/lexicon.ts";
import type { Analysed } from "./analyse.ts";
import type { Coverage, Selection } from "./model.ts";

export interface CoverSettings {
  /** Share of the answerable evidence terms that a selection must hold when the check is lenient, 0 to 1. */
  readonly lenientMin: number;
}

export function cover(
  analysed: Analysed,
  selection: Selection | null,
  strict: boolean,
  settings: CoverSettings,
): Coverage {
  const { query, corpus, records } = analysed;
  const lexicon = createLexicon();
  const sent = new Set<string>();
  const sentTexts =
    selection === null ? records.map((record) => ({ text: record.source.text, record })) : selection.excerpts;
  for (const { text, record } of sentTexts) {
    lexicon.eachTerm(text, 0, text.length, (term) => sent.add(lexicon.form(term)));
    const title = record.source.title ?? "";
    lexicon.eachTerm(title, 0, title.length, (term) => sent.add(lexicon.form(term)));
  }
  const covered: string[] = [];
  const missing: string[] = [];
  const absent: string[] = [];
  for (const { term } of query.terms) {
    const form = corpus.lexicon.form(term);
    if (sent.has(form)) covered.push(form);
    else if ((corpus.blockFrequency[term] ?? 0) > 0) missing.push(form);
    else absent.push(form);
  }
  const answerable = covered.length + missing.length;
  const share = answerable > 0 ? covered.length / answerable : 0;
  const sufficient = strict ? answerable > 0 && missing.length === 0 : share >= settings.lenientMin;
  return {
    sufficient,
    reason: sufficient ? "evidence_terms_covered" : "evidence_terms_missing",
    score: share,
    evidenceShape: sentTexts.length > 1 ? "several_records" : "single_record",
    evidenceTerms: { covered, missing, absent },
    repairReasons: missing.map((form) => `missing:${form}`),
  };
}
