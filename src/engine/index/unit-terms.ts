// Reads the terms of every unit into the vocabulary: first the unit's own, then those of its context.
// In: segmented records. Out: where the terms of each unit end. Reads every text once. A unit that only echoes the task
// has no terms of its own: a tool that repeats the question (`{"query": "...", "results": [...]}`) has not answered it
// there. Uses functions over a state instead of closures, because V8 compiles a closure anew for each request.
import { int32s } from "../../text/arrays.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { SegmentedRecord, Unit } from "../model.ts";

/** A shorter prompt is a name or a key, and a field that holds it may be the answer. UTF-16 units. */
const PROMPT_LENGTH_MIN = 12;

/** The most other text that an echo may contain: field names, brackets, a small field or two. UTF-16 units. */
const EXTRA_LENGTH_MAX = 120;

/** How JSON begins. */
const OPENS_JSON = /^\s{0,40}[{[]/;

/** The forms in which a record may echo the prompt, and the state of the search. */
export interface Echo {
  readonly lengthMin: number;
  readonly lengthMax: number;
  /** The prompt as it is, and JSON-escaped if that differs. */
  readonly values: readonly Value[];
  record: SegmentedRecord | null;
  /** Whether the record may repeat the task. */
  mayEcho: boolean;
}

/** A quoted string, and its next position in the record. */
interface Value {
  readonly quoted: string;
  at: number;
}

export function echoOf(prompt: string): Echo {
  const plain = prompt.trim();
  const escaped = JSON.stringify(plain).slice(1, -1);
  const values = [...new Set([plain, escaped])].map((value) => ({ quoted: `"${value}"`, at: -1 }));
  return {
    values,
    lengthMin: plain.length,
    lengthMax: escaped.length + EXTRA_LENGTH_MAX,
    record: null,
    mayEcho: false,
  };
}

/** @param unit in ascending order for each record, so that its text is searched once for all units */
export function isEcho(echo: Echo, record: SegmentedRecord, { start, end }: Unit): boolean {
  const { source } = record;
  if (echo.lengthMin < PROMPT_LENGTH_MIN) return false;
  if (end - start < echo.lengthMin || end - start > echo.lengthMax) return false;
  if (echo.record !== record) {
    echo.record = record;
    echo.mayEcho = mayEcho(record);
    for (const value of echo.values) value.at = -1;
  }
  if (!echo.mayEcho) return false;
  for (const value of echo.values) {
    if (value.at < start) {
      const found = source.text.indexOf(value.quoted, start);
      value.at = found === -1 ? source.text.length : found;
    }
    if (value.at + value.quoted.length <= end) return true;
  }
  return false;
}

/** A text in a JSON string has a type of its own, which does not tell whether the JSON around it repeats the task. */
function mayEcho({ type, source, readable }: SegmentedRecord): boolean {
  return type.mayEchoTask || readable !== source.text || OPENS_JSON.test(source.text);
}

export interface UnitTerms {
  /**
   * The terms of unit `u` are those from `unitFrom[u]` up to `unitFrom[u + 1]`. Its context's terms start at
   * `ownTo[u]`.
   */
  readonly unitFrom: Int32Array;
  readonly ownTo: Int32Array;
  /** Units that echo the task or another unit. Their own words are not among the terms. */
  readonly echoes: ReadonlySet<number>;
  /** The echoes that quote another unit. */
  readonly copies: ReadonlySet<number>;
}

/** The units that are not read. */
interface Unread {
  readonly echo: Echo;
  /** Numbers of units that only quote another unit. */
  readonly copies: ReadonlySet<number>;
}

/**
 * Reads the terms of all units. Skips those of a unit that echoes the task, since words copied from the task prove
 * nothing, and those of a quotation, since its original is read.
 */
export function readUnitTerms(
  records: readonly SegmentedRecord[],
  vocabulary: Vocabulary,
  { echo, copies }: Unread,
  units: number,
  checkpoint: Checkpoint,
): UnitTerms {
  const places = { unitFrom: int32s(units + 1), ownTo: int32s(units), echoes: new Set<number>(), copies };
  const reading: Reading = { ...places, vocabulary, echo, context: "", from: 0, to: 0 };
  let first = 0;
  for (const record of records) {
    checkpoint();
    readUnits(reading, record, first, checkpoint);
    first += record.units.length;
  }
  return places;
}

/** What has been read so far. */
interface Reading extends UnitTerms {
  readonly vocabulary: Vocabulary;
  readonly echo: Echo;
  readonly echoes: Set<number>;
  /** The last context and where its terms are. Neighbouring units usually share a context, so it is read once. */
  context: string;
  from: number;
  to: number;
}

/** At most this many units are read between two checkpoints: a few milliseconds. */
const UNITS_PER_CHECKPOINT = 256;

/** Reads a record. Its first unit has the number `first`. */
function readUnits(reading: Reading, record: SegmentedRecord, first: number, checkpoint: Checkpoint): void {
  let checked = 0;
  for (let index = 0; index < record.units.length; ) {
    if (index - checked >= UNITS_PER_CHECKPOINT) {
      checkpoint();
      checked = index;
    }
    const context = record.units[index]?.context ?? "";
    const isNew = context !== "" && context !== reading.context;
    index = isNew ? readFirst(reading, record, first, index) : readMore(reading, record, first, index, context);
  }
}

/** Reads unit `index`, whose context is new. Returns the next index. */
function readFirst(reading: Reading, record: SegmentedRecord, first: number, index: number): number {
  const { vocabulary, echo, copies, unitFrom, ownTo } = reading;
  const unit = record.units[index];
  if (unit === undefined) return index;
  const place = first + index;
  const isRead = !copies.has(place) && !isEcho(echo, record, unit);
  if (!isRead) reading.echoes.add(place);
  reading.from = isRead ? vocabulary.read(record.readable, unit.start, unit.end) : (unitFrom[place] ?? 0);
  reading.to = vocabulary.read(unit.context, 0, unit.context.length);
  reading.context = unit.context;
  ownTo[place] = reading.from;
  unitFrom[place + 1] = reading.to;
  return index + 1;
}

/**
 * Reads up to `UNITS_PER_CHECKPOINT` units from `index` on that share `context`, which is "" or the last one read.
 * Returns the next index.
 */
function readMore(reading: Reading, record: SegmentedRecord, first: number, index: number, context: string): number {
  const { vocabulary, echo, copies, unitFrom, ownTo, from, to } = reading;
  const { units, readable } = record;
  const repeated = context === "" ? 0 : to - from;
  let next = index;
  const limit = index + UNITS_PER_CHECKPOINT;
  for (let unit = units[next]; unit?.context === context && next < limit; unit = units[next]) {
    if (copies.has(first + next) || isEcho(echo, record, unit)) break;
    ownTo[first + next++] = unit.end;
  }
  const start = units[index]?.start ?? 0;
  // There may be thousands of records with a single unit, so none of them gets a view of the array.
  if (index === 0 && next === 1 && repeated === 0) ownTo[first] = vocabulary.read(readable, start, ownTo[first] ?? 0);
  else if (next > index)
    vocabulary.readEach(readable, start, ownTo.subarray(first + index, first + next), from, from + repeated);
  else {
    reading.echoes.add(first + index);
    ownTo[first + index] = unitFrom[first + index] ?? 0;
    vocabulary.repeat(from, from + repeated);
    next += 1;
  }
  for (let place = first + index; place < first + next; place += 1)
    unitFrom[place + 1] = (ownTo[place] ?? 0) + repeated;
  return next;
}
