// Defines the levels at which units are scored: the unit itself, its block, and its record or passage.
// In: the units and their lengths. Out: for each level, runs of neighbouring units and their lengths in terms. Built
// once a request, since every search walks them.
import { ascending } from "../../text/int-list.ts";
import { float64s, int32s, uint8s } from "../../text/slab.ts";
import type { SegmentedRecord } from "../model.ts";
import type { UnitPlaces } from "./corpus.ts";
import type { Postings } from "./postings.ts";

/** 1 for each record that consists of rows, 0 for the others. */
export function rowRecords(records: readonly SegmentedRecord[]): Uint8Array {
  const rows = uint8s(records.length);
  records.forEach(({ noun }, position) => {
    if (noun.standsAlone) rows[position] = 1;
  });
  return rows;
}

/** How many units hold each term, by slot. */
export function unitFrequencies({ unit, slot }: Postings, slots: number): Int32Array {
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

/** The units of group `g` are `firstUnit[g]` up to `firstUnit[g + 1]`. */
export interface Grouping {
  readonly firstUnit: Int32Array;
  /** Length of each group in words, without contexts. */
  readonly lengths: Float64Array;
  readonly mean: number;
  /** The record whose fields count for each group. Null at the unit level: a single unit is judged by its own words. */
  readonly recordOfGroup: Int32Array | null;
  /** 1 for a group that is a single row, whose idf counts units instead of blocks; null if there are no rows. */
  readonly rows: Uint8Array | null;
}

export interface Groupings {
  readonly unit: Grouping;
  readonly block: Grouping;
  /** Records; for a record of passages, each passage. */
  readonly record: Grouping;
}

interface Units extends Omit<UnitPlaces, "blocksIn"> {
  /** Length of each unit, in words. */
  readonly lengths: Float64Array;
  /** 1 for each record that consists of rows. */
  readonly rowRecords: Uint8Array;
}

export function groupingsOf(units: Units): Groupings {
  const { lengths, blockOf, recordOf, passageOf, rowRecords } = units;
  const each = ascending(lengths.length);
  const block = grouping(blockOf, units.blocks, lengths);
  const passage = grouping(passageOf, units.passages, lengths);
  return {
    unit: { ...grouping(each, each.length, lengths), recordOfGroup: null, rows: rowUnits(recordOf, rowRecords) },
    block: { ...block, recordOfGroup: recordsOf(block.firstUnit, recordOf), rows: null },
    record: { ...passage, recordOfGroup: recordsOf(passage.firstUnit, recordOf), rows: null },
  };
}

/** The record of each group. */
function recordsOf(firstUnit: Int32Array, recordOf: Int32Array): Int32Array {
  const records = int32s(firstUnit.length - 1);
  for (let group = 0; group < records.length; group += 1) records[group] = recordOf[firstUnit[group] ?? 0] ?? 0;
  return records;
}

/** 1 for each unit that is a row; null if there are no rows. */
function rowUnits(recordOf: Int32Array, rowRecords: Uint8Array): Uint8Array | null {
  if (!rowRecords.includes(1)) return null;
  const rows = uint8s(recordOf.length);
  for (let unit = 0; unit < rows.length; unit += 1) rows[unit] = rowRecords[recordOf[unit] ?? 0] ?? 0;
  return rows;
}

/** @param groupOf ascending */
function grouping(groupOf: Int32Array, groups: number, unitLengths: Float64Array) {
  const firstUnit = int32s(groups + 1).fill(-1);
  firstUnit[groups] = groupOf.length;
  const lengths = float64s(groups);
  let total = 0;
  for (let unit = groupOf.length - 1; unit >= 0; unit -= 1) {
    const group = groupOf[unit] ?? 0;
    const length = unitLengths[unit] ?? 0;
    firstUnit[group] = unit;
    lengths[group] = (lengths[group] ?? 0) + length;
    total += length;
  }
  // A group without units is empty and starts where the next group starts.
  for (let group = groups - 1; group >= 0; group -= 1) {
    if (firstUnit[group] === -1) firstUnit[group] = firstUnit[group + 1] ?? 0;
  }
  return { firstUnit, lengths, mean: groups > 0 ? total / groups : 0 };
}
