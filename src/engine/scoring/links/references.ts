// Follows names. A reader of `the fee of section 4.2` needs section 4.2, a reader of a function needs the type that it
// returns, and a reader of a stack trace needs the function that it names. These texts may share no other word with the
// task.
// In: the records and a first score. Out: what each unit gains. Reads the references of the best blocks and the symbols
// of the task and of the best code only. Resolves no imports: a name counts if only one or two places have it.
import { float64s, placeFrom } from "../../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { Analysed } from "../../analyse.ts";
import {
  definitionsIn,
  isName,
  type Labels,
  labelsIn,
  mayRefer,
  type Reference,
  referencesIn,
  type UnitsByName,
  unitsWith,
} from "../../index/labels.ts";
import type { SegmentedRecord, Unit } from "../../model.ts";
import { bestBlocks, highest, NO_GAIN } from "../unit-scores.ts";

export interface ReferenceSettings {
  /** Gain of a unit to which one of the best blocks refers, as a share of that block's score; 0 turns it off. */
  readonly weight: number;
  /** The references of this many of the best blocks are followed. */
  readonly blocks: number;
}

/** If more units have a label or define a symbol, nothing here says which one is meant. */
const PLACES_MAX = 2;

/** At most this much of a block is read. UTF-16 units. */
const READ_LENGTH_MAX = 2000;

/** A shorter unit is a bare heading, so at least the next unit gains as well. UTF-16 units. */
const HEADING_LENGTH_MAX = 120;

/** Any unit of a section may be meant. In a long section, only this much from its start gains. UTF-16 units. */
const SECTION_LENGTH_MAX = 500;

export function referenceScores(
  { records, corpus }: Pick<Analysed, "records" | "corpus">,
  scores: Float64Array,
  { weight, blocks }: ReferenceSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const { recordOf, blockOf } = corpus;
  const firstOf = (record: number) => placeFrom(recordOf, record);
  let labels: Labels | null = null;
  const gained = float64s(scores.length);
  for (const { record, unit, score } of bestBlocks(corpus, scores, blocks)) {
    const { readable, type, units = [] } = records[record] ?? {};
    // Code refers to symbols, not to sections.
    if (readable === undefined || type?.isCode === true) continue;
    const first = firstOf(record);
    const last = placeFrom(blockOf, (blockOf[unit] ?? 0) + 1, unit) - 1;
    const start = units[unit - first]?.start ?? 0;
    const end = Math.min(units[last - first]?.end ?? 0, start + READ_LENGTH_MAX);
    const text = readable.slice(start, end);
    if (!mayRefer(text)) continue;
    labels ??= labelsIn(records, checkpoint);
    // Most records have no labels.
    if (labels.kinds.size === 0) return NO_GAIN;
    const references = referencesIn(text, labels.kinds);
    for (const place of placesOf(labels, record, references, recordOf)) {
      const target = recordOf[place] ?? 0;
      const end = firstOf(target) + sectionEnd(records[target]?.units ?? [], place - firstOf(target));
      for (let at = place; at < end; at++) gained[at] = Math.max(gained[at] ?? 0, weight * score);
    }
  }
  return gained;
}

/** The index after the last unit of the section that begins with unit `at`. */
function sectionEnd(units: readonly Unit[], at: number): number {
  const start = units[at]?.start ?? 0;
  let end = at + 1;
  while ((units[end]?.head ?? -1) >= at && (units[end]?.end ?? 0) - start <= SECTION_LENGTH_MAX) end++;
  const isBare = end === at + 1 && (units[at]?.end ?? 0) - start <= HEADING_LENGTH_MAX;
  return Math.min(units.length, isBare ? end + 1 : end);
}

/** The units to which the references of a record lead. */
function placesOf(
  labels: Labels,
  record: number,
  references: readonly Reference[],
  recordOf: Int32Array,
): readonly number[] {
  return references.flatMap((reference) => {
    const places = unitsWith(labels, record, reference);
    if (places.length > PLACES_MAX) return [];
    return isName(reference) ? places.filter((place) => recordOf[place] !== record) : places;
  });
}

export interface DefinitionSettings {
  /** Gain of the definition of a symbol that the task names, as a share of the best score; 0 turns it off. */
  readonly named: number;
  /** The same for a symbol that the best code uses, as a share of that code's score. */
  readonly used: number;
  /** Gain of the code inside a definition, as a share of what the definition gains. */
  readonly body: number;
}

/** Shorter names, such as `i` and `fn`, occur everywhere. */
const SYMBOL = /[A-Za-z_$][\w$]{2,79}/g;

/** Forms that no plain word has: `snake_case` and `camelCase`. */
const JOINED = /\w_|_\w|[a-z\d][A-Z]/;

/** A Python traceback writes this before the name of a function. */
const IN_FRAME = ", in ";

/** Words between two checkpoints: about a millisecond. */
const WORDS_PER_CHECKPOINT = 4096;

export function definitionScores(
  { records, task }: Pick<Analysed, "records" | "task">,
  scores: Float64Array,
  { named, used, body }: DefinitionSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const best = bestCode(records, scores);
  if (best === null) return NO_GAIN;
  const definitions = definitionsIn(records, checkpoint);
  checkpoint();
  const gained = float64s(scores.length);
  addGains(definitions, symbolsNamedIn(task.prompt, checkpoint), named * highest(scores), -1, gained);
  addGains(definitions, new Set(best.text.match(SYMBOL)), used * (scores[best.unit] ?? 0), best.unit, gained);
  addBodies(records, gained, body);
  return gained;
}

/** A unit of code, numbered across all records. */
interface CodeUnit {
  readonly unit: number;
  readonly text: string;
}

/** The unit of code with the highest score; null if there is no code. */
function bestCode(records: readonly SegmentedRecord[], scores: Float64Array): CodeUnit | null {
  let best: number | null = null;
  let text = "";
  let first = 0;
  for (const { type, readable, units } of records) {
    for (let at = 0; type.showsCode && at < units.length; at += 1) {
      if (best !== null && (scores[first + at] ?? 0) <= (scores[best] ?? 0)) continue;
      best = first + at;
      text = readable.slice(units[at]?.start, units[at]?.end);
    }
    first += units.length;
  }
  return best === null ? null : { unit: best, text };
}

/** The symbols in a task: names in a form that no plain word has, and names in a place where only symbols occur. */
function symbolsNamedIn(text: string, checkpoint: Checkpoint): ReadonlySet<string> {
  const symbols = new Set<string>();
  let read = 0;
  for (const { 0: symbol, index } of text.matchAll(SYMBOL)) {
    if (read++ % WORDS_PER_CHECKPOINT === 0) checkpoint();
    const before = text.charAt(index - 1);
    const after = text.charAt(index + symbol.length);
    const isCalled = after === "(" || before === "." || text.startsWith(IN_FRAME, index - IN_FRAME.length);
    if (isCalled || (before === "`" && after === "`") || JOINED.test(symbol)) symbols.add(symbol);
  }
  return symbols;
}

/** @param except the unit that uses the symbols; a symbol that it defines itself is left out */
function addGains(
  definitions: UnitsByName,
  symbols: ReadonlySet<string>,
  gain: number,
  except: number,
  gained: Float64Array,
) {
  for (const symbol of symbols) {
    const defining = definitions.get(symbol) ?? [];
    if (defining.length > PLACES_MAX || defining.includes(except)) continue;
    for (const unit of defining) gained[unit] = Math.max(gained[unit] ?? 0, gain / Math.sqrt(defining.length));
  }
}

/** The units inside a definition gain `share` of the definition's gain. */
function addBodies(records: readonly SegmentedRecord[], gained: Float64Array, share: number): void {
  const defined = gained.slice();
  let first = 0;
  for (const { type, units } of records) {
    for (const [at, { head }] of type.showsCode ? units.entries() : []) {
      if (head >= 0) gained[first + at] = Math.max(gained[first + at] ?? 0, share * (defined[first + head] ?? 0));
    }
    first += units.length;
  }
}
