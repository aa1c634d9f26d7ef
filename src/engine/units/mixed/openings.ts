// Recognises by how a line starts that it opens something: fenced code, a row of a table, a directive.
// In: a text and the start of a line. Never looks at other lines.
import { skipIndent } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";

/** A kind of line, recognised by how it starts. */
interface Opening {
  /** A line needs one of these characters after its indentation; that alone rules out most lines. */
  readonly first: string;
  readonly pattern: RegExp;
}

// Indented by up to three spaces (CommonMark, section 4.5), or by more inside a list item.
const FENCE: Opening = { first: "`~", pattern: / {0,8}(`{3,}|~{3,})/y };
/** A directive of reStructuredText, such as `.. note::`. */
const DIRECTIVE: Opening = { first: ".", pattern: /[ \t]*\.\. [\w:-]+::/y };
const TABLE_ROW: Opening = { first: "|", pattern: / {0,3}\|.*\|[ \t]*\r?(?:\n|$)/y };

function mayOpen({ first }: Opening, text: string, at: number): boolean {
  const content = skipIndent(text, at, text.length);
  return content < text.length && first.includes(text.charAt(content));
}

function isAt(opening: Opening, text: string, at: number): boolean {
  return mayOpen(opening, text, at) && matchesAt(opening.pattern, text, at);
}

/** The match of the pattern's first group, or null if the pattern does not match. */
function groupAt(opening: Opening, text: string, at: number): string | null {
  if (!mayOpen(opening, text, at)) return null;
  opening.pattern.lastIndex = at;
  return opening.pattern.exec(text)?.[1] ?? null;
}

/** The marks of a code fence, or null if there is no fence. */
export function fenceAt(text: string, at: number): string | null {
  return groupAt(FENCE, text, at);
}

export function isRowAt(text: string, at: number): boolean {
  return isAt(TABLE_ROW, text, at);
}

export function isDirectiveAt(text: string, at: number): boolean {
  return isAt(DIRECTIVE, text, at);
}
