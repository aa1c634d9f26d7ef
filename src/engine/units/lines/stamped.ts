// Cuts the output of programs when a runner has stamped each line with the time: jobs of GitHub, GitLab and Jenkins,
// containers. The stamps are a column beside the text. The text shows what belongs together: what is indented, quoted
// by a compiler or between blank lines. A text and its sample come in, units with their stamps go out. Never interprets
// the times.
import { isBlank, skipIndent } from "../../../text/characters.ts";
import type { Draft } from "../draft.ts";
import { LINE_CHARS_MAX, matchesAt, opening, type Sample } from "../line-patterns.ts";
import { cutByLines, ITEM, type LineRules, MORE, TAIL } from "./lines.ts";
import { testRole } from "./test-output.ts";

/** A date, which some runners leave out, and a time. */
const TIME = /\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?/.source;

/** The parts around the time: the job and the step before it, and GitLab's name of the stream after it. */
const JOB = /(?:[^\t\n]{1,60}\t[^\t\n]{1,60}\t)?\uFEFF?/.source;
const STREAM = /(?: \d\d[OE](?:\+|(?=\s|$)))?/.source;

/** A stamp and one blank after it. Further blanks indent the text. */
const STAMP = new RegExp(`${JOB}${TIME}${STREAM}(?: |(?=\\r?\\n)|$)`, "y");

/** At least this share of the lines has a stamp. */
const STAMPED_SHARE_MIN = 0.95;

/** Minimum share of indented or blank lines in the output of programs. Loggers begin every event with words. */
const SPACED_SHARE_MIN = 0.05;

/** A level or a number that is aligned to the right. It does not make a line indented. */
const ALIGNED = /\s{1,12}(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL|\d)/y;

/** The line that opens a step, or a part of a step that can be folded on the page. */
const STEP = opening([/##\[(?:group|section)\]/, /.{0,8}section_start:/, /\[Pipeline\] \{ \(/]);
const STEP_END = opening([/##\[endgroup\]/, /.{0,8}section_end:/, /\[Pipeline\] \}/]);

/** What compilers and test runners draw beside the code that they quote. */
const GUTTER = opening([/\d{1,6} {0,4}\|/, /[|>^] /, /E {3}/, /\.\.\.\s*$/]);

export function isStampedOutput({ lines }: Sample): boolean {
  const least = STAMPED_SHARE_MIN * lines.length;
  // Counts the lines that are still unread as stamped.
  let stamped = lines.length;
  let spaced = 0;
  for (const line of lines) {
    const body = bodyAt(line, 0);
    if (body === 0) {
      stamped--;
      if (stamped < least) return false;
    } else if (isSpaced(line, body)) spaced++;
  }
  return spaced >= SPACED_SHARE_MIN * lines.length;
}

/** True if the text after the stamp is blank or indented. */
function isSpaced(line: string, body: number): boolean {
  if (isBlank(line, body, line.length)) return true;
  return skipIndent(line, body, line.length) > body && !matchesAt(ALIGNED, line, body);
}

/** Where the text of the line at `start` begins: after its stamp, if it has one. */
function bodyAt(text: string, start: number): number {
  return matchesAt(STAMP, text, start) ? STAMP.lastIndex : start;
}

/** Lines share a unit up to this length with their stamps, which make up a third of such a text. */
const LINES_CHARS = 300;

/** A line and what is indented below it stay one unit up to this length: an error and the code that it quotes. */
const ITEM_CHARS = 800;

/** The further lines of a longer item share units up to this length. */
const REST_CHARS = 500;

const RULES: LineRules = {
  bodyAt,
  roleOf: (text, start, end) => {
    const line = text.slice(start, Math.min(end, start + LINE_CHARS_MAX));
    if (STEP.test(line)) return 0;
    if (STEP_END.test(line)) return TAIL;
    const role = testRole(line);
    if (role >= 0) return role + 1;
    if (role === ITEM || role === TAIL) return role;
    return skipIndent(text, start, end) > start || GUTTER.test(line) ? MORE : ITEM;
  },
  countsItems: false,
  itemChars: ITEM_CHARS,
  joinItems: LINES_CHARS,
  joinLines: REST_CHARS,
};

/** Cuts `[draft.at, end)`. Each line counts as one. */
export function cutStampedOutput(draft: Draft, end: number): void {
  cutByLines(draft, end, RULES);
}
