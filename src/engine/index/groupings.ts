// Defines the levels at which units are scored: the unit itself, its block, and its record or passage.
// In: the records and the lengths of their units. Out: the block, record and passage of each unit; for each level, runs
// of neighbouring units and their lengths in terms. Built once per request, because every search walks them.
import { ascending, float64s, int32s, uint8s } from "../../text/arrays.ts";
import type { SegmentedRecord } from "../model.ts";

export interface UnitPlaces {
  /** Block, record and passage of each unit; all three ascend. */
  readonly blockOf: Int32Array;
  readonly recordOf: Int32Array;
  readonly passageOf: Int32Array;
  readonly blocks: number;
  readonly passages: number;
  /** Number of blocks in each record. */
  readonly blocksIn: Int32Array;
}

export function unitPlaces(records: readonly SegmentedRecord[]): UnitPlaces {
  const units = records.reduce((sum, record) => sum + record.units.length, 0);
  const [blockOf, recordOf, passageOf] = [int32s(units), int32s(units), int32s(units)];
  const blocksIn = int32s(records.length);
  let first = 0;
  let blocks = 0;
  for (const [position, record] of records.entries()) {
    numberParts(record, first, blockOf, passageOf);
    const next = first + record.units.length;
    recordOf.fill(position, first, next);
    blocksIn[position] = groupsUpTo(blockOf, next) - blocks;
    blocks = groupsUpTo(blockOf, next);
    first = next;
  }
  return { blockOf, recordOf, passageOf, blocks, passages: groupsUpTo(passageOf, units), blocksIn };
}

/**
 * Numbers the blocks and passages of a record's units, continuing from the previous unit. A separate function: if the
 * loop were in a function that runs once per request, V8 would compile it mid-loop, and again for the next request.
 */
function numberParts({ units }: SegmentedRecord, first: number, blockOf: Int32Array, passageOf: Int32Array): void {
  let block = groupsUpTo(blockOf, first) - 1;
  let passage = groupsUpTo(passageOf, first) - 1;
  let [lastBlock, lastPassage] = [-1, -1];
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index];
    if (unit === undefined) break;
    if (unit.block !== lastBlock) block += 1;
    if (unit.passage !== lastPassage) passage += 1;
    lastBlock = unit.block;
    lastPassage = unit.passage;
    blockOf[first + index] = block;
    passageOf[first + index] = passage;
  }
}

/** How many blocks, or passages, the first `units` units span. The numbers ascend. */
function groupsUpTo(groupOf: Int32Array, units: number): number {
  return units === 0 ? 0 : (groupOf[units - 1] ?? 0) + 1;
}

/** 1 for each record that consists of rows, 0 for the others. */
export function rowRecords(records: readonly SegmentedRecord[]): Uint8Array {
  const rows = uint8s(records.length);
  records.forEach(({ noun }, position) => {
    if (noun.standsAlone) rows[position] = 1;
  });
  return rows;
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
