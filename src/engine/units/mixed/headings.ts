// Recognises the headings of document formats: `## A` in Markdown, `== A` in AsciiDoc and wikis, `\section{A}` in
// LaTeX, a title with a rule below it in Markdown and reStructuredText, the divisions of laws, the threads of reviews.
// In: a text and the bounds of a line. Out: its rank, and where the heading ends.
import { lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { DIVISION_LINE, divisionEnd, divisionRank } from "./divisions.ts";
import { isItemAt } from "./list-items.ts";
import { isThreadAt, threadHeadEnd } from "./review-threads.ts";

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

/** Lines that are headings by themselves. Each pattern comes with a string that every matching line contains. */
export const HEADING_LINES = [
  ["#", /^#{1,6} \S/],
  ["==", /^={2,6} [\p{L}\p{N}].{0,120}$/u],
  ["==", /^(={2,6})[\p{L}\p{N}][^=]{0,100}\1\s*$/u],
  ["section", /^\\(?:sub){0,2}section\*?\{/],
  ["", DIVISION_LINE],
] as const;

/** 1 to 6 for a heading, titles with a rule below included; 0 for any other line. */
export function headingRank(text: string, from: number, stop: number): number {
  const content = skipIndent(text, from, text.length);
  // That alone rules out most lines.
  const first = text.charAt(content);
  if (first === "#" || first === "=") {
    const marks = groupAt(MARKED, text, from) ?? groupAt(WIKI, text, from);
    if (marks !== null) return marks.length;
  }
  const command = first === "\\" ? groupAt(LATEX, text, from) : null;
  if (command !== null) return LATEX_RANKS[command] ?? 1;
  if (stop - from > TITLE_CHARS_MAX || isItemAt(text, from)) return 0;
  if (isThreadAt(text, from, stop)) return THREAD_RANK;
  return ruleRank(text, stop) || divisionRank(text, from, stop);
}

/** The end of a heading whose line is `[from, stop)`: after the rule or the title below it, if it has one. */
export function headingEnd(text: string, from: number, stop: number, end: number): number {
  if (isThreadAt(text, from, stop)) return threadHeadEnd(text, stop, end);
  return ruleRank(text, stop) > 0 ? lineEnd(text, stop, end) : divisionEnd(text, from, stop, end);
}

/** The rank that a rule at `at` gives to the title above it; 0 if there is no rule. */
function ruleRank(text: string, at: number): number {
  const content = skipIndent(text, at, text.length);
  const rank = content < text.length ? RULE_MARKS.indexOf(text.charAt(content)) + 1 : 0;
  return rank > 0 && matchesAt(RULE, text, at) ? rank : 0;
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
