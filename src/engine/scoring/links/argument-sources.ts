// Finds the results from which the next call probably takes its arguments. Earlier calls of that tool may have used the
// same results (the list of ids in one, the profile in another), or the newest turns may state values from a result.
// In: an agent's trace and the tool about to be called. Out: what each unit gains. Only looks backwards.
import { float64s, uint8s } from "../../../text/arrays.ts";
import type { Analysed } from "../../analyse.ts";
import type { Corpus } from "../../index/corpus.ts";
import type { RecordKind, SegmentedRecord } from "../../model.ts";
import { highest } from "../unit-scores.ts";

const HAS_DIGIT = /\p{N}/u;

/**
 * No tool has a longer name (MCP sets this limit), so longer names are not searched for in texts. A name of half a
 * megabyte that almost matched at every position of a call took more than half a minute. UTF-16 units.
 */
const TOOL_NAME_LENGTH_MAX = 128;

/** Shorter values (a count, a flag) occur everywhere. UTF-16 units. */
const VALUE_LENGTH_MIN = 4;

/** Weight of a result that fed an earlier call, if the task does not name the next tool. */
const UNNAMED_TOOL = 0.5;

export interface ArgumentSourceSettings {
  /** Gain of the unit that fed most calls, as a share of the best score; 0 turns the rule off. */
  readonly passed: number;
  /** Gain of the unit with the values that both newest turns state, as a share of the best score; 0 turns it off. */
  readonly stated: number;
}

/** @param best the best score so far */
export function argumentSourceScores(
  analysed: Analysed,
  best: number,
  { passed, stated }: ArgumentSourceSettings,
): Float64Array {
  const gained = float64s(analysed.corpus.blockOf.length);
  const weight = analysed.task.toolName === null ? UNNAMED_TOOL : 1;
  addSources(analysed, callsOf(analysed), passed * weight * best, gained);
  addSources(analysed, newestTurns(analysed), stated * best, gained);
  return gained;
}

/** Flags the earlier calls of the task's tool, or all calls if the task names no tool. */
function callsOf({ records, task }: Analysed): Uint8Array {
  return Uint8Array.from(records, (record) => (isCallOf(record, task.toolName) ? 1 : 0));
}

function isCallOf({ source, kind }: SegmentedRecord, toolName: string | null): boolean {
  if (kind !== "tool_call") return false;
  if (toolName === null || source.title === toolName) return true;
  return toolName.length <= TOOL_NAME_LENGTH_MAX && source.text.includes(`"${toolName}"`);
}

const TURN_KINDS: readonly RecordKind[] = ["llm_response", "user_input"];

/**
 * Flags the newest turn of the agent and of the user. A user who answers "yes, go ahead" confirms the ids
 * that the agent has just stated. Flags none in work on code, because line numbers are not ids.
 */
function newestTurns({ records, shape }: Analysed): Uint8Array {
  const isNewest = uint8s(records.length);
  if (shape.coding) return isNewest;
  for (const kind of TURN_KINDS) {
    const newest = records.findLastIndex((record) => record.kind === kind);
    if (newest >= 0) isNewest[newest] = 1;
  }
  return isNewest;
}

/**
 * Adds to the units of results that were the first to hold values of later records. The unit that fed the most records
 * gains `gain`, the others a proportional share.
 * @param takes 1 for each record that took values from earlier results
 */
function addSources({ records, corpus }: Analysed, takes: Uint8Array, gain: number, gained: Float64Array): void {
  const fed = float64s(gained.length);
  const taken = valuesIn(corpus, takes);
  /** The first result unit that holds each value. */
  const holders = new Map<number, number>();
  let from = 0;
  for (const [index, record] of records.entries()) {
    const to = from + record.units.length;
    if (takes[index] === 1) countSources(fed, sourcesOf(corpus, from, to, holders));
    else if (record.kind === "tool_result") recordHolders(holders, corpus, taken, from, to);
    from = to;
  }
  const most = highest(fed);
  for (let unit = 0; unit < fed.length && most > 0; unit += 1) {
    gained[unit] = (gained[unit] ?? 0) + ((fed[unit] ?? 0) / most) * gain;
  }
}

/** Counts one more fed record for each of the units. */
function countSources(fed: Float64Array, units: ReadonlySet<number>): void {
  for (const unit of units) fed[unit] = (fed[unit] ?? 0) + 1;
}

/**
 * Flags, by term, the ids and numbers of records. Only terms of these records become strings: converting every term of
 * the results took ten times as long.
 */
function valuesIn({ terms, unitFrom, ownTo, recordOf, starts, vocabulary }: Corpus, takes: Uint8Array): Uint8Array {
  const given = uint8s(starts.length);
  for (let unit = 0; unit < recordOf.length; unit += 1) {
    if (takes[recordOf[unit] ?? 0] !== 1) continue;
    const end = ownTo[unit] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) given[terms[at] ?? 0] = 1;
  }
  for (let term = 0; term < given.length; term += 1)
    if (given[term] === 1 && !isValue(vocabulary.form(term))) given[term] = 0;
  return given;
}

function isValue(form: string): boolean {
  return form.length >= VALUE_LENGTH_MIN && HAS_DIGIT.test(form);
}

/** Records each unit of a result as the holder of the values that no earlier unit holds. */
function recordHolders(
  holders: Map<number, number>,
  { terms, unitFrom, ownTo }: Corpus,
  given: Uint8Array,
  from: number,
  to: number,
): void {
  for (let unit = from; unit < to; unit += 1) {
    const end = ownTo[unit] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (given[term] === 1 && !holders.has(term)) holders.set(term, unit);
    }
  }
}

/** The units that hold the terms of a record. */
function sourcesOf(
  { terms, unitFrom, ownTo }: Corpus,
  from: number,
  to: number,
  holders: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const units = new Set<number>();
  for (let unit = from; unit < to; unit += 1) {
    const end = ownTo[unit] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) {
      const holder = holders.get(terms[at] ?? 0);
      if (holder !== undefined) units.add(holder);
    }
  }
  return units;
}
