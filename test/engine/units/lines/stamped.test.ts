// Output of programs with a stamp on each line: it is cut by the text beside the stamps.
import { describe, expect, it } from "vitest";
import { cut, indexOf, total } from "../cut.ts";

const OUTPUT = [
  "##[group]Run cargo test --all",
  "cargo test --all",
  "env:",
  "  CI: true",
  "##[endgroup]",
  "   Compiling ledger v0.11.0 (/build/ledger)",
  "error[E0308]: mismatched types",
  " --> src/import.rs:7:31",
  "  |",
  "7 |         Some(Entry { account: a, cents: cents })",
  "  |                               ^ expected `String`, found `&str`",
  "",
  "error[E0599]: no method named `totl` found for struct `Book` in the current scope",
  " --> src/report.rs:4:42",
  "",
  "warning: `ledger` (bin) generated 2 warnings",
  "##[error]Process completed with exit code 101.",
  "##[group]Run actions/upload-artifact@v4",
  "with:",
  "  name: reports",
  "##[endgroup]",
  "No files were found with the provided path.",
];

/** The lines with the stamp that `stampOf` makes of a second. */
function stamped(stampOf: (second: string) => string, lines: readonly string[] = OUTPUT): string {
  return lines.map((line, index) => `${stampOf(String(index + 10))}${line}\n`).join("");
}

const github = (second: string) => `2025-10-07T08:41:${second}.5681645Z `;

const RUNNERS: readonly (readonly [string, (second: string) => string])[] = [
  ["GitHub", github],
  ["GitHub's client", (second) => `build\tRun tests\t${github(second)}`],
  ["GitLab", (second) => `2025-10-07T08:41:${second}.568164Z 01O `],
  ["Jenkins", (second) => `[2025-10-07T08:41:${second}.568Z] `],
  ["a time without a date", (second) => `[08:41:${second}] `],
  ["a time zone", (second) => `2025-10-07T08:41:${second}+02:00 `],
];

describe("stamped output", () => {
  it.each(RUNNERS)("keeps an error with the code that it quotes: %s", (_name, stampOf) => {
    const result = cut(stamped(stampOf));
    const error = result.parts[indexOf(result, "E0308")] ?? "";
    expect(result.noun).toBe("lines");
    expect(error).toContain("expected `String`");
    expect(error).not.toContain("E0599");
    expect(result.parts.join("")).toBe(stamped(stampOf));
  });

  it("makes the lines of a step depend on the line that opens it", () => {
    const result = cut(stamped(github));
    const step = indexOf(result, "Run cargo test");
    const failed = indexOf(result, "exit code 101");
    expect(result.heads[failed]).toBe(step);
    expect(result.contexts[failed]).toContain("Run cargo test --all");
    expect(indexOf(result, "upload-artifact")).toBeGreaterThan(failed);
  });

  it("recognises the sections of GitLab and the stages of Jenkins", () => {
    const lines = ["section_start:1700000000:test\r\x1b[0KRunning tests", "  npm test", "", "1 failed", "all done"];
    const gitlab = cut(stamped((second) => `2025-10-07T08:41:${second}Z 00O `, lines).repeat(2));
    expect(gitlab.heads.slice(0, 2)).toEqual([-1, 0]);
    const jenkins = cut(stamped(github, ["[Pipeline] { (Test)", "  npm test", "", "1 failed", "all done"]).repeat(2));
    expect(jenkins.heads.slice(0, 2)).toEqual([-1, 0]);
  });

  it("gives a failed test its title", () => {
    const lines = [
      "=== FAILURES ===",
      "___ test_sum ___",
      "",
      "    def test_sum():",
      ">       assert 3 == 4",
      "E   boom",
    ];
    const { parts, contexts } = cut(stamped(github, lines).repeat(2));
    const failure = parts.findIndex((part) => part.includes("E   boom"));
    expect(parts[failure]).toContain("def test_sum");
    expect(contexts[failure]).toContain("test_sum");
  });

  it("counts each line once, blank ones too", () => {
    expect(total(cut(stamped(github)).counts)).toBe(OUTPUT.length);
  });

  const EVENTS: readonly (readonly [string, string])[] = [
    ["messages", "2024-01-02T03:04:05Z request served"],
    ["levels aligned to the right", "2024-01-02 03:04:05.678  INFO 1702 --- started"],
    ["numbers aligned to the right", "2013-09-02 21:37:53         10 a.txt"],
  ];

  it.each(EVENTS)("is not recognised in a log of %s", (_name, line) => {
    expect(cut(`${line}\n`.repeat(12)).noun).toBe("events");
  });

  it("is not recognised in a log whose traces have no stamps", () => {
    const event = "2024-01-02 03:04:06 ERROR b\n\tat a.B.c(B.java:1)\n";
    expect(cut(event.repeat(12)).noun).toBe("events");
  });
});
