// Is a text Markdown? By marks that nothing else has, or by several that it shares with little else.
// A sample in, yes or no out.
import { matchesIn, mayHold, type Sample } from "../sample.ts";

/** Less than what is cut as a fence once a text is known to be Markdown: set in deeper, or of tildes, it may be art. */
const SURE_FENCE = /^ {0,3}`{3,}/;

/** Code fences: nothing else has them, whatever stands between them. */
export function hasFences(sample: Sample): boolean {
  return mayHold(sample, "```") && matchesIn(sample, SURE_FENCE) >= 2;
}

/** A line of a configuration file: its hyphens and hashes are no Markdown. */
const SETTING = /^\s{0,40}(?:- )?["']?[\w./-]{1,60}["']?\s{0,8}[:=](?:\s|$)/;

/**
 * Marks that Markdown shares with nothing else a text of words may hold, each alone too weak; in front of each what a
 * line with it holds, which is quicker to look for.
 */
const MARKS: readonly (readonly [string, RegExp])[] = [
  ["#", /^#{1,6} \S/],
  ["", /^\s{0,8}(?:[-*+•]|\d{1,3}[.)])\s+\S/],
  ["**", /\*\*[^\s*][^*\n]{0,200}\*\*/],
  ["](", /\[[^\]\n]{1,200}\]\([^)\s]{1,400}\)/],
  ["|", /^\s{0,3}\|.*\|\s*$/],
];

/** Share of lines that are settings from which on a text is a configuration file. */
const SETTINGS_SHARE_MIN = 0.5;

/** Lines with the same mark from which on one mark is enough. */
const SAME_MARK_MIN = 3;

/** Two kinds of Markdown's marks, or one again and again. */
export function looksLikeMarkdown(sample: Sample): boolean {
  if (matchesIn(sample, SETTING) > SETTINGS_SHARE_MIN * sample.lines.length) return false;
  let kinds = 0;
  for (const [sign, mark] of MARKS) {
    const count = mayHold(sample, sign) ? countMarked(sample, sign, mark) : 0;
    if (count >= SAME_MARK_MIN) return true;
    if (count > 0) kinds++;
  }
  return kinds >= 2;
}

function countMarked({ lines }: Sample, sign: string, mark: RegExp): number {
  let count = 0;
  for (const line of lines) if (line.includes(sign) && mark.test(line)) count++;
  return count;
}
