// Names what a line of source code defines, in the most common languages: a function, a type, a table, a constant.
// A text and the position of the line come in, the name goes out. Reads a bounded part of the line.
import { columnOf, isLetter } from "../../../text/characters.ts";
import { DEFINING, MODIFIER, opensBraces } from "./code-lines.ts";

/** A longer name is generated. UTF-16 units. */
const NAME = /[A-Za-z_$][\w$]{1,79}/.source;

/** A keyword, the receiver of a method in Go, and the name: `export class Cart`, `func (c *Cart) Total`. */
const BY_KEYWORD = new RegExp(
  `(?:${MODIFIER} ){0,5}${DEFINING} ?(?:\\([^()\\n]{1,80}\\) ?)?[*&]?(?:self\\.)?(${NAME})`,
  "y",
);
const TABLE = new RegExp(
  `(?:create|alter) (?:or replace )?(?:table|view|function) (?:if not exists )?["\`]?(${NAME})`,
  "iy",
);
const BINDING = new RegExp(`(?:${MODIFIER} ){0,5}(?:const|let|var|val) (${NAME})`, "y");
const CONSTANT = /([A-Z_][A-Z\d_]{2,79})(?:: [^=\n]{1,80})? = /y;
const MACRO = new RegExp(`#define (${NAME})`, "y");

/** What a line may define inside another definition, and outside any. */
const INNER = [BY_KEYWORD];
const OUTER = [BY_KEYWORD, TABLE, BINDING, CONSTANT];

/** What a name may begin with, besides a letter. */
const NAME_MARKS = "_$";

/** A name before its arguments and a brace: `void Cart::total(int tax) {`. */
const BEFORE_ARGUMENTS = new RegExp(`(${NAME})\\(`);

/** The name of a C-like definition ends within this much of its line. UTF-16 units. */
const C_LIKE_LENGTH_MAX = 200;

/** A binding that is indented further belongs to a function. A viewer's number leaves one blank. Columns. */
const OUTER_COLUMNS_MAX = 1;

const HASH = "#".charCodeAt(0);

/** The name that the line `[start, end)` defines; "" if it defines none. Its text begins at `content`. */
export function definedName(text: string, start: number, content: number, end: number): string {
  const first = text.charCodeAt(content);
  if (first === HASH) return nameAt(MACRO, text, content);
  if (!isLetter(first) && !NAME_MARKS.includes(text.charAt(content))) return "";
  const isOuter = columnOf(text, start, content) <= OUTER_COLUMNS_MAX;
  const patterns = isOuter ? OUTER : INNER;
  for (const pattern of patterns) {
    const name = nameAt(pattern, text, content);
    if (name !== "") return name;
  }
  return opensBraces(text, content, end) ? beforeArguments(text, content, end) : "";
}

function beforeArguments(text: string, content: number, end: number): string {
  return BEFORE_ARGUMENTS.exec(text.slice(content, Math.min(end, content + C_LIKE_LENGTH_MAX)))?.[1] ?? "";
}

function nameAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[1] ?? "";
}
