// Cuts dumps of databases, and other SQL that inserts rows. A row depends on the line that names its table and columns
// (`INSERT INTO … VALUES`, `COPY … FROM stdin;`), and that line on the definition of the table. Other statements are
// cut as code. A text and its sample come in, units go out; never parses SQL beyond quotes and brackets.
import { isBlank, lineEnd, OPEN_PARENTHESIS, SEMICOLON, skipSpace, trimEnd } from "../../../text/characters.ts";
import { cutCode } from "../code/code.ts";
import { addPiece, addTail, type Draft, type Frame, NO_FRAME, openSection, seal } from "../draft.ts";
import { anyOf, matchesAt, matchesIn, type Sample } from "../line-patterns.ts";
import { tupleEnd } from "./sql-tuples.ts";

/** Shorter rows share a unit: a single digit is not worth a gap mark. */
const ROW_UNIT_CHARS = 24;

/** The definition of a table stays whole up to this length: its columns explain each other. */
const TABLE_WHOLE_CHARS = 800;

/** How much of the first line of a definition serves as search context of the others. */
const CONTEXT_CHARS_MAX = 80;

/** A longer name is cut off. */
const NAME_CHARS_MAX = 100;

const NAME = "([^\\s(;]{1,130})";
const COLUMNS = "(?:\\([^();]{0,4000}\\)\\s{0,8})?";

/** Up to the first row. */
const INSERT = new RegExp(
  `(?:insert|replace)(?: ignore| or \\w{1,10})? into ${NAME}\\s{0,8}${COLUMNS}(?:overriding system value\\s{0,8})?` +
    "values?\\s{0,8}(?=\\()",
  "iy",
);

const COPY = new RegExp(`copy ${NAME}\\s{0,8}${COLUMNS}from stdin[^\\n]{0,80}\\n`, "iy");

const COMMENT = "--";

/** The line below the rows of `COPY`. */
const COPY_END = "\\.";

const TABLE = new RegExp(`create (?:\\w{1,20} ){0,2}table (?:if not exists )?${NAME}`, "iy");

/** Any other statement that defines something, such as a view or a function. */
const DEFINITION = /(?:create|alter|comment on) /iy;

/** Settings and comments that the tools for dumps write around every table. They repeat its name and say no more. */
const FRAMING = anyOf(
  [
    /--[ \t\r]{0,8}\n/,
    /\/\*!\d{5} (?:set|alter table|drop) /,
    /(?:set|lock|unlock|drop|use|pragma|delimiter) /,
    /(?:begin|commit|start) ?(?:transaction)?;/,
    /alter table [^\n]{1,130} owner to /,
    /-- (?:table structure|dumping|dumped|name:|data for name|host:|server version|-----)/,
    /-- \w{1,12} (?:database )?dump/,
  ],
  "iy",
);

/** Cuts `[draft.at, end)`. Each row counts as one. */
export function cutSqlDump(draft: Draft, end: number): void {
  const { text } = draft;
  /** The unit that begins the definition of each table. */
  const tables = new Map<string, number>();
  const frameOf = (name: string) => ({ head: tables.get(plainName(name)) ?? -1, context: plainName(name) });
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, { count: 0, joinUpTo: 0 });
      continue;
    }
    const inserted = namedBy(INSERT, text, from);
    const copied = inserted === null ? namedBy(COPY, text, from) : null;
    const defined = copied === null ? namedBy(TABLE, text, from) : null;
    if (inserted !== null) cutInsert(draft, INSERT.lastIndex, end, frameOf(inserted));
    else if (copied !== null) cutCopy(draft, COPY.lastIndex, end, frameOf(copied));
    else if (defined !== null) tables.set(plainName(defined), cutTableDefinition(draft, end));
    else if (matchesAt(FRAMING, text, from)) cutFraming(draft, end);
    else cutOthers(draft, end);
  }
}

/** The name in the statement at `at`; null if the pattern does not match there. */
function namedBy(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[1] ?? null;
}

const QUOTES = /["`[\]]/g;

function plainName(name: string): string {
  return name.slice(0, NAME_CHARS_MAX).replaceAll(QUOTES, "").toLowerCase();
}

/** Cuts the rows from `rows` on. A single row stays with the line above it. */
function cutInsert(draft: Draft, rows: number, end: number, table: Frame): void {
  const { text } = draft;
  let stop = rowEnd(text, rows, end);
  if (!isRowAt(text, stop)) {
    addPiece(draft, stop, { count: 1, joinUpTo: 0 }, table);
    return;
  }
  const frame = addHead(draft, rows, table);
  while (draft.at < stop) {
    addPiece(draft, stop, { count: 1, joinUpTo: ROW_UNIT_CHARS }, frame);
    if (isRowAt(text, stop)) stop = rowEnd(text, stop, end);
  }
  seal(draft);
}

function isRowAt(text: string, at: number): boolean {
  return text.charCodeAt(at) === OPEN_PARENTHESIS;
}

/** Adds what names the table of the rows from `rows` on. */
function addHead(draft: Draft, rows: number, table: Frame): Frame {
  openSection(draft);
  const head = addPiece(draft, rows, { count: 0, joinUpTo: 0 }, table);
  seal(draft);
  return { head, context: table.context };
}

/** The end of the row at `at`, with the comma or semicolon behind it, and the white space and comment behind that. */
function rowEnd(text: string, at: number, end: number): number {
  const stop = tupleEnd(text, at, end);
  const mark = skipSpace(text, stop, end);
  const next = skipSpace(text, mark < end && ",;".includes(text.charAt(mark)) ? mark + 1 : stop, end);
  return text.startsWith(COMMENT, next) ? skipSpace(text, lineEnd(text, next, end), end) : next;
}

function cutCopy(draft: Draft, rows: number, end: number, table: Frame): void {
  const { text } = draft;
  const frame = addHead(draft, rows, table);
  while (draft.at < end) {
    const stop = lineEnd(text, draft.at, end);
    if (text.startsWith(COPY_END, draft.at)) {
      addTail(draft, stop, 0);
      break;
    }
    addPiece(draft, stop, { count: 1, joinUpTo: ROW_UNIT_CHARS }, frame);
  }
  seal(draft);
}

/** Cuts the definition of a table up to the line that ends its statement. Returns its first unit. */
function cutTableDefinition(draft: Draft, end: number): number {
  const { text, at: from } = draft;
  const stop = statementEnd(text, from, end);
  openSection(draft);
  const first = draft.units.length;
  if (stop - from <= TABLE_WHOLE_CHARS) addPiece(draft, stop, { count: 0, joinUpTo: 0 });
  else cutStatement(draft, stop, NO_FRAME);
  seal(draft);
  return Math.min(first, draft.units.length - 1);
}

/** The end of the line that ends the statement at `start`. */
function statementEnd(text: string, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const stop = lineEnd(text, at, end);
    if (text.charCodeAt(trimEnd(text, at, stop) - 1) === SEMICOLON) return stop;
    at = stop;
  }
  return end;
}

/** Cuts the lines around a table's statements. They are never sent by themselves. */
function cutFraming(draft: Draft, end: number): void {
  const { text } = draft;
  let stop = lineEnd(text, draft.at, end);
  while (stop < end && (matchesAt(FRAMING, text, stop) || isBlank(text, stop, lineEnd(text, stop, end)))) {
    stop = lineEnd(text, stop, end);
  }
  openSection(draft);
  const first = draft.units.length;
  addPiece(draft, stop, { count: 0, joinUpTo: 0 });
  for (const unit of draft.units.slice(first)) unit.announces = true;
  seal(draft);
}

/** Cuts the lines up to the next statement that has a rule of its own. Those of a definition depend on its first. */
function cutOthers(draft: Draft, end: number): void {
  const { text, at: from } = draft;
  const first = lineEnd(text, from, end);
  let stop = first;
  while (stop < end && !opensStatement(text, stop)) stop = lineEnd(text, stop, end);
  openSection(draft);
  if (!matchesAt(DEFINITION, text, from)) cutStatement(draft, stop, NO_FRAME);
  else {
    const head = addPiece(draft, first, { count: 0, joinUpTo: 0 });
    const context = text.slice(from, Math.min(trimEnd(text, from, first), from + CONTEXT_CHARS_MAX));
    cutStatement(draft, stop, { head, context });
  }
  seal(draft);
}

const OWN_RULES = [INSERT, COPY, TABLE, DEFINITION, FRAMING];

function opensStatement(text: string, at: number): boolean {
  return OWN_RULES.some((pattern) => matchesAt(pattern, text, at));
}

/** Cuts code, whose lines do not count among the rows. */
function cutStatement(draft: Draft, end: number, frame: Frame): void {
  const first = draft.units.length;
  cutCode(draft, end, frame);
  for (const unit of draft.units.slice(first)) unit.count = 0;
}

/** How a text of SQL begins. */
const OPENING =
  /^(?:--|\/\*|begin\b|start transaction|set |pragma |use |create |drop |insert into |copy |lock |alter |delimiter )/i;

/** The first line of a statement that inserts rows. */
const INSERTING = /^(?:(?:insert|replace)(?: ignore| or \w{1,10})? into [^\s(;]{1,130}|copy [^\n]{1,400} from stdin)/i;

/** True for SQL that inserts rows, from its beginning. */
export function looksLikeSqlDump(sample: Sample): boolean {
  return OPENING.test(sample.lines[0] ?? "") && matchesIn(sample, INSERTING) > 0;
}
