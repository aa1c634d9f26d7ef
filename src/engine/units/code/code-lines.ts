// Judges one line of source code in any language: its layout, and whether it reads as code. A text and the position of
// the line come in, answers go out. Never looks at other lines.
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  columnOf,
  isBlank,
  isLetter,
  SPACE,
  trimEnd,
} from "../../../text/characters.ts";
import { contentStart } from "../line-numbers.ts";
import { matchesAt } from "../line-patterns.ts";

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

/**
 * Signs of code anywhere in a line. Those with an equals sign are separate: without one in the line, all are ruled out.
 */
const EQUATIONS = [" = ", " == ", " != ", " += ", " := ", "=>"];
const OPERATORS = ["->", "::", "&&", "||", "();", "__"];

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
  if (line.includes("=", start) && containsAny(line, EQUATIONS, start)) return true;
  if (containsAny(line, OPERATORS, start)) return true;
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

function containsAny(line: string, signs: readonly string[], start: number): boolean {
  for (const sign of signs) if (line.includes(sign, start)) return true;
  return false;
}

function firstWord(line: string, start: number, end: number): string {
  let i = start;
  while (i < end && i - start < KEYWORD_CHARS_MAX && isLetter(line.charCodeAt(i))) i++;
  return line.slice(start, i).toLowerCase();
}
