// Does a selection contain what the task asks for, as far as the records can answer it at all?
// In: the analysed request, its scores and a selection. Out: a Coverage. It must count only text that is sent.
import { uint8s } from "../text/arrays.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Analysed } from "./analyse.ts";
import {
  type CoverSettings,
  type CutMargin,
  completeProbability,
  cutMargin,
  type Features,
} from "./coverage/completeness.ts";
import { evidenceOf, evidenceShape } from "./coverage/evidence.ts";
import { COVERED, countWith, MISSING, statusOf } from "./coverage/evidence-terms.ts";
import { type Sent, type SentTerms, sentTerms } from "./coverage/sent-terms.ts";
import type { Coverage, ScoredRecord, Selection } from "./model.ts";
import { wholePiece } from "./packing/pieces.ts";

/** A verdict and the features behind its score. */
export interface Judged extends Coverage {
  readonly features: Features;
  /** No evidence term is missing, and the records form no chain: the task does not name the further pieces of one. */
  readonly coversAll: boolean;
}

export function cover(
  analysed: Analysed,
  records: readonly ScoredRecord[],
  selection: Selection | null,
  strict: boolean,
  settings: CoverSettings,
  checkpoint: Checkpoint = unchecked,
): Judged {
  const needs = analysed.needs(checkpoint);
  const { evidenceTerms } = needs;
  const locations = analysed.locations(checkpoint);
  const sent = sentTerms(analysed, locations, selection?.excerpts ?? wholes(records), checkpoint);
  const termsTo = locations.flags.length;
  const statuses = statusOf(evidenceTerms, analysed.corpus, flagsOf(sent, termsTo, checkpoint));
  const covered = countWith(statuses, COVERED);
  const missing = countWith(statuses, MISSING);
  const margin = selection === null ? WHOLE : cutMargin(records, selection);
  const features = {
    covered: covered + missing > 0 ? covered / (covered + missing) : 0,
    ...margin,
    needs: evidenceTerms.count,
    pieces: needs.pieces + (analysed.shape.dialogue ? 1 : 0),
    records: records.length,
    units: analysed.corpus.recordOf.length,
  };
  const score = selection === null ? 1 : completeProbability(features, settings);
  const coversAll = missing === 0 && (selection === null || !analysed.shape.chained);
  const sufficient = strict ? coversAll && score >= settings.strictMin : score >= settings.lenientMin;
  return {
    sufficient,
    reason: reasonOf(sufficient, missing),
    score,
    evidenceShape: evidenceShape(needs, statuses, sent, termsTo),
    evidence: () => evidenceOf(evidenceTerms, statuses, sufficient ? null : margin.front, checkpoint),
    features,
    coversAll,
  };
}

const WHOLE: CutMargin = { front: 0, mass: 1 };

/** Every record as a whole: a null selection means the whole context. */
function wholes(records: readonly ScoredRecord[]): readonly Sent[] {
  return records.map((record) => ({ record, text: record.source.text, marks: "", pieces: [wholePiece(record)] }));
}

/** 1 for each term that occurs in any excerpt. */
function flagsOf(sent: SentTerms, size: number, checkpoint: Checkpoint): Uint8Array {
  const flags = uint8s(size);
  for (const terms of sent) {
    checkpoint();
    for (const term of terms) flags[term] = 1;
  }
  return flags;
}

function reasonOf(sufficient: boolean, missing: number): string {
  if (missing > 0) return sufficient ? "evidence_likely" : "evidence_terms_missing";
  return sufficient ? "evidence_covered" : "evidence_unsure";
}
