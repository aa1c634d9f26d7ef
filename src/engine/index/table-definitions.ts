// Reads the definitions of tables and their foreign keys, in SQL and in data dictionaries. Linear in the texts.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { SegmentedRecord } from "../model.ts";

/** A name that may be quoted and may have the name of a schema before it. Captures the table's own name. */
const NAME = /[`"[]?(?:\w+[`"\]]?\.[`"[]?)?(\w+)[`"\]]?/.source;

const CREATE = String.raw`CREATE[ \t]+(?:\w+[ \t]+){0,2}TABLE[ \t]+(?:IF[ \t]+NOT[ \t]+EXISTS[ \t]+)?`;
const ALTER = String.raw`ALTER[ \t]+TABLE[ \t]+(?:IF[ \t]+EXISTS[ \t]+)?(?:ONLY[ \t]+)?`;
const HEADING = String.raw`#{1,6}[ \t]+(?:Table:?[ \t]+)?`;

/**
 * `CREATE TABLE sales.orders (`, the heading of a table in a data dictionary (`## sales.orders`), or `ALTER TABLE ONLY
 * sales.orders`, with which dumps add their foreign keys. Captures a new table's name, or else a known one's.
 */
const DEFINITION = new RegExp(
  String.raw`^[ \t]*(?:(?:${CREATE}|${HEADING})${NAME}[ \t]*(?:$|\()|${ALTER}${NAME}[ \t]*(?:$|ADD\b))`,
  "gim",
);

/** A column in parentheses, which no reference in prose has: `(see below)`, `(2019)`. */
const COLUMN = String.raw`[ \t]*\([ \t]*["\x60[]?[A-Za-z_]\w*["\x60\]]?[ \t]*[,)]`;

/** What may follow a reference without columns, on the line of its own column. `REFERENCES CITED` is a heading. */
const AFTER = String.raw`(?=[ \t]*(?:[,;)|]|$|ON\b|NOT\b|MATCH\b|DEFERRABLE\b))`;

/** `REFERENCES sales.orders (id)`, `owner INTEGER REFERENCES users,` and `FK → orders`. Prose references things too. */
const REFERENCE = new RegExp(
  [
    String.raw`\b(?:REFERENCES|references)[ \t]+${NAME}${COLUMN}`,
    String.raw`(?<=\S[ \t]+)REFERENCES[ \t]+${NAME}${AFTER}`,
    String.raw`\bFK\b[ \t]*(?:→|->|to|:)[ \t]+${NAME}`,
  ].join("|"),
  "gm",
);

/** Every reference matches this, and it rules most texts out in half the time. */
const MAY_REFER = /REFERENCES|references|FK/;

/** In the lines of the columns that joins need. */
const KEY = /\b(?:REFERENCES|PRIMARY KEY|FK|PK)\b/i;

/** True if the text states a foreign key. */
export function statesForeignKey(text: string): boolean {
  return MAY_REFER.test(text) && text.search(REFERENCE) >= 0;
}

export interface TableDefinition {
  /** In lower case. */
  readonly name: string;
  /** Its first unit, and the unit after its last, numbered across all records. */
  readonly from: number;
  to: number;
  /** The unit with its name, and those with its keys. */
  readonly keys: number[];
  /** The names of the tables that it refers to. */
  readonly references: string[];
}

/** Further tables are not read. Large catalogues have a few thousand. */
const TABLES_MAX = 10_000;

/** Units between two checkpoints: less than a millisecond. */
const UNITS_PER_CHECKPOINT = 256;

/** The tables that the records define, each name once: the first definition counts. */
export function tablesIn(
  records: readonly SegmentedRecord[],
  checkpoint: Checkpoint = unchecked,
): readonly TableDefinition[] {
  const tables = new Map<string, TableDefinition>();
  let first = 0;
  for (const { readable, units } of records) {
    let created: TableDefinition | null = null;
    /** The table that the text is about: the last one that it creates or alters. */
    let table: TableDefinition | null = null;
    for (const [at, { start, end }] of units.entries()) {
      if (at % UNITS_PER_CHECKPOINT === 0) checkpoint();
      const text = readable.slice(start, end);
      const unit = first + at;
      let read = 0;
      for (const { index, 1: newName, 2: knownName } of text.matchAll(DEFINITION)) {
        addKeys(table, text.slice(read, index), unit);
        read = index;
        const name = (newName ?? knownName ?? "").toLowerCase();
        table = tables.get(name) ?? null;
        if (newName === undefined) continue;
        if (created !== null) created.to = Math.max(unit, created.from + 1);
        created = null;
        if (table !== null || tables.size >= TABLES_MAX) continue;
        created = { name, from: unit, to: first + units.length, keys: [unit], references: [] };
        table = created;
        tables.set(name, created);
      }
      addKeys(table, text.slice(read), unit);
    }
    first += units.length;
  }
  return [...tables.values()];
}

function addKeys(table: TableDefinition | null, text: string, unit: number): void {
  if (table === null) return;
  for (const { 1: withColumn, 2: bare, 3: noted } of text.matchAll(REFERENCE)) {
    table.references.push((withColumn ?? bare ?? noted ?? "").toLowerCase());
  }
  if (KEY.test(text) && table.keys.at(-1) !== unit) table.keys.push(unit);
}
