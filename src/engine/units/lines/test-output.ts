// Cuts the output of test runners: each failure is a section under its title, and summary lines stay apart. A text and
// its sample come in, units go out. It does not determine whether the run passed.
import type { Draft } from "../draft.ts";
import { beginsWith, countOf, opening, type Sample, type Signs } from "../line-patterns.ts";
import { cutByLines, ITEM, type LineRules, PLAIN, TAIL } from "./lines.ts";

/** The lines of a section share a unit up to this length. */
const TEST_UNIT_CHARS = 240;

/** Result lines share a unit up to this total length. */
const RESULT_UNIT_CHARS = 100;

/** Rules with a title: `=== FAILURES ===` (rank 0), `___ test_x ___` (rank 1) and `--- stdout ---` (rank 3). */
const TITLED_RULE = /^(?:={3,}|_{3,}|-{3,}|#{3,}|~{3,}) ?[^\s=_#~-].*[=_#~-]\s*$/;

/** A rule without a title ends the section above it. */
const BARE_RULE = /^\s{0,8}(?:={5,}|_{5,}|-{5,}|#{5,}|~{5,}|\*{5,})\s*$/;

/** What `go test -v` prints before the output of a test. The title of a failure comes last. */
const RUN_TITLE = /^=== (?:RUN|CONT|NAME) {2,3}\S/;

/** The title of a single failure. */
const CASE_TITLE = opening([
  // unittest
  /(?:FAIL|ERROR): \w/,
  // go test
  /--- FAIL: /,
  /FAIL\s{1,2}\S/,
  // cargo test
  /---- .{1,200} stdout ----/,
  // jest
  /\s{0,2}● .{1,200} › /,
  // TAP
  /not ok \d+/,
  // mocha, RSpec
  /\s{0,2}\d{1,4}\) \S/,
  /Failures?:/,
  // JUnit by Maven
  /\S.{0,200}<<< (?:FAILURE|ERROR)!/,
]);

/** The outcome of a test or of the whole run. */
const RESULT = opening([
  /\s{0,12}(?:FAILED|ERROR|PASSED|XFAIL|XPASS|SKIPPED|PASS|FAIL|ok|--- PASS:|--- SKIP:)[ :\t(]/,
  /\s{0,12}[✓✔✗✘×√] /,
  /\s{0,12}Tests?(?: run| Suites)?:/,
  /\s{0,12}test result:/,
  /.{0,200} \.\.\. (?:ok|FAIL|ERROR|skipped)/,
  /\s{0,12}Ran \d+ tests?/,
  /\s{0,12}\d+ (?:passed|failed|passing|failing)/,
  />>>>> /,
]);

/** How many characters of a line are read: at most 200 before a sign, and the sign. */
const LINE_CHARS_MAX = 240;

const RULES: LineRules = {
  roleOf: (text, start, end) => testRole(text.slice(start, Math.min(end, start + LINE_CHARS_MAX))),
  countsItems: false,
  itemChars: TEST_UNIT_CHARS,
  joinItems: RESULT_UNIT_CHARS,
  joinLines: TEST_UNIT_CHARS,
};

/** The role of a line in the output of a test runner. The beginning of the line suffices. */
export function testRole(line: string): number {
  if (RUN_TITLE.test(line)) return 1;
  if (TITLED_RULE.test(line)) return line.startsWith("=") ? 0 : line.startsWith("_") ? 1 : 3;
  if (BARE_RULE.test(line)) return TAIL;
  if (CASE_TITLE.test(line)) return 2;
  return RESULT.test(line) ? ITEM : PLAIN;
}

/** Banners and summaries that only test runners print. */
const BANNER = opening([
  /=+ (?:test (?:session|process) starts|FAILURES|ERRORS|short test summary info|tests finished)/,
  /Ran \d+ tests? in /,
  /test result: /,
  /Tests run: \d/,
  /(?:---|===) (?:FAIL|PASS|RUN)/,
  /Test Suites: /,
  /TAP version/,
]);

const mayBeginWithBanner = beginsWith("=RtT-");

/**
 * `=== 3 failed, 20 passed in 1.2s ===`. No sentence starts like this. The unit of time rules out `7 failed in 2019`.
 */
const SUMMARY = /^[=\s]{0,100}\d+ (?:passed|failed)\b.{0,80} in \d[\d.:]{0,12} ?(?:s|secs?|seconds?|ms|min)\b/;

/** Results that no log line resembles. */
const UNAMBIGUOUS_RESULT = opening([
  /(?:FAILED|ERROR|PASSED) [\w./-]{1,200}::/,
  /--- (?:FAIL|PASS): /,
  /(?:not )?ok \d+ /,
  /(?:FAIL|ERROR): \w{1,120} \(/,
  /_{3,} \S{1,200} _{3,}$/,
]);

const mayBeginWithResult = beginsWith("FEP-no_");

/** `test_name ... ok`, from unittest, cargo and others. No other result contains the dots. */
const DOTTED_RESULT = / \.\.\. (?:ok|FAIL|FAILED|ERROR|skipped\b.{0,80})$/;

/** A text with a line that is a banner, a summary or such a result shows one of these. */
export const TEST_SIGNS: Signs = {
  begins: [
    ...["FAIL", "ERROR", "PASSED ", "ok ", "not ok ", "=", "___", "--- ", "Ran ", "test result: ", "Tests run: "],
    ...["Test Suites: ", "TAP "],
  ],
  contains: ["... ", "passed", "failed"],
};

function isUnambiguousResult(line: string): boolean {
  return mayBeginWithResult(line) && UNAMBIGUOUS_RESULT.test(line);
}

function isResult(line: string): boolean {
  return line.includes(" ... ") ? DOTTED_RESULT.test(line) : isUnambiguousResult(line);
}

function isBanner(line: string): boolean {
  return mayBeginWithBanner(line) && BANNER.test(line);
}

function isSummary(line: string): boolean {
  return (line.includes("passed") || line.includes("failed")) && SUMMARY.test(line);
}

/** True for a runner's banner among other lines, or several lines that only test runners print. */
export function looksLikeTestOutput(sample: Sample): boolean {
  const { lines } = sample;
  if (countOf(sample, isResult) >= 3) return true;
  return lines.length >= 4 && (lines.some(isBanner) || lines.some(isSummary));
}

export function cutTestOutput(draft: Draft, end: number): void {
  cutByLines(draft, end, RULES);
}
