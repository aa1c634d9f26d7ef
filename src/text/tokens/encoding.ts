// The tables of o200k_base that counting needs, built from the published ranks: about 100 ms and 16 MB, once a thread.
import { type Joints, jointsOf } from "./joints.ts";
import { learnMerge } from "./merge-bytes.ts";
import { addMerge, emptyMergeTable, type MergeTable } from "./merge-table.ts";
import { rememberTokens } from "./piece-memo.ts";
import { type RankBytes, readRankBytes } from "./rank-bytes.ts";
import { buildTokenTable, type TokenTable } from "./token-table.ts";

export interface Encoding {
  readonly tokens: TokenTable;
  readonly merges: MergeTable;
  readonly joints: Joints;
}

export function buildEncoding(): Encoding {
  const ranks = readRankBytes();
  const view = new DataView(ranks.pool.buffer, ranks.pool.byteOffset, ranks.pool.byteLength);
  const encoding = {
    tokens: buildTokenTable(ranks, view),
    merges: buildMergeTable(ranks, view),
    joints: jointsOf(ranks),
  };
  rememberTokens(encoding, ranks, view);
  return encoding;
}

function buildMergeTable({ starts, size }: RankBytes, view: DataView): MergeTable {
  const table = emptyMergeTable(size);
  for (let token = 0; token < size; token++) {
    const start = starts[token] ?? 0;
    const end = starts[token + 1] ?? 0;
    if (end - start > 2) {
      learnMerge(table, view, start, end, token);
    } else if (end - start === 2) {
      const left = table.bytes[view.getUint8(start)] ?? 0;
      const right = table.bytes[view.getUint8(start + 1)] ?? 0;
      table.bytePairs[view.getUint16(start)] = token;
      addMerge(table, left, right, token);
      table.left[token] = left;
      table.right[token] = right;
    } else {
      table.bytes[view.getUint8(start)] = token;
      table.left[token] = token;
      table.right[token] = token;
    }
  }
  return table;
}
