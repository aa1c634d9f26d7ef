// Finds where earlier calls took their arguments from. The next call of that tool probably takes its own from the same
// place: the list of ids in one result, the profile in another.
// In: an agent's trace and the tool about to be called. Out: what each unit gains. Only looks backwards.
import { float64s, uint8s } from "../../text/arrays.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../index/corpus.ts";
import type { SegmentedRecord } from "../model.ts";
import { highest } from "./unit-scores.ts";

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

/**
 * Scores units of results that hold values later passed to the task's tool, or to any tool if the task names none. The
 * unit that fed the most calls gets the full gain, the others a proportional share.
 */
export function argumentSourceScores({ records, corpus, task }: Analysed, gain: number): Float64Array {
  const fed = float64s(corpus.blockOf.length);
  const isCall = uint8s(records.length);
  for (const [index, record] of records.entries()) if (calls(record, task.toolName)) isCall[index] = 1;
  const given = valuesGiven(corpus, isCall);
  /** The first result unit that holds each value. */
  const holders = new Map<number, number>();
  let from = 0;
  for (const [index, record] of records.entries()) {
    const to = from + record.units.length;
    if (isCall[index] === 1) addFed(fed, sourcesOf(corpus, from, to, holders));
    else if (record.source.kind === "tool_result") addHeld(holders, corpus, given, from, to);
    from = to;
  }
  const most = highest(fed);
  const weight = gain * (task.toolName === null ? UNNAMED_TOOL : 1);
  for (let unit = 0; unit < fed.length && most > 0; unit += 1) fed[unit] = ((fed[unit] ?? 0) / most) * weight;
  return fed;
}

/** Counts one more fed call for each of the units. */
function addFed(fed: Float64Array, units: ReadonlySet<number>): void {
  for (const unit of units) fed[unit] = (fed[unit] ?? 0) + 1;
}

function calls({ source }: SegmentedRecord, toolName: string | null): boolean {
  if (source.kind !== "tool_call") return false;
  if (toolName === null || source.title === toolName) return true;
  return toolName.length <= TOOL_NAME_LENGTH_MAX && source.text.includes(`"${toolName}"`);
}

/**
 * Flags, by term, the ids and numbers passed to a call. Only terms of calls become strings: converting every term of
 * the results took ten times as long.
 */
function valuesGiven({ terms, unitFrom, ownTo, recordOf, starts, vocabulary }: Corpus, isCall: Uint8Array): Uint8Array {
  const given = uint8s(starts.length);
  for (let unit = 0; unit < recordOf.length; unit += 1) {
    if (isCall[recordOf[unit] ?? 0] !== 1) continue;
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
function addHeld(
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

/** The units that hold the terms of a call. */
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
