// In: scored records. Out: for every unit, which of its exact copies is to be sent, so that no text is sent twice.
// The best scored copy survives, of equals the first. Near-duplicates are never dropped: rows and log lines differ in
// what is asked about.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { FNV_PRIME, likelyRepeats } from "../../text/hashing.ts";
import { ascending } from "../../text/int-list.ts";
import { skipSpace, trimEnd } from "../../text/offsets.ts";
import { int32s } from "../../text/slab.ts";
import type { ScoredRecord } from "../model.ts";
import type { UnitTable } from "./unit-table.ts";

/** Records below this many tokens ("Yes, please.") mean something else each time they are said. */
const REPEATED_TOKENS_MIN = 16;

/** For each record the index of the one that sends its text: of equal texts the best scored, of these the first. */
export function sendersOf(records: readonly ScoredRecord[]): Int32Array {
  const lengths = new Map<number, number>();
  for (const { source } of records) lengths.set(source.text.length, (lengths.get(source.text.length) ?? 0) + 1);
  const senders = ascending(records.length);
  const ofText = new Map<string, number>();
  // A text whose length is unique need not be read to know that it is.
  const mayRepeat = ({ source, scan }: ScoredRecord) =>
    lengths.get(source.text.length) !== 1 && scan.total >= REPEATED_TOKENS_MIN;
  for (const [owner, record] of records.entries()) {
    if (!mayRepeat(record)) continue;
    const sender = ofText.get(record.source.text);
    if (sender === undefined || record.score > (records[sender]?.score ?? 0)) ofText.set(record.source.text, owner);
  }
  for (const [owner, record] of records.entries()) {
    if (mayRepeat(record)) senders[owner] = ofText.get(record.source.text) ?? owner;
  }
  return senders;
}

/** One unit per distinct text. */
export interface DistinctUnits {
  /** Unit numbers, ascending by the first of their copies. */
  readonly ids: Int32Array;
  /** For each of `ids`, the best rank among the copies of its text. */
  readonly ranks: Float64Array;
}

/** Of every group of copies the best ranked one, of equals the first. */
export function distinctUnits(
  records: readonly ScoredRecord[],
  table: UnitTable,
  ranks: Float64Array,
  checkpoint: Checkpoint = unchecked,
): DistinctUnits {
  const copies = copiesIn(records, table, checkpoint);
  if (copies.ids.length === 0) return { ids: ascending(table.count), ranks };
  const chosen = ascending(table.count);
  const best = ranks.slice();
  for (let copy = 0; copy < copies.ids.length; copy++) {
    const id = copies.ids[copy] ?? 0;
    const first = copies.firsts[copy] ?? 0;
    const rival = chosen[first] ?? 0;
    const rank = ranks[id] ?? 0;
    if (rank > (ranks[rival] ?? 0)) chosen[first] = id;
    best[first] = Math.max(best[first] ?? 0, rank);
  }
  return without(copies.ids, { ids: chosen, ranks: best });
}

/** All but those at some places, ascending; what they were is overwritten. */
function without(places: readonly number[], { ids, ranks }: DistinctUnits): DistinctUnits {
  let kept = 0;
  let next = 0;
  for (let at = 0; at < ids.length; at++) {
    if (places[next] === at) {
      next++;
      continue;
    }
    ids[kept] = ids[at] ?? 0;
    ranks[kept++] = ranks[at] ?? 0;
  }
  return { ids: ids.subarray(0, kept), ranks: ranks.subarray(0, kept) };
}

/** Units below this many tokens (`}`, `return None`) mean nothing alone and are not compared. */
const COMPARED_TOKENS_MIN = 4;

/** Units whose text stands before, ascending, and for each the first unit with it. */
export interface Copies {
  readonly ids: readonly number[];
  readonly firsts: readonly number[];
}

/** Units that are compared in full between two checkpoints: a few milliseconds. */
const UNITS_A_TURN = 1 << 12;

function copiesIn(records: readonly ScoredRecord[], table: UnitTable, checkpoint: Checkpoint = unchecked): Copies {
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
