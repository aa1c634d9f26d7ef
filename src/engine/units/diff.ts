// Unified diffs: each file's header is the head of its hunks, each hunk's first lines the head of its rest.
import type { Draft } from "./draft.ts";
import { cutByLines, type LineRules, MORE, PLAIN } from "./line-roles.ts";
import type { Sample } from "./sample.ts";

/** Lines of a hunk share a unit up to this size. */
const HUNK_UNIT_CHARS = 300;

const FILE_HEADER = /^(?:diff --|Index: |\*\*\* (?:Update|Add|Delete) File: )/;
const FILE_HEADER_MORE =
  /^(?:index [0-9a-f]+|--- |\+\+\+ |old mode|new mode|new file|deleted file|similarity|rename |copy |Binary files)/;
const HUNK_HEADER = /^@@+ /;

function roleOf(): LineRules["roleOf"] {
  let inHeader = false;
  return (text, start, end) => {
    const line = text.slice(start, Math.min(end, start + 24));
    if (FILE_HEADER.test(line)) {
      inHeader = true;
      return 0;
    }
    if (HUNK_HEADER.test(line)) {
      inHeader = false;
      return 1;
    }
    if (inHeader && FILE_HEADER_MORE.test(line)) return MORE;
    // A diff without `diff --git` lines: `---` right before `+++` opens a file.
    if (line.startsWith("--- ") && text.startsWith("+++ ", end)) {
      inHeader = true;
      return 0;
    }
    return PLAIN;
  };
}

export function looksLikeDiff({ lines }: Sample): boolean {
  if (!lines.some((line) => line.startsWith("@@"))) return false;
  const hunks = lines.filter((line) => /^@@+ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line)).length;
  const files = lines.filter((line) => FILE_HEADER.test(line) || line.startsWith("+++ ")).length;
  const changed = lines.filter((line) => /^[-+ @]/.test(line)).length;
  return hunks > 0 && (files > 0 || lines[0]?.startsWith("@@") === true) && changed * 2 > lines.length;
}

export function cutDiff(draft: Draft, end: number): void {
  cutByLines(draft, end, {
    roleOf: roleOf(),
    countsItems: false,
    itemChars: HUNK_UNIT_CHARS,
    joinItems: 0,
    joinLines: HUNK_UNIT_CHARS,
  });
}
