// Cuts dumps of databases, and other SQL that inserts rows. A row depends on the line that names its table and columns
// (`INSERT INTO … VALUES`, `COPY … FROM stdin;`), and that line depends on the definition of the table. Other
// statements are cut as code. A text and its sample come in, units go out. Reads only quotes and brackets of SQL.
import { isBlank, lineEnd, OPEN_PARENTHESIS, SEMICOLON, skipSpace, trimEnd } from "../../../text/characters.ts";
import { cutCode } from "../code/code.ts";
import { addPiece, addTail, type Draft, type Frame, NO_FRAME, openSection, seal } from "../draft.ts";
import { anyOf, matchesAt, matchesIn, type Sample } from "../line-patterns.ts";
import { tupleEnd } from "./sql-tuples.ts";

/** Rows share a unit up to this length: a row of a single digit is not worth a gap mark. */
const ROW_UNIT_CHARS = 24;

/** The definition of a table stays whole up to this length: its columns explain each other. */
const TABLE_WHOLE_CHARS = 800;

/** How much of a definition's first line serves as search context for its other lines. */
const CONTEXT_CHARS_MAX = 80;

/** How much of a table's name serves as search context for its rows. */
const NAME_CHARS_MAX = 100;

/** Lines read between two checkpoints: a few milliseconds. */
const LINES_PER_CHECKPOINT = 4096;

const NAME = "([^\\s(;]{1,130})";
const COLUMNS = "(?:\\([^();]{0,4000}\\)\\s{0,8})?";

/** Everything up to the first row. */
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

/** Settings and comments that a dump tool writes around every table. They say no more than its name. */
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

/** Statements with a rule of their own. */
const OWN_RULE = anyOf([INSERT, COPY, TABLE, DEFINITION, FRAMING], "iy");

/** Cuts `[draft.at, end)`. Each row counts as one. */
export function cutSqlDump(draft: Draft, end: number): void {
  const { text } = draft;
  /** The unit that begins the definition of each table, by the table's name. */
  const definitions = new Map<string, number>();
  const tableFrame = ({ name }: Statement) => ({ head: definitions.get(name) ?? -1, context: name });
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, { count: 0, joinUpTo: 0 });
      continue;
    }
    const inserting = statementAt(INSERT, text, from);
    const copying = inserting === null ? statementAt(COPY, text, from) : null;
    const defining = copying === null ? statementAt(TABLE, text, from) : null;
    if (inserting !== null) cutInsert(draft, inserting.end, end, tableFrame(inserting));
    else if (copying !== null) cutCopy(draft, copying.end, end, tableFrame(copying));
    else if (defining !== null) definitions.set(defining.name, cutTableDefinition(draft, end));
    else if (matchesAt(FRAMING, text, from)) cutFraming(draft, end);
    else cutOtherStatement(draft, end);
  }
}

interface Statement {
  /** The table's name without quotes, in lower case. */
  readonly name: string;
  /** The end of what the pattern matches. */
  readonly end: number;
}

/** The statement at `at`; null if the pattern does not match there. */
function statementAt(pattern: RegExp, text: string, at: number): Statement | null {
  pattern.lastIndex = at;
  const name = pattern.exec(text)?.[1];
  return name === undefined ? null : { name: plainName(name), end: pattern.lastIndex };
}

const QUOTES = /["`[\]]/g;

function plainName(name: string): string {
  return name.slice(0, NAME_CHARS_MAX).replaceAll(QUOTES, "").toLowerCase();
}

/** Cuts a statement whose first row is at `firstRow`. A single row stays with the line that names its table. */
function cutInsert(draft: Draft, firstRow: number, end: number, table: Frame): void {
  const { text } = draft;
  let stop = rowEnd(text, firstRow, end);
  if (!isRowAt(text, stop)) {
    addPiece(draft, stop, { count: 1, joinUpTo: 0 }, table);
    return;
  }
  const frame = addHead(draft, firstRow, table);
  while (draft.at < stop) {
    addPiece(draft, stop, { count: 1, joinUpTo: ROW_UNIT_CHARS }, frame);
    if (isRowAt(text, stop)) stop = rowEnd(text, stop, end);
  }
  seal(draft);
}

function isRowAt(text: string, at: number): boolean {
  return text.charCodeAt(at) === OPEN_PARENTHESIS;
}

/** Adds the text up to the first row, which names the table. Returns the frame of the rows. */
function addHead(draft: Draft, firstRow: number, table: Frame): Frame {
  openSection(draft);
  const head = addPiece(draft, firstRow, { count: 0, joinUpTo: 0 }, table);
  seal(draft);
  return { head, context: table.context };
}

/** The end of the row at `at`, including a comma or semicolon after it, white space, and a comment on its line. */
function rowEnd(text: string, at: number, end: number): number {
  const stop = tupleEnd(text, at, end);
  const mark = skipSpace(text, stop, end);
  const next = skipSpace(text, mark < end && ",;".includes(text.charAt(mark)) ? mark + 1 : stop, end);
  return text.startsWith(COMMENT, next) ? skipSpace(text, lineEnd(text, next, end), end) : next;
}

/** Cuts the rows from `firstRow` on, one per line, and the line below them. */
function cutCopy(draft: Draft, firstRow: number, end: number, table: Frame): void {
  const { text } = draft;
  const frame = addHead(draft, firstRow, table);
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

/** Cuts the lines up to the next statement with a rule of its own. The lines of a definition depend on its first. */
function cutOtherStatement(draft: Draft, end: number): void {
  const { text, at: from, checkpoint } = draft;
  const first = lineEnd(text, from, end);
  let stop = first;
  for (let lines = 1; stop < end && !matchesAt(OWN_RULE, text, stop); lines++) {
    if (lines % LINES_PER_CHECKPOINT === 0) checkpoint();
    stop = lineEnd(text, stop, end);
  }
  openSection(draft);
  if (!matchesAt(DEFINITION, text, from)) cutStatement(draft, stop, NO_FRAME);
  else {
    const head = addPiece(draft, first, { count: 0, joinUpTo: 0 });
    const context = text.slice(from, Math.min(trimEnd(text, from, first), from + CONTEXT_CHARS_MAX));
    cutStatement(draft, stop, { head, context });
  }
  seal(draft);
}

/** Cuts a statement as code. Its lines do not count, because the record counts rows. */
function cutStatement(draft: Draft, end: number, frame: Frame): void {
  const first = draft.units.length;
  cutCode(draft, end, frame);
  for (const unit of draft.units.slice(first)) unit.count = 0;
}

/** The first line of a text of SQL, which inserts rows further down. */
export const SQL_OPENING =
  /^(?:--|\/\*|begin\b|start transaction|set |pragma |use |create |drop |insert into |copy |lock |alter |delimiter )/i;

/** The first line of a statement that inserts rows. */
const INSERTING = /^(?:(?:insert|replace)(?: ignore| or \w{1,10})? into [^\s(;]{1,130}|copy [^\n]{1,400} from stdin)/i;

/** True if the text, which opens like SQL, inserts rows. */
export function insertsRows(sample: Sample): boolean {
  return matchesIn(sample, INSERTING) > 0;
}
