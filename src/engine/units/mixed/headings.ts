// Recognises the headings of document formats: `## A` in Markdown, `== A` in AsciiDoc and wikis, `\section{A}` in
// LaTeX, a title with a rule below it in Markdown and reStructuredText, the divisions of laws, the threads of reviews.
// In: a text and the bounds of a line. Out: its rank, and where the heading ends.
import { lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { mayEndSentence } from "../prose/sentences.ts";
import { DIVISION_LINE, divisionEnd, divisionRank, numberedRank } from "./divisions.ts";
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

interface Line {
  readonly from: number;
  readonly stop: number;
  /** Where the text ends. */
  readonly end: number;
}

interface Heading {
  /** 0 if the line is no heading. */
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
  return { rank: isBelowBlank ? numberedRank(text, from, stop, end) : 0, to: stop };
}

/** The end of a heading: after the rule or the title below it, if it has one. */
function headingEnd(text: string, { from, stop, end }: Line): number {
  if (isThreadAt(text, from, stop)) return threadHeadEnd(text, stop, end);
  return ruleRank(text, stop) > 0 ? lineEnd(text, stop, end) : divisionEnd(text, from, stop, end);
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
