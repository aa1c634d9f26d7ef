// Recognises the headings of laws, contracts and books by their word and number: `CHAPTER II`, `Article 3`,
// `§ 12 Notice`, `EXHIBIT A - PRODUCTS`, `第三章 总则`; or by a number alone. In: a text and the bounds of a line. Out:
// its rank, and where the heading ends.
import { isBlank, lineEnd, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { isItemAt, itemLevel } from "./list-items.ts";

/** An annex follows the last article, so it closes every chapter. */
const ANNEXES = "Exhibit|Schedule|Annex|Appendix|Anlage|Anhang|Annexe|Anexo|Allegato";

/** The words of several languages, from the highest division down. */
const WORDS = [
  "Part|Title|Teil|Titre|Título|Titolo",
  `Chapter|Kapitel|Chapitre|Capítulo|Capitolo|${ANNEXES}`,
  "Section|Abschnitt|Sección|Sezione",
  "Article|Artikel|Artículo|Articolo|§",
];
const WIDE_WORDS = ["篇|编|編|편", "章|장", "节|節|절"];

const RANKS: ReadonlyMap<string, number> = new Map(
  [...WORDS.entries(), ...WIDE_WORDS.entries()].flatMap(([place, words]) =>
    words.split("|").map((word) => [word.toUpperCase(), place + 1] as const),
  ),
);

const WORD = [...WORDS, ...WORDS.map((words) => words.toUpperCase())].join("|");
const NUMBER = /[ \t]{0,4}(?:\d{1,4}[a-z]?|[IVXLC]{1,7}|[A-Z])(?!\w)/.source;
/** A sentence that begins like a heading, `Section 3 applies to`, goes on with a small letter or ends in a mark. */
const TITLE = /(?:[.:]?|[.:]?\s{0,4}[—–-]?\s{1,4}[^a-z\s].{0,80}[^.;,:\s]|[.:]\s{1,4}[^a-z\s].{0,80})/.source;
const WIDE = `(?:第|제 ?)[一二三四五六七八九十百〇零\\d]{1,5}(${WIDE_WORDS.join("|")})[^。；，]{0,40}`;

/** A line that is a heading, without its newline. */
export const DIVISION_LINE = new RegExp(`^\\s{0,8}(?:(${WORD})${NUMBER}${TITLE}|${WIDE})\\s{0,4}$`);

/** A short word and a number, or one of the signs; that alone rules out most lines. */
const MAY_BE = /[ \t]{0,8}(?:[A-Z]\p{L}{3,8}[ \t]{1,4}[\dA-Z]|[§第제])/uy;

/** A longer line is a paragraph. */
const LINE_CHARS_MAX = 140;

/** 1 to 4 for a division, 0 for any other line. */
export function divisionRank(text: string, from: number, stop: number): number {
  if (stop - from > LINE_CHARS_MAX || !matchesAt(MAY_BE, text, from)) return 0;
  const match = DIVISION_LINE.exec(text.slice(from, trimEnd(text, from, stop)));
  return match === null ? 0 : (RANKS.get((match[1] ?? match[2] ?? "").toUpperCase()) ?? 0);
}

/** `Article 3` alone; its title may be on the next line. */
const UNTITLED = new RegExp(`^\\s{0,8}(?:${WORD})${NUMBER}\\s{0,4}$`);
const TITLE_CHARS_MAX = 80;
const MARKS = ".;:,";

/** The end of the heading whose first line is `[from, stop)`: after its title. */
export function divisionEnd(text: string, from: number, stop: number, end: number): number {
  const next = lineEnd(text, stop, end);
  if (!UNTITLED.test(text.slice(from, stop)) || next - stop > TITLE_CHARS_MAX || isBlank(text, stop, next)) return stop;
  const isSentence = MARKS.includes(text.charAt(trimEnd(text, stop, next) - 1));
  return isSentence || isItemAt(text, stop) || divisionRank(text, stop, next) > 0 ? stop : next;
}

/** `1.1.3. Authorized Users` and `A.2 Proofs`. */
const NUMBERED_TITLE = /^\s{0,8}(?:\d{1,3}|[A-Z])((?:\.\d{1,3}){1,3})\.?\s{1,4}[^a-z\s].{0,80}[^.;,:\s]\s{0,4}$/;

/** Below the divisions that have a word, and above threads and questions. Each further number ranks lower. */
const NUMBERED_RANK = 4;
const RANK_STEP = 0.5;

/** More blank lines part a title from what is below it. */
const BLANK_LINES_MAX = 4;

/**
 * The rank of a title that has only a number and stands alone above its text; 0 for any other line, such as the item of
 * a list with blank lines.
 */
export function numberedRank(text: string, from: number, stop: number, end: number): number {
  const below = lineEnd(text, stop, end);
  if (stop - from > LINE_CHARS_MAX || !isBlank(text, stop, below)) return 0;
  const match = NUMBERED_TITLE.exec(text.slice(from, stop));
  if (match === null) return 0;
  const next = skipBlankLines(text, below, end);
  if (next === end || (isItemAt(text, next) && itemLevel(text, next).style === itemLevel(text, from).style)) return 0;
  return NUMBERED_RANK + RANK_STEP * ((match[1] ?? "").split(".").length - 1);
}

/** The start of the first line from `from` on that is not blank, or of the line after too many blank ones. */
function skipBlankLines(text: string, from: number, end: number): number {
  let at = from;
  for (let lines = 0; at < end && lines < BLANK_LINES_MAX; lines++) {
    const stop = lineEnd(text, at, end);
    if (!isBlank(text, at, stop)) return at;
    at = stop;
  }
  return at;
}
