// In: scored records. Out: all their units in one flat numbering (record by record, in document order) with their cost.
// Units partition their text, so each costs what lies between two running counts.
// Flat arrays, because a request may hold a hundred thousand units and every packing round walks them.
import { int32s } from "../../text/slab.ts";
import { piecesOnTo, tokensBehind } from "../../text/token-scan.ts";
import type { ScoredRecord } from "../model.ts";

export interface UnitTable {
  readonly count: number;
  /** Tokens of each unit. */
  readonly tokens: Int32Array;
  /** Index of the record each unit belongs to. */
  readonly owners: Int32Array;
  /** Number of each record's first unit; one more entry than records, the last being `count`. */
  readonly firsts: Int32Array;
}

export function tabulate(records: readonly ScoredRecord[]): UnitTable {
  const firsts = int32s(records.length + 1);
  for (let owner = 0; owner < records.length; owner++) {
    firsts[owner + 1] = (firsts[owner] ?? 0) + (records[owner]?.units.length ?? 0);
  }
  const count = firsts[records.length] ?? 0;
  const tokens = int32s(count);
  const owners = int32s(count);
  let id = 0;
  for (let owner = 0; owner < records.length; owner++) {
    const record = records[owner];
    if (record === undefined) break;
    const { scan, units } = record;
    let pieces = 0;
    let before = 0;
    for (const { end } of units) {
      pieces = piecesOnTo(scan, pieces, end);
      const through = tokensBehind(scan, pieces, end);
      tokens[id] = through - before;
      before = through;
      owners[id] = owner;
      id++;
    }
  }
  return { count, tokens, owners, firsts };
}
