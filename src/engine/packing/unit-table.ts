// In: scored records. Out: all their units under one flat numbering with their costs, which of several exact copies to
// send, and the call of each result. None of it depends on a budget.
// The arrays are flat because a request may have a hundred thousand units and every packing visits them all.
import { ascending, FNV_PRIME, int32s, likelyRepeats } from "../../text/arrays.ts";
import { skipSpace, trimEnd } from "../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { advancePieces, tokensBefore } from "../../text/token-scan.ts";
import type { ScoredRecord } from "../model.ts";

export interface UnitTable {
  readonly count: number;
  /** Tokens of each unit. */
  readonly tokens: Int32Array;
  /** Record index of each unit. */
  readonly owners: Int32Array;
  /** Number of each record's first unit. Has one entry more than there are records; the last one is `count`. */
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
      pieces = advancePieces(scan, pieces, end);
      const through = tokensBefore(scan, pieces, end);
      tokens[id] = through - before;
      before = through;
      owners[id] = owner;
      id++;
    }
  }
  return { count, tokens, owners, firsts };
}

/** The reason for a call that is sent only because its result is. */
export const CALL_REASON = "call_of_result";

/**
 * A result whose name or first characters repeat the arguments of its call is sent without the call. This many
 * characters are read.
 */
const ANSWER_OPENING_CHARACTERS = 300;

/** Words of a call that identify its request: ids, paths, numbers, names. */
const ARGUMENT = /[\p{L}\p{N}_./-]{2,}|\p{N}+/gu;

/** A shorter word must match a whole word, since it occurs inside others by chance. UTF-16 units. */
const SUBSTRING_LENGTH_MIN = 3;

/** The names of arguments and the structural keys of a call, which no result repeats. */
const KEY = /["']?\b[A-Za-z_][\w-]{0,40}["']?\s{0,4}[:=]\s{0,4}(?=["'{[\d])/g;

/** Does the name or the beginning of a result repeat every argument of its call? Its first word is the tool. */
export function repeatsCall(result: ScoredRecord, { source }: ScoredRecord): boolean {
  const opening = `${result.name} ${result.source.text.slice(0, ANSWER_OPENING_CHARACTERS)}`;
  const [, ...stated] = source.text.slice(0, ANSWER_OPENING_CHARACTERS).replaceAll(KEY, " ").match(ARGUMENT) ?? [];
  const isRepeated = (word: string): boolean =>
    word.length < SUBSTRING_LENGTH_MIN ? (opening.match(ARGUMENT)?.includes(word) ?? false) : opening.includes(word);
  return stated.length > 0 && stated.every(isRepeated);
}

/** Shorter records ("Yes, please.") mean something different each time, so they are not duplicates. Tokens. */
const REPEATED_TOKENS_MIN = 16;

/** For each record, the index of the record that sends its text: the first of those with the best score. */
export function sendersOf(records: readonly ScoredRecord[]): Int32Array {
  const lengths = new Map<number, number>();
  for (const { source } of records) lengths.set(source.text.length, (lengths.get(source.text.length) ?? 0) + 1);
  const senders = ascending(records.length);
  const ofText = new Map<string, number>();
  // A text with a unique length cannot repeat, so it is not compared.
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
  /** For each of `ids`, the best rank among its copies. */
  readonly ranks: Float64Array;
}

/**
 * Picks the best ranked unit of every group of copies, or the first of equals. Never drops near-duplicates: similar
 * rows and log lines differ in exactly the detail that the task asks about.
 */
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

/** Removes the entries at `places`, which ascend. Overwrites the given arrays. */
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

/** Units with fewer tokens (`}`, `return None`) mean nothing alone and are not compared. */
const COMPARED_TOKENS_MIN = 4;

/** Units that repeat an earlier unit, ascending, and for each the first unit with the same text. */
export interface Copies {
  readonly ids: readonly number[];
  readonly firsts: readonly number[];
}

/** Units compared in full between two checkpoints: a few milliseconds. */
const UNITS_PER_CHECKPOINT = 1 << 12;

function copiesIn(records: readonly ScoredRecord[], table: UnitTable, checkpoint: Checkpoint = unchecked): Copies {
  const ids: number[] = [];
  const firsts: number[] = [];
  const seen = new Map<string, number>();
  const likely = likelyCopies(records, table);
  for (let at = 0; at < likely.length; at++) {
    if (at % UNITS_PER_CHECKPOINT === 0) checkpoint();
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

/** Units that may have a copy, ascending. The other units, nearly all, need not be read in full. */
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

/** A digest samples at least this many UTF-16 units of a long text, evenly spread, and fewer than twice as many. */
const DIGEST_UNITS = 8;

/** Equal for texts that differ only in surrounding white space, usually different for others. At least 0. */
function digestOf(text: string, from: number, to: number): number {
  const start = skipSpace(text, from, to);
  const end = trimEnd(text, start, to);
  const step = Math.max(1, Math.floor((end - start) / DIGEST_UNITS));
  let hash = end - start;
  for (let at = start; at < end; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return (hash ^ (hash >>> 15)) >>> 1;
}
