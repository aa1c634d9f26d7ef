// Which units hold a text that stood before. Looked at in full are only those whose digest is not unique, a few.
// In: scored records and their units' numbers. Out: the copies. White space around a text is no part of it; a line that
// differs in a single digit is no copy.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { FNV_PRIME, likelyRepeats } from "../../text/hashing.ts";
import { skipSpace, trimEnd } from "../../text/offsets.ts";
import { int32s } from "../../text/slab.ts";
import type { ScoredRecord } from "../model.ts";
import type { UnitTable } from "./unit-table.ts";

/** Units below this many tokens (`}`, `return None`) belong to their surroundings and are not compared. */
const COMPARED_TOKENS_MIN = 4;

/** Units whose text stands before, ascending, and for each the first unit with it. */
export interface Copies {
  readonly ids: readonly number[];
  readonly firsts: readonly number[];
}

/** Units that are compared in full between two checkpoints: a few milliseconds. */
const UNITS_A_TURN = 1 << 12;

export function copiesIn(
  records: readonly ScoredRecord[],
  table: UnitTable,
  checkpoint: Checkpoint = unchecked,
): Copies {
  const ids: number[] = [];
  const firsts: number[] = [];
  const seen = new Map<string, number>();
  const likely = likelyCopies(records, table);
  for (let at = 0; at < likely.length; at++) {
    if (at % UNITS_A_TURN === 0) checkpoint();
    const id = likely[at] ?? 0;
    const text = textOf(records, table, id);
    const first = seen.get(text);
    if (first === undefined) {
      seen.set(text, id);
      continue;
    }
    ids.push(id);
    firsts.push(first);
  }
  return { ids, firsts };
}

function textOf(records: readonly ScoredRecord[], { owners, firsts }: UnitTable, id: number): string {
  const owner = owners[id] ?? 0;
  const record = records[owner];
  const unit = record?.units[id - (firsts[owner] ?? 0)];
  return record?.source.text.slice(unit?.start, unit?.end).trim() ?? "";
}

/** Compared units that may have a copy at all, ascending: the others, nearly all, need not be read in full. */
function likelyCopies(records: readonly ScoredRecord[], { count, tokens }: UnitTable): Int32Array {
  const digests = int32s(count);
  let id = 0;
  for (const { source, units } of records) {
    for (const { start, end } of units) {
      digests[id] = (tokens[id] ?? 0) >= COMPARED_TOKENS_MIN ? digestOf(source.text, start, end) : -1;
      id++;
    }
  }
  return likelyRepeats(digests);
}

/** A digest looks at so many units of a text or up to twice as many, evenly spread. */
const DIGEST_UNITS = 8;

/** The same for texts that are the same but for white space around them; mostly another for others. At least 0. */
function digestOf(text: string, from: number, to: number): number {
  const start = skipSpace(text, from, to);
  const end = trimEnd(text, start, to);
  const step = Math.max(1, Math.floor((end - start) / DIGEST_UNITS));
  let hash = end - start;
  for (let at = start; at < end; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return (hash ^ (hash >>> 15)) >>> 1;
}
