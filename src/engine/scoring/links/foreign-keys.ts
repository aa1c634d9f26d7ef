// Follows foreign keys, which are often small numbers: `customer_id: 87` in an order leads to the row with `id: 87` of
// the table `customers`, and that row to the orders.
// In: the records and a first score. Out: what each unit gains. Each step reads the fields of a few units, looks for
// their numbers among all terms once, and reads the fields of the units that hold them.
import { float64s, placeFrom } from "../../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import type { Analysed } from "../../analyse.ts";
import type { Corpus } from "../../index/corpus.ts";
import { readFields } from "../../index/row-fields.ts";
import { highestPlaces } from "../unit-scores.ts";
import { recordsWithFields, type SharedIdSettings, stepwise, unitsByTerm } from "./shared-ids.ts";

/** If a number links a row to more rows than this, none of them gains. */
const ROWS_MAX = 12;

/** At most this many units that hold a number are read. */
const PLACES_READ_MAX = 500;

const NUMBER = /^\d{1,12}$/;
const KEY_NAME = /^_?id$/i;
const REFERENCE_NAME = /^(\w{2,40}?)(?:[_-]id|Id|ID)$/;

/** A row of a table. */
interface Row {
  /** The table's name and the path to the row, in lower case. */
  readonly tableName: string;
  /** The number in its field `id`; "" if it has none. */
  readonly key: string;
  /** The numbers in its fields such as `customer_id`, by what they name. */
  readonly references: ReadonlyMap<string, string>;
}

export function foreignKeyScores(
  analysed: Analysed,
  scores: Float64Array,
  { weight, units, steps }: SharedIdSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const rowAt = rowReader(analysed);
  const holdsFields = recordsWithFields(analysed);
  return stepwise(scores, steps, checkpoint, (from, step) => {
    const best = highestPlaces(from, step === 0 ? units : ROWS_MAX);
    const numbers = new Set(best.flatMap((unit) => numbersOf(rowAt(unit))));
    const holders = holdersOf(analysed.corpus, holdsFields, numbers);
    const gained = float64s(scores.length);
    for (const unit of best) {
      const gain = weight * (from[unit] ?? 0);
      for (const place of linkedTo(unit, rowAt, holders)) gained[place] = Math.max(gained[place] ?? 0, gain);
    }
    return gained;
  });
}

/** The rows that a row names, and those that name it. */
function linkedTo(
  unit: number,
  rowAt: (unit: number) => Row,
  holders: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  const row = rowAt(unit);
  return numbersOf(row).flatMap((number) => {
    const places = (holders.get(number) ?? []).slice(0, PLACES_READ_MAX);
    const linked = places.filter((place) => place !== unit && isLinked(row, rowAt(place), number));
    return linked.length > ROWS_MAX ? [] : linked;
  });
}

/** Reads a row when it is first asked for. */
function rowReader({ records, corpus }: Analysed): (unit: number) => Row {
  const known = new Map<number, Row>();
  return (unit) => {
    const owner = corpus.recordOf[unit] ?? 0;
    const row = known.get(unit) ?? readRow(records[owner], unit - placeFrom(corpus.recordOf, owner));
    known.set(unit, row);
    return row;
  };
}

function readRow(record: Analysed["records"][number] | undefined, at: number): Row {
  const { source, readable = "", type, units = [] } = record ?? {};
  const unit = units[at];
  const head = units[unit?.head ?? -1];
  if (source === undefined || unit === undefined) return { tableName: "", key: "", references: new Map() };
  const header = head === undefined ? "" : readable.slice(head.start, head.end);
  const form = type?.fieldForm ?? null;
  const fields = form === null ? [] : readFields[form](readable.slice(unit.start, unit.end), header);
  let key = "";
  const references = new Map<string, string>();
  for (const { name, value } of fields) {
    if (!NUMBER.test(value)) continue;
    const named = REFERENCE_NAME.exec(name)?.[1];
    if (named !== undefined) references.set(named.toLowerCase(), value);
    else if (key === "" && KEY_NAME.test(name)) key = value;
  }
  const tableName = `${source.title ?? ""} ${source.source ?? ""} ${unit.context}`.toLowerCase();
  return { tableName, key, references };
}

function numbersOf({ key, references }: Row): readonly string[] {
  return [...(key === "" ? [] : [key]), ...references.values()];
}

/** Does one of the rows name the other by this number? */
function isLinked(one: Row, other: Row, number: string): boolean {
  return names(one, other, number) || names(other, one, number);
}

function names(from: Row, to: Row, number: string): boolean {
  if (to.key !== number) return false;
  for (const [thing, value] of from.references) {
    // `category` is in `categories` up to its last letter.
    if (value === number && to.tableName.includes(thing.replace(/y$/, ""))) return true;
  }
  return false;
}

/** The units that hold each number. */
function holdersOf(
  corpus: Corpus,
  holdsFields: Uint8Array,
  numbers: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const { vocabulary, starts } = corpus;
  const terms = Array.from(numbers, (number) => [number, vocabulary.termsOf(number, false)[0] ?? -1] as const);
  const known = terms.filter(([, term]) => term >= 0 && term < starts.length);
  const wanted = known.map(([, term]) => term);
  const units = unitsByTerm(corpus, holdsFields, wanted);
  return new Map(known.map(([number, term]) => [number, units.get(term) ?? []]));
}
