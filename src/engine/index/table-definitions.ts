// Reads the definitions of tables and their foreign keys, in SQL and in data dictionaries.
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { SegmentedRecord } from "../model.ts";

/** A name that may be quoted and may have the name of a schema before it. Captures the table's own name. */
const NAME = /[`"[]?(?:\w+[`"\]]?\.[`"[]?)?(\w+)[`"\]]?/.source;

/** `CREATE TABLE sales.orders (`, and the heading of a table in a data dictionary: `## sales.orders`. */
const CREATED = String.raw`CREATE[ \t]+(?:\w+[ \t]+)?TABLE[ \t]+(?:IF[ \t]+NOT[ \t]+EXISTS[ \t]+)?`;
const DEFINITION = new RegExp(
  String.raw`^[ \t]*(?:${CREATED}|#{1,6}[ \t]+(?:Table:?[ \t]+)?)${NAME}[ \t]*(?:$|\()`,
  "gim",
);

/** `REFERENCES sales.orders`, `references orders (id)` and `FK → orders`. Prose references things too. */
const REFERENCE = new RegExp(
  String.raw`\b(?:REFERENCES|references(?=[ \t]+[\w."\x60[\]]+[ \t]*\()|FK\b[ \t]*(?:→|->|to|:))[ \t]+${NAME}`,
  "g",
);

/** In the lines of the columns that joins need. */
const KEY = /\b(?:REFERENCES|PRIMARY KEY|FK|PK)\b/i;

/** True if the text states a foreign key. */
export function statesForeignKey(text: string): boolean {
  return text.search(REFERENCE) >= 0;
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

/** Further references of one unit are not read. No table has as many foreign keys. */
const REFERENCES_MAX = 1000;

/** Further tables are not read. Large catalogues have a few thousand. */
const TABLES_MAX = 10_000;

export function tablesIn(records: readonly SegmentedRecord[], checkpoint: Checkpoint): readonly TableDefinition[] {
  const tables: TableDefinition[] = [];
  let first = 0;
  for (const { readable, units } of records) {
    checkpoint();
    let table: TableDefinition | null = null;
    for (const [at, { start, end }] of units.entries()) {
      const text = readable.slice(start, end);
      const unit = first + at;
      for (const name of namesIn(text, DEFINITION)) {
        if (table !== null) table.to = unit;
        if (tables.length >= TABLES_MAX) return tables;
        table = { name, from: unit, to: first + units.length, keys: [unit], references: [] };
        tables.push(table);
      }
      table?.references.push(...namesIn(text, REFERENCE).slice(0, REFERENCES_MAX));
      if (KEY.test(text)) table?.keys.push(unit);
    }
    first += units.length;
  }
  return tables;
}

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, name = ""]) => name.toLowerCase());
}
