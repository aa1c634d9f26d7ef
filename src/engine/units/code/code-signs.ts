// Whether a line by itself reads as source code, of any language: by its first word, its last character or an operator.
// A line in, yes or no out. Says nothing of the text around it.
import { isLetter } from "../../../text/char-codes.ts";
import { trimEnd } from "../../../text/offsets.ts";
import { contentStart } from "./code-line.ts";

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
