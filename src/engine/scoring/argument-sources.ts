// Where did the arguments of earlier calls come from? The next call of that tool takes its own from the same place:
// the list of ids in one result, the profile in another.
// In: an agent's trace and the tool about to be called. Out: what each unit gains. Must look backwards only.
import { float64s, int32s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { SegmentedRecord } from "../model.ts";

const HAS_DIGIT = /\p{N}/u;

/** Shorter values (a count, a flag) stand everywhere. UTF-16 units. */
const VALUE_LENGTH_MIN = 4;

/**
 * Units of results that hold values which a call of the task's tool was given later; every unit that fed a call when
 * the task names no tool. 1 for the unit that fed most calls, less for the others.
 */
export function argumentSources({ records, corpus, task }: Analysed): Float64Array {
  const fed = float64s(corpus.blockOf.length);
  const firstUnits = firstUnitOf(records);
  /** The first unit of a result that holds each value. */
  const holders = new Map<number, number>();
  let most = 0;
  for (const [index, record] of records.entries()) {
    const from = firstUnits[index] ?? 0;
    const to = from + record.units.length;
    if (record.source.kind === "tool_call") {
      if (!calls(record, task.toolName)) continue;
      for (const unit of sourcesOf(valuesIn(corpus, from, to), holders)) {
        fed[unit] = (fed[unit] ?? 0) + 1;
        most = Math.max(most, fed[unit] ?? 0);
      }
    } else if (record.source.kind === "tool_result") {
      for (let unit = from; unit < to; unit += 1) {
        for (const value of valuesIn(corpus, unit, unit + 1)) {
          if (!holders.has(value)) holders.set(value, unit);
        }
      }
    }
  }
  return most > 0 ? fed.map((count) => count / most) : fed;
}

function sourcesOf(values: ReadonlySet<number>, holders: ReadonlyMap<number, number>): ReadonlySet<number> {
  const units = new Set<number>();
  for (const value of values) {
    const unit = holders.get(value);
    if (unit !== undefined) units.add(unit);
  }
  return units;
}

function calls({ source }: SegmentedRecord, toolName: string | null): boolean {
  return toolName === null || source.title === toolName || source.text.includes(`"${toolName}"`);
}

/** The ids and numbers of some units. */
function valuesIn(corpus: Corpus, from: number, to: number): ReadonlySet<number> {
  const values = new Set<number>();
  for (let unit = from; unit < to; unit += 1) {
    for (let at = corpus.unitFrom[unit] ?? 0; at < (corpus.ownTo[unit] ?? 0); at += 1) {
      const term = corpus.terms[at] ?? 0;
      const form = corpus.lexicon.form(term);
      if (form.length >= VALUE_LENGTH_MIN && HAS_DIGIT.test(form)) values.add(term);
    }
  }
  return values;
}

function firstUnitOf(records: readonly SegmentedRecord[]): Int32Array {
  const first = int32s(records.length);
  let at = 0;
  for (const [index, { units }] of records.entries()) {
    first[index] = at;
    at += units.length;
  }
  return first;
}
