// The basis of a coverage verdict in the task's own words, and the shape of the evidence.
// In: evidence terms with their status, and the terms of each excerpt. Out: texts and the name of a shape.
// It makes texts only for the answered rung: a long task has half a million words.
import { uint8s } from "../../text/arrays.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Evidence } from "../model.ts";
import {
  ABSENT,
  COVERED,
  type EvidenceTermKind,
  type EvidenceTerms,
  MISSING,
  type Needs,
  type Statuses,
} from "./evidence-terms.ts";
import type { SentTerms } from "./sent-terms.ts";

/**
 * The shape: one record with all covered terms, several records that share them, sides of a comparison, or a list.
 * @param size of the vocabulary; every term is below it
 */
export function evidenceShape(needs: Needs, statuses: Statuses, sent: SentTerms, size: number): string {
  if (!statuses.includes(COVERED)) return "unknown";
  if (needs.comparison && isOfSeveral(needs.evidenceTerms)) return "comparison";
  if (isInOneExcerpt(needs.evidenceTerms, statuses, sent, size)) {
    return needs.answerKinds.length > 0 ? "single_fact" : "single_record";
  }
  return needs.enumeration ? "enumeration" : "several_records";
}

/** Kinds of evidence terms that can be compared. */
const NAMES: readonly EvidenceTermKind[] = ["entity", "id", "quote"];

function isOfSeveral({ count, kindOf }: EvidenceTerms): boolean {
  let names = 0;
  for (let number = 0; number < count && names < 2; number += 1) if (NAMES.includes(kindOf(number))) names += 1;
  return names > 1;
}

/** Does a single excerpt contain all covered terms? */
function isInOneExcerpt(
  { terms, termsFrom }: EvidenceTerms,
  statuses: Statuses,
  sent: SentTerms,
  size: number,
): boolean {
  const isNeeded = uint8s(size);
  let needed = 0;
  for (let number = 0; number < statuses.length; number += 1) {
    if (statuses[number] !== COVERED) continue;
    const end = termsFrom[number + 1] ?? 0;
    for (let at = termsFrom[number] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (isNeeded[term] === 0) needed += 1;
      isNeeded[term] = 1;
    }
  }
  return sent.some(
    (ofExcerpt) => ofExcerpt.length >= needed && ofExcerpt.filter((term) => isNeeded[term] === 1).length === needed,
  );
}

/** Evidence terms visited between two checkpoints: a few milliseconds. */
const NAMED_PER_CHECKPOINT = 1 << 12;

/** If the best omitted unit scores this share of the best unit, the cut dropped units as good as those sent. */
const CLOSE_FRONT_MIN = 0.5;

/** @param front from the margin of an insufficient selection; null for a sufficient one */
export function evidenceOf(
  evidenceTerms: EvidenceTerms,
  statuses: Statuses,
  front: number | null,
  checkpoint: Checkpoint,
): Evidence {
  const textsOf = (how: number): readonly string[] => {
    const texts: string[] = [];
    for (let number = 0; number < statuses.length; number += 1) {
      if (number % NAMED_PER_CHECKPOINT === 0) checkpoint();
      if (statuses[number] === how) texts.push(evidenceTerms.textOf(number));
    }
    return texts;
  };
  const missing = textsOf(MISSING);
  return {
    terms: { covered: textsOf(COVERED), missing, absent: textsOf(ABSENT) },
    repairReasons: front === null ? [] : repairs(evidenceTerms, statuses, missing, front),
  };
}

/** The gaps that a larger budget or a clearer task could close. Never empty. */
function repairs(
  { kindOf }: EvidenceTerms,
  statuses: Statuses,
  missing: readonly string[],
  front: number,
): readonly string[] {
  const reasons: string[] = [];
  for (let number = 0; number < statuses.length; number += 1)
    if (statuses[number] === MISSING) reasons.push(`missing_${kindOf(number)}:${missing[reasons.length]}`);
  if (front >= CLOSE_FRONT_MIN) reasons.push("close_cut");
  return reasons.length > 0 ? reasons : ["matches_left_out"];
}
