// Judges lines of source code in any language: their layout, whether they read as code, and whether they open a
// definition. A definition may open with a keyword, or have a brace after its arguments, even on a line below. A text
// and the position of a line come in, answers go out. Reads a bounded number of lines ahead.
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  columnOf,
  isBlank,
  isLetter,
  lineEnd,
  OPEN_BRACE,
  SEMICOLON,
  SPACE,
  trimEnd,
} from "../../../text/characters.ts";
import { contentStart } from "../line-numbers.ts";
import { anyOf, matchesAt, matchesFrom, oneOf } from "../line-patterns.ts";

/** True for a line that only closes what is above it and belongs there: `}`, `)`, `]`, `end`. */
export function closesOnly(text: string, content: number, end: number): boolean {
  const code = text.charCodeAt(content);
  if (code === CLOSE_BRACE || code === CLOSE_PARENTHESIS || code === CLOSE_BRACKET) return true;
  return text.startsWith("end", content) && isBlank(text, content + 3, end);
}

/** `#ifdef X`; `public:`, `failed:` */
const DIRECTIVE = /#(?:if|ifn?def|else|elif|endif|define|undef|pragma|region|endregion)\b/iy;
const LABEL = /(?!else:|try:|finally:)[a-z_]\w{0,39}:\r?\n/iy;

/** True for a label or a preprocessor's line: its column does not show what it belongs to. */
export function isOutdented(text: string, content: number, end: number): boolean {
  if (text.charAt(content) === "#") return matchesAt(DIRECTIVE, text, content);
  return text.charCodeAt(trimEnd(text, content, end) - 1) === COLON && matchesAt(LABEL, text, content);
}

/** True if the line is indented, with or without a viewer's number. */
export function isIndented(line: string): boolean {
  const content = contentStart(line, 0, line.length);
  return columnOf(line, 0, content) >= 2;
}

/** Words that only lines of code start with. */
const CODE_KEYWORDS = new Set(
  (
    "import def elif const let var fn func impl struct enum typedef namespace raise assert yield lambda throw async " +
    "await pub mod return"
  ).split(" "),
);

/** Words that start lines of code and of prose: the end of the line decides. */
const KEYWORDS = new Set(
  (
    "from class if else for while try except finally with pass function export public private protected static " +
    "package using fun trait match use type interface switch case break continue catch template void int self this " +
    "end begin nil require print select insert update delete create alter drop where join foreign primary"
  ).split(" "),
);

/** Longer words cannot be keywords and are not looked up. */
const KEYWORD_CHARS_MAX = 10;

/** How comments and docstrings start. */
const COMMENTS = ["//", "/*", "--", '"""'];

/** Signs of code anywhere in a line. */
const OPERATOR = / (?:[!+:=]?=) |=>|->|::|&&|\|\||\(\);|__/g;

export function readsAsCode(line: string): boolean {
  const start = contentStart(line, 0, line.length);
  const end = trimEnd(line, start, line.length);
  if (end === start) return false;
  const first = line.charAt(start);
  const last = line.charAt(end - 1);
  if (CLAUSE.test(line)) return false;
  if ("})]@#".includes(first) || "{};".includes(last)) return true;
  if (beginsWithAny(line, COMMENTS, start) || (first === "*" && start > 0 && !isBullet(line, start))) return true;
  const isWord = isLetter(line.charCodeAt(start));
  const word = isWord ? firstWord(line, start, end) : "";
  if (CODE_KEYWORDS.has(word) || (word === "from" && line.includes(" import ", start))) return true;
  if ('"(),:=\\'.includes(last) && KEYWORDS.has(word)) return true;
  if (matchesFrom(OPERATOR, line, start)) return true;
  // A call or a list that ends with the line or is still open there.
  return isWord && "(),".includes(last) && line.lastIndexOf("(", end) > start;
}

/** An item of a contract, which may end in a semicolon: `(a) be free of liens;`. */
const CLAUSE = /^\s{0,16}\(?(?:\d{1,3}|[a-z]|[ivx]{2,5})\) {1,4}[\p{L}"']/u;

/** True for `  * text`, an item of a list. In a comment, one space more than the indentation precedes the asterisk. */
function isBullet(line: string, asterisk: number): boolean {
  let spaces = 0;
  while (spaces < asterisk && line.charCodeAt(asterisk - 1 - spaces) === SPACE) spaces++;
  return spaces === asterisk && spaces % 2 === 0;
}

function beginsWithAny(line: string, marks: readonly string[], start: number): boolean {
  for (const mark of marks) if (line.startsWith(mark, start)) return true;
  return false;
}

function firstWord(line: string, start: number, end: number): string {
  let i = start;
  while (i < end && i - start < KEYWORD_CHARS_MAX && isLetter(line.charCodeAt(i))) i++;
  return line.slice(start, i).toLowerCase();
}

/** Modifiers that may precede a defining keyword. */
export const MODIFIER = oneOf(
  "export default declare public private protected internal static final abstract async unsafe extern override " +
    "virtual inline sealed partial open data suspend const pub(?:\\([a-z]{1,12}\\))?",
).source;

/** Keywords that define the name after them, in the most common languages. */
export const DEFINING = oneOf(
  "def class function\\*? fn func fun sub interface struct enum trait impl module mod namespace record object type " +
    "union protocol extension proc macro_rules!",
).source;

const BINDING = /(?:export )?(?:default )?(?:const|let|var) [\w$]{1,80}/.source;

/** The start of a definition by keyword, of SQL, or of a function spelled otherwise: `const name = (…) =>`. */
const DEFINITION = anyOf(
  [
    new RegExp(`(?:${MODIFIER} ){0,5}${DEFINING} ?[\\w$<(&*"'~]`),
    /CREATE |ALTER TABLE|create (?:table|or replace|view|function)/,
    /(?:(?:WITH|with)(?: RECURSIVE| recursive)? )?\w{1,80} (?:AS|as) (?:MATERIALIZED |materialized )?\(\s/,
    new RegExp(`${BINDING}(?:: [^=\\n]{1,120})? = (?:async )?(?:function|\\([^\\n]{0,200}=>)`),
    new RegExp(`${BINDING} = (?:async )?[\\w$]{1,40} =>`),
  ],
  "y",
);

const FLOW = oneOf(
  "if for foreach while switch else elseif catch do return try with using lock match when new throw await yield case",
).source;

const FLOW_AT = new RegExp(`\\}? ?(?:${FLOW}|loop|select|finally|unsafe|let|const|var|export|import)\\b`, "y");

/** True if the line branches, repeats or binds a name. */
export function startsFlow(text: string, content: number): boolean {
  return matchesAt(FLOW_AT, text, content);
}

/** `Name::method(int a`: a name and its arguments. A control-flow keyword is not a name. */
const CALL = `(?!${FLOW}\\b)[\\w$:<>,*&[\\]~@ ]{1,120}\\([^\\n;{}]{0,240}`;

/** `void Name::method(int a) {` */
const BRACED_CALL = new RegExp(`${CALL}\\{`, "y");

/** The same without its brace. */
const OPEN_CALL = new RegExp(`${CALL}\\n`, "y");

/** A further line of arguments, or what follows them: `: base(a)`, `where T : class`. */
const FURTHER_LINE = /[^\n;{}]{0,240}\n/y;

/** A signature of more lines than these is not recognised. */
const SIGNATURE_LINES_MAX = 8;

/** True if the line with the content `[content, end)` opens a definition in braces without a keyword. */
export function opensBraces(text: string, content: number, end: number): boolean {
  const last = text.charCodeAt(trimEnd(text, content, end) - 1);
  if (last === OPEN_BRACE) return matchesAt(BRACED_CALL, text, content);
  if (last === SEMICOLON || last === CLOSE_BRACE || !matchesAt(OPEN_CALL, text, content)) return false;
  return isBracedBelow(text, content, end);
}

/** True if a brace stands below the line in the same column, with only the rest of a signature between them. */
function isBracedBelow(text: string, content: number, end: number): boolean {
  const column = columnOf(text, 0, content);
  let at = end;
  for (let lines = 0; lines < SIGNATURE_LINES_MAX && at < text.length; lines++) {
    const stop = lineEnd(text, at, text.length);
    const next = contentStart(text, at, stop);
    const isInColumn = columnOf(text, at, next) === column;
    if (isOpenBrace(text, next, stop)) return isInColumn;
    const first = text.charCodeAt(next);
    if (isInColumn && first !== CLOSE_PARENTHESIS && first !== COLON) return false;
    if (isBlank(text, next, stop) || !matchesAt(FURTHER_LINE, text, next)) return false;
    at = stop;
  }
  return false;
}

/** True for a line that is only an opening brace. */
export function isOpenBrace(text: string, content: number, end: number): boolean {
  return text.charCodeAt(content) === OPEN_BRACE && isBlank(text, content + 1, end);
}

/** What precedes a definition and belongs to it: decorators, attributes, documentation. */
const LEAD = /@[\w.]|#\[|\/\/\/|\/\*\*|--- |## /y;

/** True if the line with the content `[content, end)` opens a function, a type, a table or the like. */
export function opensDefinition(text: string, content: number, end: number): boolean {
  const first = text.charCodeAt(content);
  return (isLetter(first) && matchesAt(DEFINITION, text, content)) || opensBraces(text, content, end);
}

/** A return type, or the parameters of a template, on the line above the name. */
const TYPE_LINE = /(?:[\w<>,*&~ ]|::){1,120}\r?\n/y;

/** True if the line precedes a definition and belongs to it. */
export function leadsToDefinition(text: string, content: number, end: number): boolean {
  if (!isLetter(text.charCodeAt(content))) return matchesAt(LEAD, text, content);
  return isTypeLine(text, content, end);
}

/** True if the line holds only a type, and the next line in the same column may define what has this type. */
function isTypeLine(text: string, content: number, end: number): boolean {
  if (!matchesAt(TYPE_LINE, text, content)) return false;
  const stop = lineEnd(text, end, text.length);
  const next = contentStart(text, end, stop);
  return columnOf(text, end, next) === columnOf(text, 0, content) && opensBraces(text, next, stop);
}

/** How much of a signature's line serves as search context for its body. */
const SIGNATURE_CHARS_MAX = 40;

/** The enclosing signature and this one, each cut to a bounded length. */
export function signatureOf(text: string, start: number, end: number, outer: string): string {
  const line = text.slice(start, Math.min(trimEnd(text, start, end), start + SIGNATURE_CHARS_MAX));
  return outer === "" ? line : `${outer.slice(0, SIGNATURE_CHARS_MAX)} ${line}`;
}
