// Texts with titled sections: diffs, test output, search results, stack traces.
import { describe, expect, it } from "vitest";
import { segmentText } from "../../../src/engine/segment.ts";
import { cut, indexOf, total } from "./cut.ts";

const FILLER =
  "Some text that goes on for long enough to fill a unit on its own, so that nothing is put together here, " +
  "and then some. ";

describe("go test -v", () => {
  const passed = (name: string) => `=== RUN   ${name}\n--- PASS: ${name} (0.00s)\n`;
  const failed = '=== RUN   TestMerge\n    merge_test.go:131: key "a": got 1, want 2\n--- FAIL: TestMerge (0.31s)\n';
  const result = cut(`${passed("TestA").repeat(5)}${failed}${passed("TestB").repeat(5)}FAIL\n`);

  it("makes a test's output depend on the line that names it, and no output of later tests", () => {
    const said = indexOf(result, "got 1, want 2");
    expect(result.type).toBe("test_output");
    expect(result.parts[said]).toContain("=== RUN   TestMerge");
    expect(result.contexts.at(-1)).not.toContain("Merge");
  });
});

describe("a history of commits", () => {
  const commit = (n: number, subject: string) =>
    `commit 91ea60fb60c528a1ac7430812dc59eb09512100${n}\nAuthor: Ada <ada@a.example>\nDate:   Mon Feb 3 2026\n\n` +
    `    ${subject}\n\n` +
    `diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-old line ${n}\n+new line ${n}\n\n`;
  it("makes messages and changes depend on their commit", () => {
    const result = cut([1, 2, 3].map((n) => commit(n, `Subject number ${n}`)).join(""));
    const second = indexOf(result, "095121002");
    expect(result.heads[indexOf(result, "Subject number 2")]).toBe(second);
    let at = indexOf(result, "new line 2");
    while ((result.heads[at] ?? -1) >= 0) at = result.heads[at] ?? -1;
    expect(at).toBe(second);
  });
});

describe("a stream of YAML documents", () => {
  const document = (name: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: ${name}\n` +
    `spec:\n  replicas: 2\n  template:\n    image: registry/${name}:1.0\n`;
  it("makes each document a passage", () => {
    const text = ["web", "mail", "jobs"].map(document).join("---\n");
    const { units } = segmentText(text, "artifact");
    const of = (needle: string) => units.find(({ start, end }) => text.slice(start, end).includes(needle))?.passage;
    expect([of("name: web"), of("name: mail"), of("image: registry/jobs")]).toEqual([0, 1, 2]);
  });
});

describe("diffs", () => {
  const change = (name: string) => `-  ${name} before ${FILLER}\n+  ${name} after ${FILLER}\n`;
  const file = (name: string) =>
    [
      `diff --git a/${name} b/${name}`,
      "index 12..34 100644",
      `--- a/${name}`,
      `+++ b/${name}`,
      "@@ -1,4 +1,5 @@ start",
      " same",
      `${change("one")}@@ -40,3 +41,3 @@`,
      change("two"),
    ].join("\n");

  it("make hunks depend on their file, and count lines", () => {
    const text = file("src/a.ts") + file("README.md");
    const result = cut(text);
    expect([result.type, result.noun]).toEqual(["diff", "lines"]);
    const readme = indexOf(result, "diff --git a/README.md");
    expect(result.parts[readme]).toBe("diff --git a/README.md b/README.md\n");
    expect(result.announces[readme]).toBe(true);
    const hunk = result.parts.findIndex((part, index) => index > readme && part.startsWith("@@ -40"));
    expect(result.heads[hunk]).toBe(readme);
    expect(result.contexts[hunk]).toContain("README.md");
    expect(total(result.counts)).toBe(text.split("\n").length - 1);
  });

  it("need no `diff --git` line", () => {
    const result = cut(file("a.py").split("\n").slice(2).join("\n").repeat(2));
    expect(result.type).toBe("diff");
    expect(result.parts[0]).toBe("--- a/a.py\n+++ b/a.py\n");
  });
});

describe("test output", () => {
  const failure = (name: string) =>
    [
      `____________________ ${name} ____________________`,
      "",
      `    def ${name}():`,
      `>       assert total(${name}) == 2, "${FILLER}"`,
      `E       AssertionError: ${FILLER}`,
      "",
      "tests/test_a.py:12: AssertionError\n",
    ].join("\n");
  const text = [
    "===== test session starts =====",
    "collected 40 items",
    "",
    "tests/test_a.py ....F...F [100%]",
    "",
    "=========== FAILURES ===========",
    `${failure("test_add")}${failure("test_subtract")}=========== short test summary info ===========`,
    "FAILED tests/test_a.py::test_add - AssertionError",
    "FAILED tests/test_a.py::test_subtract - AssertionError",
    "=========== 2 failed, 38 passed in 0.20s ===========\n",
  ].join("\n");
  const result = cut(text);

  it("makes a failure's lines depend on its title", () => {
    expect([result.type, result.noun]).toEqual(["test_output", "lines"]);
    const title = indexOf(result, "__ test_subtract __");
    const error = result.parts.findIndex((part, index) => index > title && part.startsWith("E  "));
    expect(result.heads[error]).toBe(title);
    expect(result.contexts[error]).toBe("FAILURES test_subtract");
    expect(result.heads[title]).toBe(indexOf(result, "= FAILURES ="));
  });

  it("counts every line", () => {
    expect(total(result.counts)).toBe(text.split("\n").length - 1);
  });

  it.each([
    [
      "unittest",
      "FAIL: test_add (calc.Tests)\n----------------------------------\nTraceback (most recent call last):\n",
    ],
    ["go test", "--- FAIL: TestAdd (0.00s)\n    add_test.go:12: expected 1, got 2\n"],
    ["cargo", "---- tests::adds stdout ----\nthread 'tests::adds' panicked at src/lib.rs:9:\n"],
    ["jest", "  ● sum › adds numbers\n\n    expect(received).toBe(expected)\n"],
    ["TAP", "not ok 3 - adds\n  ---\n  message: boom\n"],
  ])("recognises a failure's title of %s", (_name, section) => {
    const ran = `${section}${`      detail that explains what went wrong. ${FILLER}\n`.repeat(3)}\n`;
    const output = cut(`${ran.repeat(4)}test a ... ok\ntest b ... ok\ntest c ... FAILED\n`);
    expect(output.type).toBe("test_output");
    const details = output.parts.findIndex((part) => part.startsWith("      detail"));
    expect(output.parts[output.heads[details] ?? -1]?.startsWith(section.slice(0, 12))).toBe(true);
  });
});

describe("search results", () => {
  it("make matches depend on their file", () => {
    const matches = (name: string) =>
      Array.from({ length: 9 }, (_, i) => `${i + 10}:  const ${name}_${i} = lookUp(${i});\n`).join("");
    const result = cut(`src/one.ts\n${matches("one")}\nsrc/two.ts\n${matches("two")}`);
    expect([result.type, result.noun]).toEqual(["search_results", "lines"]);
    expect(result.heads[indexOf(result, "two_8")]).toBe(indexOf(result, "src/two.ts"));
    expect(result.contexts[indexOf(result, "two_8")]).toBe("src/two.ts");
    expect(result.parts[indexOf(result, "src/two.ts")]).toBe("src/two.ts\n");
  });

  it("count results, and cut a long one into parts that depend on its title", () => {
    const code = Array.from({ length: 30 }, (_, i) => `    value_${i} = compute(${i})\n`).join("");
    const result = cut(
      `Found 2 results.\nSearch result 1: <file>a.py</file>\n${code}\nSearch result 2: <file>b.py</file>\nshort\n`,
    );
    expect(result.noun).toBe("results");
    expect(total(result.counts)).toBe(2);
    const inside = indexOf(result, "value_25 ");
    expect(result.heads[inside]).toBe(indexOf(result, "Search result 1"));
    expect(result.contexts[inside]).toBe("Search result 1: <file>a.py</file>");
  });

  it("may be numbered in brackets, if the first is near the start", () => {
    const results = [1, 2, 3].map((n) => `[${n}] Title ${n}\nWhat page ${n} says about the loose fastenings.\n`);
    const result = cut(`Three pages found.\n${results.join("\n")}`);
    expect([result.type, result.noun, total(result.counts)]).toEqual(["search_results", "results", 3]);
    expect(result.announces).toEqual([true, false, false, false]);
  });

  it("send the sentences of a long one below its numbered title, and never the title alone", () => {
    const results = [1, 2, 3].map((n) => `[${n}] Title ${n}\nPage ${n} is about pads. ${FILLER.repeat(3)}\n`);
    const result = cut(results.join("\n"));
    const title = indexOf(result, "[2] Title 2");
    expect(result.parts[title]).toBe("[2] Title 2\n");
    expect(result.announces[title]).toBe(true);
    expect(result.heads[indexOf(result, "Page 2")]).toBe(title);
    expect(total(result.counts)).toBe(3);
  });

  it("are not the references at the end of a paper, each of which is an item", () => {
    const body = "We measured the force of every clip twice. Two of them were loose after the winter.\n\n".repeat(9);
    const references = [1, 2, 3].map(
      (n) => `[${n}] Cho S, Park J. Testing of pads. J. Sound Vib. 2011;\n   330: ${n}.\n`,
    );
    const result = cut(`${body}References\n${references.join("")}`, "external_data");
    expect(result.type).toBe("markdown");
    expect(result.parts.slice(-3)).toEqual(references);
    expect(result.announces).not.toContain(true);
  });

  it("are announced by a few lines, not by a long text above them", () => {
    const body = "We measured the force of every clip twice. Two of them were loose after the winter.\n".repeat(9);
    const results = [1, 2, 3].map((n) => `Search result ${n}: page ${n}\nIt says so.\n`);
    const result = cut(`${body}\n${results.join("\n")}`, "external_data");
    expect([result.type, total(result.counts)]).toEqual(["search_results", 3]);
    expect(result.announces).not.toContain(true);
  });
});

describe("stack traces", () => {
  it("stay whole if they are short", () => {
    const trace = [
      "Traceback (most recent call last):",
      '  File "a.py", line 1, in <module>',
      "    main()",
      '  File "a.py", line 9, in main',
      '    raise ValueError("no")',
      "ValueError: no\n",
    ].join("\n");
    expect(cut(trace).parts).toEqual([trace]);
    expect(cut(trace).counts).toEqual([6]);
  });

  it("are cut by frames and causes if they are long", () => {
    const frames = (name: string) =>
      Array.from({ length: 20 }, (_, i) => `\tat com.acme.${name}.method${i}(${name}.java:${i})\n`).join("");
    const cause = "Caused by: java.io.IOException: disk full\n";
    const result = cut(`java.lang.IllegalStateException: outer\n${frames("Outer")}${cause}${frames("Inner")}`);
    expect(result.type).toBe("stack_trace");
    expect(result.parts.some((part) => part.startsWith("Caused by: java.io.IOException"))).toBe(true);
    expect(result.heads.slice(1).every((head) => head === 0)).toBe(true);
    expect(total(result.counts)).toBe(42);
  });
});
