// Recognises the headings of document formats: `## A` in Markdown, `== A` in AsciiDoc and wikis, `\section{A}` in
// LaTeX, a title with a rule below it in Markdown and reStructuredText, the threads of reviews. The divisions of laws,
// contracts and books have a word and a number (`CHAPTER II`, `§ 12 Notice`, `EXHIBIT A - PRODUCTS`, `第三章 总则`), or a
// number alone. In: a text and the bounds of a line. Out: its rank, and where the heading ends.
import { isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { mayEndSentence } from "../prose/sentences.ts";
import { isItemAt } from "./list-items.ts";
import { hasLeader, isNumbered, numberedTitle } from "./numbered-titles.ts";
import { isThreadAt, threadHeadEnd } from "./openings.ts";

const MARKED = /(#{1,6}|={1,6})[ \t]+\S/y;
/** `==History==` in a wiki, without spaces. */
const WIKI = /(={2,6})[^=\s][^=\n]{0,100}\1[ \t]*\r?(?:\n|$)/y;
const LATEX = / {0,3}\\(part|chapter|section|subsection|subsubsection|paragraph)\*?\{/y;
const LATEX_RANKS: Readonly<Record<string, number>> = { subsection: 2, subsubsection: 3, paragraph: 4 };

/** Three tildes are a code fence. */
const RULE = / {0,3}(?:={3,}|-{3,}|~{4,}|\^{3,})[ \t]*\r?(?:\n|$)/y;
/** The marks of rules; the first has rank 1. */
const RULE_MARKS = "=-~^";

/** The thread of a review is below every heading of its document. */
const THREAD_RANK = 6;

/** A longer line is a paragraph, even with a rule drawn below it. */
const TITLE_CHARS_MAX = 120;

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
const DIVISION_TITLE = /(?:[.:]?|[.:]?\s{0,4}[—–-]?\s{1,4}[^a-z\s].{0,80}[^.;,:\s]|[.:]\s{1,4}[^a-z\s].{0,80})/.source;
const WIDE = `(?:第|제 ?)[一二三四五六七八九十百〇零\\d]{1,5}(${WIDE_WORDS.join("|")})[^。；，]{0,40}`;

/** The line of a division, without its newline. */
const DIVISION_LINE = new RegExp(`^\\s{0,8}(?:(${WORD})${NUMBER}${DIVISION_TITLE}|${WIDE})\\s{0,4}$`);

/** Lines that are headings by themselves. Each pattern comes with a string that every matching line contains. */
export const HEADING_LINES = [
  ["#", /^#{1,6} \S/],
  ["==", /^={2,6} [\p{L}\p{N}].{0,120}$/u],
  ["==", /^(={2,6})[\p{L}\p{N}][^=]{0,100}\1\s*$/u],
  ["\\", /^\\(?:sub){0,2}section\*?\{/],
  ["", DIVISION_LINE],
] as const;

/** 1 to 6 for a heading, titles with a rule below included; 0 for any other line. */
export function headingRank(text: string, from: number, stop: number): number {
  const content = skipIndent(text, from, text.length);
  // That alone rules out most lines.
  const first = text.charAt(content);
  if (first === "#" || first === "=") {
    if (isItemAt(text, from)) return 0;
    const marks = groupAt(MARKED, text, from) ?? groupAt(WIKI, text, from);
    if (marks !== null) return marks.length;
  }
  const command = first === "\\" ? groupAt(LATEX, text, from) : null;
  if (command !== null) return LATEX_RANKS[command] ?? 1;
  if (stop - from > TITLE_CHARS_MAX || isItemAt(text, from)) return 0;
  if (isThreadAt(text, from, stop)) return THREAD_RANK;
  return (hasCells(text, from, stop) ? 0 : ruleRank(text, stop)) || divisionRank(text, from, stop);
}

export interface Line {
  readonly from: number;
  readonly stop: number;
  /** Where the text ends. */
  readonly end: number;
}

export interface Heading {
  /** 0 if the line is not a heading. */
  readonly rank: number;
  readonly to: number;
}

/** The heading that `line` opens. A title of several lines, or with only a number, needs a blank line above. */
export function headingAt(text: string, line: Line, isBelowBlank: boolean): Heading {
  const { from, stop, end } = line;
  const rule = isBelowBlank ? ruleBelow(text, from, end) : -1;
  if (rule > 0) return { rank: ruleRank(text, rule), to: lineEnd(text, rule, end) };
  const rank = headingRank(text, from, stop);
  if (rank > 0) return { rank, to: headingEnd(text, line) };
  if (isBelowBlank && matchesAt(BOLD, text, from)) return { rank: BOLD_RANK, to: stop };
  return isBelowBlank ? numberedTitle(text, from, stop, end) : { rank: 0, to: stop };
}

/** A line of bold words: `**Ingredients**`, `**What did it cost?**` */
const BOLD = /[ \t]{0,3}(\*\*|__)(?=[^\s*_])[^*_\n]{1,100}\1:?[ \t]*\r?(?:\n|$)/y;

/** Below all other headings, and above questions. */
const BOLD_RANK = 6.8;

/** The end of a heading: after the rule or the title below it, if it has one. */
function headingEnd(text: string, { from, stop, end }: Line): number {
  if (isThreadAt(text, from, stop)) return threadHeadEnd(text, stop, end);
  return ruleRank(text, stop) > 0 ? lineEnd(text, stop, end) : divisionEnd(text, from, stop, end);
}

/** A rule below cells ends a table, so the cells are not a title. */
function hasCells(text: string, from: number, stop: number): boolean {
  return text.slice(from, stop).includes("|");
}

/** The rank that a rule at `at` gives to the title above it; 0 if there is no rule. */
function ruleRank(text: string, at: number): number {
  const content = skipIndent(text, at, text.length);
  const rank = content < text.length ? RULE_MARKS.indexOf(text.charAt(content)) + 1 : 0;
  return rank > 0 && matchesAt(RULE, text, at) ? rank : 0;
}

/** More lines are a paragraph above a drawn line. */
const TITLE_LINES_MAX = 3;

/** A rule is drawn as long as its title, give or take this. */
const RULE_SLACK = 4;

/**
 * Where the rule of the title at `from` starts, or -1 if it has none. A title of several lines, or with a number, needs
 * a rule of its own length.
 */
function ruleBelow(text: string, from: number, end: number): number {
  let widest = 0;
  for (let at = from, lines = 0; at < end && lines <= TITLE_LINES_MAX; lines++) {
    const stop = lineEnd(text, at, end);
    const last = trimEnd(text, at, stop);
    if (lines > 0 && ruleRank(text, at) > 0) return Math.abs(last - at - widest) <= RULE_SLACK ? at : -1;
    if (last === at || last - at > TITLE_CHARS_MAX || mayEndSentence(text.charCodeAt(last - 1))) return -1;
    if (hasCells(text, at, last)) return -1;
    widest = Math.max(widest, last - at);
    at = stop;
  }
  return -1;
}

function groupAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[1] ?? null;
}

/** How many lines are titles with a rule of their own length below them. */
export function countRuled(lines: readonly string[]): number {
  let count = 0;
  for (let at = 1; at < lines.length; at++) {
    const rule = lines[at] ?? "";
    if (!RULE_MARKS.includes(rule.charAt(0)) || !matchesAt(RULE, rule, 0)) continue;
    const title = (lines[at - 1] ?? "").trim();
    const width = trimEnd(rule, 0, rule.length);
    if (title.length > 1 && title.length <= width && title.length >= width - 2) count++;
  }
  return count;
}

/** A short word and a number, or one of the signs; that alone rules out most lines. */
const MAY_BE_DIVISION = /[ \t]{0,8}(?:[A-Z]\p{L}{3,8}[ \t]{1,4}[\dA-Z]|[§第제])/uy;

/** A longer line is a paragraph that opens like a division. */
const DIVISION_CHARS_MAX = 140;

/** 1 to 4 for a division, 0 for any other line. */
function divisionRank(text: string, from: number, stop: number): number {
  const rank = wordRank(text, from, stop);
  return rank > 0 && !isInContents(text, from, stop, rank) ? rank : 0;
}

function wordRank(text: string, from: number, stop: number): number {
  if (stop - from > DIVISION_CHARS_MAX || !matchesAt(MAY_BE_DIVISION, text, from)) return 0;
  const match = DIVISION_LINE.exec(text.slice(from, trimEnd(text, from, stop)));
  return match === null ? 0 : (RANKS.get((match[1] ?? match[2] ?? "").toUpperCase()) ?? 0);
}

/** True in a table of contents: dots lead to a page, or the line right above is a title that ranks no higher. */
function isInContents(text: string, from: number, stop: number, rank: number): boolean {
  if (hasLeader(text, from, stop)) return true;
  const above = from < 2 ? 0 : text.lastIndexOf("\n", from - 2) + 1;
  return above < from && (wordRank(text, above, from) >= rank || isNumbered(text, above, from));
}

/** `Article 3` alone; its title may be on the next line. */
const UNTITLED = new RegExp(`^\\s{0,8}(?:${WORD})${NUMBER}\\s{0,4}$`);
const TITLE_BELOW_CHARS_MAX = 80;
const SENTENCE_MARKS = ".;:,";

/** The end of the heading whose first line is `[from, stop)`: after its title. */
function divisionEnd(text: string, from: number, stop: number, end: number): number {
  const next = lineEnd(text, stop, end);
  if (!UNTITLED.test(text.slice(from, stop)) || next - stop > TITLE_BELOW_CHARS_MAX || isBlank(text, stop, next))
    return stop;
  const isSentence = SENTENCE_MARKS.includes(text.charAt(trimEnd(text, stop, next) - 1));
  return isSentence || isItemAt(text, stop) || divisionRank(text, stop, next) > 0 ? stop : next;
}
