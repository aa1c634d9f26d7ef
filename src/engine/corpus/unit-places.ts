// Where each unit lies: in which block, record and passage, numbered through all records, which cut them each anew.
// In: segmented records. Out: the numbers, unit by unit.
import { int32s } from "../../text/slab.ts";
import type { SegmentedRecord } from "../model.ts";

export interface UnitPlaces {
  /** Of each unit; all three ascend. */
  readonly blockOf: Int32Array;
  readonly recordOf: Int32Array;
  readonly passageOf: Int32Array;
  readonly blocks: number;
  readonly passages: number;
  /** Blocks of each record. */
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
 * Numbers the blocks and the passages of a record's units on from those of the unit before its first.
 * A function of its own: what runs once a request is compiled in the middle of its loop, and again for the next one.
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

/** How many blocks, or passages, the first units lie in, which are numbered in order. */
function groupsUpTo(groupOf: Int32Array, units: number): number {
  return units === 0 ? 0 : (groupOf[units - 1] ?? 0) + 1;
}
