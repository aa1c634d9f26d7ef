// In: scored records. Out: for every unit, which of its exact copies is to be sent, so that no text is sent twice.
// A record most of whose text stands in a later one (a file read again) yields to the later one; a line that differs
// in a single digit is no copy. Near-duplicates are never dropped: rows and log lines differ in what is asked about.
import type { ScoredRecord } from "../model.ts";
import { skipSpace, trimEnd } from "../units/offsets.ts";
import type { UnitTable } from "./unit-table.ts";

/** Units below this many tokens (`}`, `return None`) belong to their surroundings and are not compared. */
const COMPARED_TOKENS_MIN = 4;

/** From this share of its tokens on, a record that stands again in a later one is superseded by it. */
const SUPERSEDED_SHARE = 0.5;

/** Records below this many tokens ("Yes, please.") mean something else each time they are said. */
const REPEATED_TOKENS_MIN = 16;

/** 1 for each record whose very text arrives again in a later one: only the later one is sent. */
export function repeatedLater(records: readonly ScoredRecord[]): Uint8Array {
  const lengths = new Map<number, number>();
  for (const { source } of records) lengths.set(source.text.length, (lengths.get(source.text.length) ?? 0) + 1);
  const repeated = new Uint8Array(records.length);
  const later = new Set<string>();
  for (let owner = records.length - 1; owner >= 0; owner--) {
    const text = records[owner]?.source.text ?? "";
    // A text of a length of its own need not be read to know that it does not come again.
    if (lengths.get(text.length) === 1) continue;
    if (later.has(text) && (records[owner]?.scan.total ?? 0) >= REPEATED_TOKENS_MIN) repeated[owner] = 1;
    later.add(text);
  }
  return repeated;
}

/** Number of the first unit with the same text for each unit (itself when it is the first). */
function firstCopies(records: readonly ScoredRecord[], table: UnitTable): Int32Array {
  const first = new Int32Array(table.count);
  const shared = sharedDigests(records, table);
  const seen = new Map<string, number>();
  for (let id = 0; id < table.count; id++) {
    first[id] = id;
    if (shared[id] !== 1) continue;
    const text = textOf(records, table, id);
    const copied = seen.get(text);
    if (copied === undefined) seen.set(text, id);
    else first[id] = copied;
  }
  return first;
}

function textOf(records: readonly ScoredRecord[], { owners, firsts }: UnitTable, id: number): string {
  const owner = owners[id] ?? 0;
  const record = records[owner];
  const unit = record?.units[id - (firsts[owner] ?? 0)];
  return record?.source.text.slice(unit?.start, unit?.end).trim() ?? "";
}

/** So many at least: with four, one unit in six shared its bucket by chance, and was cut out and compared for it. */
const BUCKETS_A_UNIT = 16;

/** Which compared units may have a copy at all: the others, nearly all of them, need not be read in full. */
function sharedDigests(records: readonly ScoredRecord[], table: UnitTable): Uint8Array {
  const digests = new Int32Array(table.count);
  const buckets = new Uint8Array(BUCKETS_A_UNIT << (32 - Math.clz32(table.count)));
  const shared = new Uint8Array(table.count);
  let id = 0;
  for (const { source, units } of records) {
    for (const { start, end } of units) {
      if ((table.tokens[id] ?? 0) >= COMPARED_TOKENS_MIN) {
        const bucket = digestOf(source.text, start, end) & (buckets.length - 1);
        digests[id] = bucket;
        buckets[bucket] = Math.min(2, (buckets[bucket] ?? 0) + 1);
      } else digests[id] = -1;
      id++;
    }
  }
  for (let at = 0; at < table.count; at++) shared[at] = buckets[digests[at] ?? 0] === 2 && digests[at] !== -1 ? 1 : 0;
  return shared;
}

/** Units of a text that its digest looks at, evenly spread. */
const DIGEST_UNITS = 12;

/** The same for texts that are the same but for white space around them; mostly another for others. */
function digestOf(text: string, from: number, to: number): number {
  const start = skipSpace(text, from, to);
  const length = trimEnd(text, start, to) - start;
  let hash = length;
  for (let at = 0; at < DIGEST_UNITS && length > 0; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(start + Math.floor((at * length) / DIGEST_UNITS)), 0x01000193);
  }
  return hash ^ (hash >>> 15);
}

/** 1 for each record whose greater part stands in later ones. */
function superseded(records: readonly ScoredRecord[], table: UnitTable, first: Int32Array): Uint8Array {
  const { count, tokens, owners } = table;
  // The last record that a text stands in, by the first unit with it.
  const lastOwner = new Int32Array(count);
  for (let id = 0; id < count; id++) lastOwner[first[id] ?? id] = owners[id] ?? 0;
  const repeated = new Int32Array(records.length);
  for (let id = 0; id < count; id++) {
    const owner = owners[id] ?? 0;
    if ((lastOwner[first[id] ?? id] ?? 0) > owner) repeated[owner] = (repeated[owner] ?? 0) + (tokens[id] ?? 0);
  }
  const stale = new Uint8Array(records.length);
  for (let owner = 0; owner < stale.length; owner++) {
    const total = records[owner]?.scan.total ?? 0;
    if ((repeated[owner] ?? 0) >= SUPERSEDED_SHARE * Math.max(1, total)) stale[owner] = 1;
  }
  return stale;
}

/** One unit per distinct text. */
export interface DistinctUnits {
  /** Unit numbers, ascending by the first of their copies. */
  readonly ids: Int32Array;
  /** For each of `ids`, the best rank among the copies of its text. */
  readonly ranks: Float64Array;
}

/**
 * Of every group of copies, the one to send: not from a superseded record if there is a choice, then the best ranked,
 * then the latest.
 */
export function distinctUnits(records: readonly ScoredRecord[], table: UnitTable, ranks: Float64Array): DistinctUnits {
  const { count, owners } = table;
  const first = firstCopies(records, table);
  const stale = superseded(records, table, first);
  const chosen = new Int32Array(count);
  const best = new Float64Array(count);
  let groups = 0;
  for (let id = 0; id < count; id++) {
    const group = first[id] ?? id;
    const rank = ranks[id] ?? 0;
    best[group] = Math.max(best[group] ?? 0, rank);
    if (group === id) {
      chosen[id] = id;
      groups++;
      continue;
    }
    const rival = chosen[group] ?? 0;
    const staler = (stale[owners[rival] ?? 0] ?? 0) - (stale[owners[id] ?? 0] ?? 0);
    if (staler > 0 || (staler === 0 && rank >= (ranks[rival] ?? 0))) chosen[group] = id;
  }
  const ids = new Int32Array(groups);
  const bestRanks = new Float64Array(groups);
  let at = 0;
  for (let id = 0; id < count; id++) {
    if (first[id] !== id) continue;
    ids[at] = chosen[id] ?? id;
    bestRanks[at++] = best[id] ?? 0;
  }
  return { ids, ranks: bestRanks };
}
