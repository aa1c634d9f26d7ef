// Lowers the scores of table rows that hold no word of the task. Such a row owes its score to its table: to the title,
// the caption and the header, which choose the table but not the row.
// In: the postings of the task's words, the parts and the sums of the units' scores. Out: lower sums. A row that
// another row leads to keeps its score, because its id is its match.
import { uint8s } from "../../text/arrays.ts";
import type { Analysed } from "../analyse.ts";
import type { UnitParts } from "./unit-scores.ts";

/** What remains of the score. A row of a fitting table may still be worth more than a match in another. */
const SCORE_SHARE = 0.5;

/** The parts that lead from one row to another. */
const LINKS = ["joined", "keyed", "cell"];

/** Changes `sums` in place. */
export function discountUnmatchedRows(analysed: Analysed, parts: UnitParts, sums: Float64Array): void {
  if (!analysed.records.some(({ type }) => type.fieldForm === "cells")) return;
  const isMeant = meantUnits(analysed, parts, sums.length);
  let first = 0;
  for (const { type, units } of analysed.records) {
    for (let at = 0; type.fieldForm === "cells" && at < units.length; at++) {
      const isRow = units[at]?.head !== -1 && (units[at]?.count ?? 0) > 0;
      if (isRow && isMeant[first + at] === 0) sums[first + at] = SCORE_SHARE * (sums[first + at] ?? 0);
    }
    first += units.length;
  }
}

/** 1 for each unit that holds a word of the task or that a row leads to. */
function meantUnits({ corpus, postings }: Analysed, parts: UnitParts, units: number): Uint8Array {
  const isMeant = uint8s(units);
  for (let hit = 0; hit < postings.unit.length; hit++) {
    const unit = postings.unit[hit] ?? 0;
    if ((postings.at[hit] ?? 0) < (corpus.ownTo[unit] ?? 0)) isMeant[unit] = 1;
  }
  for (const link of LINKS) {
    const gained = parts.get(link) ?? [];
    for (let unit = 0; unit < gained.length; unit++) if ((gained[unit] ?? 0) > 0) isMeant[unit] = 1;
  }
  return isMeant;
}
