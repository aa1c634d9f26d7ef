// Rows of a table, events of a log: each stands for itself, and the block it happens to lie in is no topic. There a
// word is as rare as the rows that hold it. A table of eighty rows makes four blocks, among which nothing is rare.
// In: the records, or the occurrences of terms. Out: which records are rows, and how many units hold each term.
import { int32s, uint8s } from "../../text/slab.ts";
import type { SegmentedRecord, UnitNoun } from "../model.ts";
import type { Hits } from "./hits.ts";

const ROW_NOUNS: ReadonlySet<UnitNoun> = new Set<UnitNoun>(["rows", "events"]);

/** 1 for each record that consists of rows, 0 for the others. */
export function rowRecords(records: readonly SegmentedRecord[]): Uint8Array {
  const rows = uint8s(records.length);
  records.forEach(({ noun }, position) => {
    if (ROW_NOUNS.has(noun)) rows[position] = 1;
  });
  return rows;
}

/** In how many units each term occurs, by slot. */
export function unitFrequencies({ unit, slot }: Hits, slots: number): Int32Array {
  const frequencies = int32s(slots);
  const lastUnit = int32s(slots).fill(-1);
  for (let at = 0; at < unit.length; at += 1) {
    const found = slot[at] ?? 0;
    if (lastUnit[found] === unit[at]) continue;
    lastUnit[found] = unit[at] ?? 0;
    frequencies[found] = (frequencies[found] ?? 0) + 1;
  }
  return frequencies;
}
