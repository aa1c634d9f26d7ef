// One line of source code, in any language: its layout, whether it reads as code, whether it opens a definition.
// A text and the line's place in, answers out. Judges the line alone.
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  isDigit,
  isLetter,
  OPEN_BRACE,
  SPACE,
  TAB,
} from "../../../text/char-codes.ts";
import { isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/offsets.ts";
import { anyOf, matchesAt, oneOf } from "../patterns.ts";

/** Columns a tab stands for when indentations are compared. */
const TAB_COLUMNS = 4;

/** A file viewer's line number: `12:`, `12|`, `12\t`, `12→`, `12-`. */
const LINE_NUMBER = /[ \t]{0,8}\d{1,6}(?:[:|→][ \t]?|\t|-(?=[ \t]))/y;

/** The first character of the line `[start, end)` that is neither a viewer's line number nor indentation. */
export function contentStart(text: string, start: number, end: number): number {
  const first = skipIndent(text, start, end);
  const isNumber = first < end && isDigit(text.charCodeAt(first));
  return isNumber ? skipIndent(text, behindNumber(text, start, end), end) : first;
}

function behindNumber(text: string, start: number, end: number): number {
  if (!matchesAt(LINE_NUMBER, text, start) || LINE_NUMBER.lastIndex > end) return start;
  // The blank behind the number's colon is indentation as often as not: give it back.
  const at = LINE_NUMBER.lastIndex;
  const isColonTab = text.charCodeAt(at - 1) === TAB && text.charCodeAt(at - 2) === COLON;
  return text.charCodeAt(at - 1) === SPACE || isColonTab ? at - 1 : at;
}

/** Columns of white space right before `content`. */
export function columnOf(text: string, start: number, content: number): number {
  let columns = 0;
  for (let i = content - 1; i >= start; i--) {
    const code = text.charCodeAt(i);
    if (code === SPACE) columns++;
    else if (code === TAB) columns += TAB_COLUMNS;
    else break;
  }
  return columns;
}

/** A line that only closes what stands above it, and belongs there: `}`, `)`, `]`, `end`. */
export function closesOnly(text: string, content: number, end: number): boolean {
  const code = text.charCodeAt(content);
  if (code === CLOSE_BRACE || code === CLOSE_PARENTHESIS || code === CLOSE_BRACKET) return true;
  return text.startsWith("end", content) && isBlank(text, content + 3, end);
}

/** True when the line is indented below a viewer's number or without one. */
export function isIndented(line: string): boolean {
  const content = contentStart(line, 0, line.length);
  return columnOf(line, 0, content) >= 2;
}

/** True when the line carries a viewer's number. */
export function isNumbered(line: string): boolean {
  return behindNumber(line, 0, line.length) > 0;
}

/** Lines in `[start, end)`. */
export function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at = lineEnd(text, at, end)) lines++;
  return lines;
}

/** Words that may stand before the word that defines. */
const MODIFIER = oneOf(
  "export default declare public private protected internal static final abstract async unsafe extern override " +
    "virtual inline sealed partial open data suspend const pub(?:\\([a-z]{1,12}\\))?",
).source;

/** Words that say what the next word names, in the languages people send most. */
const DEFINING = oneOf(
  "def class function\\*? fn func fun sub interface struct enum trait impl module mod namespace record object type " +
    "union protocol extension proc macro_rules!",
).source;

const BINDING = /(?:export )?(?:default )?(?:const|let|var) [\w$]{1,80}/.source;

/** The start of a definition by keyword, of SQL, or of a function by another spelling: `const name = (…) =>`. */
const DEFINITION = anyOf(
  [
    new RegExp(`(?:${MODIFIER} ){0,5}${DEFINING} ?[\\w$<(&*"'~]`),
    /CREATE |ALTER TABLE|create (?:table|or replace|view|function)/,
    new RegExp(`${BINDING}(?:: [^=\\n]{1,120})? = (?:async )?(?:function|\\([^\\n]{0,200}=>)`),
    new RegExp(`${BINDING} = (?:async )?[\\w$]{1,40} =>`),
  ],
  "y",
);

const FLOW = oneOf("if for while switch else catch do return try with match when new throw await yield case").source;

/** `void Name::method(int a) {`: a call's shape behind a name that does not control the flow, before a brace. */
const C_LIKE = new RegExp(`(?!${FLOW}\\b)[\\w$:<>,*&[\\]~@ ]{1,120}\\([^\\n;{}]{0,240}\\{`, "y");

/** What stands right before a definition and belongs to it: decorators, attributes, documentation. */
const LEAD = /@[\w.]|#\[|\/\/\/|\/\*\*|--- |## /y;

/** True when the line whose content is `[content, end)` opens a function, a type, a table or the like. */
export function opensDefinition(text: string, content: number, end: number): boolean {
  const first = text.charCodeAt(content);
  if (isLetter(first) && matchesAt(DEFINITION, text, content)) return true;
  return text.charCodeAt(trimEnd(text, content, end) - 1) === OPEN_BRACE && matchesAt(C_LIKE, text, content);
}

export function leadsToDefinition(text: string, content: number): boolean {
  return !isLetter(text.charCodeAt(content)) && matchesAt(LEAD, text, content);
}

/** Words only code lines begin with. */
const SURE_KEYWORDS = new Set(
  (
    "import def elif const let var fn func impl struct enum typedef namespace raise assert yield lambda throw async " +
    "await pub mod return"
  ).split(" "),
);

/** Words that begin lines of code and of prose: the line's end decides. */
const KEYWORDS = new Set(
  (
    "from class if else for while try except finally with pass function export public private protected static " +
    "package using fun trait match use type interface switch case break continue catch template void int self this " +
    "end begin nil require print select insert update delete create alter drop where join foreign primary"
  ).split(" "),
);

/** A longer word is none of them and is not looked up. */
const KEYWORD_CHARS_MAX = 10;

/** How comments and docstrings begin. */
const COMMENTS = ["//", "/*", "--", '"""'];

/** Signs of code anywhere in a line: those with an equals sign, for which one look tells most lines, and the others. */
const EQUATIONS = [" = ", " == ", " != ", " += ", " := ", "=>"];
const OPERATORS = ["->", "::", "&&", "||", "();", "__"];

export function readsAsCode(line: string): boolean {
  const start = contentStart(line, 0, line.length);
  const end = trimEnd(line, start, line.length);
  if (end === start) return false;
  const first = line.charAt(start);
  const last = line.charAt(end - 1);
  if ("})]@#".includes(first) || "{};".includes(last)) return true;
  if (beginsWithAny(line, COMMENTS, start) || (first === "*" && start > 0)) return true;
  const isWord = isLetter(line.charCodeAt(start));
  const word = isWord ? firstWord(line, start, end) : "";
  if (SURE_KEYWORDS.has(word) || (word === "from" && line.includes(" import ", start))) return true;
  if ('"(),:=\\'.includes(last) && KEYWORDS.has(word)) return true;
  if (line.includes("=", start) && holdsAny(line, EQUATIONS, start)) return true;
  if (holdsAny(line, OPERATORS, start)) return true;
  // A call or a list that is open or ends with the line.
  return isWord && "(),".includes(last) && line.lastIndexOf("(", end) > start;
}

function beginsWithAny(line: string, marks: readonly string[], start: number): boolean {
  for (const mark of marks) if (line.startsWith(mark, start)) return true;
  return false;
}

function holdsAny(line: string, signs: readonly string[], start: number): boolean {
  for (const sign of signs) if (line.includes(sign, start)) return true;
  return false;
}

function firstWord(line: string, start: number, end: number): string {
  let i = start;
  while (i < end && i - start < KEYWORD_CHARS_MAX && isLetter(line.charCodeAt(i))) i++;
  return line.slice(start, i).toLowerCase();
}
