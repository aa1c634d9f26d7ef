// Lowers the scores of table rows that hold no word of the task. Such a row owes its score to its table: to the title,
// the caption and the header, which choose the table but not the row.
// In: the postings of the task's words, the parts and the sums of the units' scores. Out: lower sums. A row that
// another row leads to keeps its score, because its id is its match.
import { freeArray, uint8s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import type { SegmentedRecord } from "../model.ts";
import type { UnitParts } from "./unit-scores.ts";

/** What remains of the score. A row of a fitting table may still be worth more than a match in another. */
const SCORE_SHARE = 0.5;

/** The parts that lead from one row to another. */
const LINKS = ["joined", "keyed", "cell"];

/** Occurrences of words between two checkpoints: a millisecond. */
const HITS_A_TURN = 1 << 18;

/** Changes `sums` in place. */
export function discountUnmatchedRows(
  analysed: Analysed,
  parts: UnitParts,
  sums: Float64Array,
  checkpoint: Checkpoint = unchecked,
): void {
  const { records } = analysed;
  if (!records.some(isTable)) return;
  const keeps = unitsWithTaskWord(analysed, checkpoint);
  for (const link of LINKS) {
    const gained = parts.get(link) ?? [];
    for (let unit = 0; unit < gained.length; unit++) if ((gained[unit] ?? 0) > 0) keeps[unit] = 1;
  }
  let first = 0;
  for (const record of records) {
    if (isTable(record)) {
      record.units.forEach((unit, place) => {
        const at = first + place;
        if (isRow(unit) && keeps[at] === 0) sums[at] = SCORE_SHARE * (sums[at] ?? 0);
      });
    }
    first += record.units.length;
  }
  freeArray(keeps);
}

/** 1 for each unit whose own text, not only its context, holds a word of the task. */
export function unitsWithTaskWord({ corpus, postings }: Analysed, checkpoint: Checkpoint): Uint8Array<ArrayBuffer> {
  const { ownTo } = corpus;
  const holds = uint8s(ownTo.length);
  for (let hit = 0; hit < postings.unit.length; hit++) {
    if (hit % HITS_A_TURN === 0) checkpoint();
    const unit = postings.unit[hit] ?? 0;
    if ((postings.at[hit] ?? 0) < (ownTo[unit] ?? 0)) holds[unit] = 1;
  }
  return holds;
}

/** True for a record whose rows have cells. */
export function isTable({ type }: SegmentedRecord): boolean {
  return type.fieldForm === "cells";
}

/** True for a row of a table. It depends on a header and counts, unlike captions, headers and notes. */
export function isRow({ head, count }: Pick<SegmentedRecord["units"][number], "head" | "count">): boolean {
  return head !== -1 && count > 0;
}
