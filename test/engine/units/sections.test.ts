// Texts with titled sections: Markdown, diffs, test output, search results, stack traces.
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

/** Two titles with rules below them, so that a short text is recognised. */
const RULED = "Name\n====\n\nUse of it\n---------\n\n";

describe("Markdown", () => {
  const text = [
    "# Guide",
    FILLER,
    "## Install",
    "Run this:",
    "```sh\nnpm install thing\nnpm start\n```",
    `- First item, which is long. ${FILLER}\n- Second item, long as well. ${FILLER}`,
    "| name | size |\n|---|---|\n| apple pie with cream | 1 |\n| banana split deluxe | 2 |",
    "### Details",
    FILLER,
    "Second title\n------------",
    `Last words. ${FILLER}\n`,
  ].join("\n\n");
  const result = cut(text);

  it("makes text depend on its heading, and headings on those above", () => {
    expect(result.type).toBe("markdown");
    const install = indexOf(result, "## Install");
    const details = indexOf(result, "### Details");
    expect(result.heads[install]).toBe(indexOf(result, "# Guide\n"));
    expect(result.heads[details]).toBe(install);
    expect(result.heads[details + 1]).toBe(details);
    expect(result.contexts[details + 1]).toBe("Guide Install Details");
    expect(result.heads[indexOf(result, "Last words")]).toBe(indexOf(result, "Second title\n---"));
  });

  it.each([
    ["AsciiDoc", "= Guide", "== Setup", "=== Windows", "== Options"],
    ["a wiki", "= Guide =", "== Setup ==", "=== Windows ===", "== Options =="],
    ["LaTeX", "\\chapter{Guide}", "\\section{Setup}", "\\subsection{Windows}", "\\section*{Options}"],
    [
      "reStructuredText",
      "Guide\n=====",
      "Setup of it\n-----------",
      "On Windows\n~~~~~~~~~~",
      "Its Options\n-----------",
    ],
  ])("knows the headings of %s", (_name, guide, setup, windows, options) => {
    const result = cut([guide, setup, FILLER, windows, `Run the wizard. ${FILLER}`, options, FILLER].join("\n\n"));
    expect(result.type).toBe("markdown");
    const wizard = result.parts.findIndex((part) => part.includes("wizard"));
    const headOf = (at: number) => result.heads[at] ?? -1;
    expect(result.parts[headOf(wizard)]).toContain(windows);
    expect(result.parts[headOf(headOf(wizard))]).toContain(setup);
    expect(result.parts[headOf(result.parts.length - 1)]).toContain(options);
  });

  it.each([
    ["a law", "CHAPTER I\nGeneral provisions", "Article 3\nRight of access", "Article 4\nRefunds"],
    ["an act", "PART 1", "Section 3. Right of access.", "Section 4. Refunds."],
    ["a German law", "Kapitel 1\nAllgemeines", "§ 3 Auskunft", "§ 4a Erstattung"],
    ["a Chinese law", "第一章　总则", "第一节　查询", "第二节　退款"],
  ])("knows the divisions of %s", (_name, chapter, access, refunds) => {
    const result = cut([chapter, access, `Ask at the desk. ${FILLER}`, refunds, FILLER].join("\n\n"));
    expect(result.type).toBe("markdown");
    const desk = result.parts.findIndex((part) => part.includes("desk"));
    const headOf = (at: number) => result.heads[at] ?? -1;
    expect(result.parts[headOf(desk)]).toContain(access);
    expect(result.parts[headOf(headOf(desk))]).toContain(chapter);
    expect(result.parts[headOf(result.parts.length - 1)]).toContain(refunds);
  });

  it("makes no heading of a sentence that begins with a division", () => {
    const sentences = ["Section 3 of the Act applies.", "Article 4, as amended, applies.", "Part 2 ends here."];
    expect(cut(sentences.join("\n\n").repeat(3)).type).not.toBe("markdown");
  });

  it("makes no heading of a comment in indented code", () => {
    const result = cut(
      `${RULED}Waiting\n=======\n\n${FILLER}\n\nSay::\n\n   # Take one\n   queue.get()\n\nThe end. ${FILLER}\n`,
    );
    expect(result.heads[indexOf(result, "The end.")]).toBe(indexOf(result, "Waiting"));
  });

  it("makes no heading of a line above a much longer rule", () => {
    const drawn = `a: 1\n${"-".repeat(60)}\nb: 2\n${"=".repeat(60)}\n`;
    expect(cut(drawn.repeat(4)).type).not.toBe("markdown");
    expect(cut("==> a.log <==\nstarted\nstopped\n".repeat(4)).type).not.toBe("markdown");
  });

  it("makes text depend on a question that stands alone above it", () => {
    const questions = ["Can it read archives?", "Why is a part missing?", " 3. Where is the manual?"];
    const faq = cut(questions.map((question) => `${question}\n\n    Not by itself. ${FILLER}\n`).join("\n"));
    expect(faq.type).toBe("markdown");
    for (const question of questions) {
      const at = indexOf(faq, question);
      expect(faq.heads[at]).toBe(-1);
      expect(faq.heads[at + 1]).toBe(at);
      expect(faq.contexts[at + 1]).toBe(question.trim());
    }
  });

  it.each([
    ["a directive", ".. option:: --depth N\n\n", "   ", ".. option:: --bare\n\n"],
    ["a term", "``--depth N``\n", "   ", "``--bare``\n"],
    ["a term of AsciiDoc", "--depth N::\n", "\t", "--bare::\n"],
  ])("makes the text below %s depend on it", (_name, depth, indent, bare) => {
    const about = `${indent}Fetches N commits.\n\n${indent}${FILLER}\n\n`;
    const result = cut(
      `${RULED}Options\n=======\n\n${depth}${about}${bare}${indent}Makes no tree. ${FILLER}\n\nThe end.\n`,
    );
    const heads = (needle: string) => result.heads[indexOf(result, needle)];
    expect([heads("Fetches"), heads("Makes no tree")]).toEqual([indexOf(result, "depth"), indexOf(result, "--bare")]);
    expect(heads("The end.")).toBe(indexOf(result, "Options\n"));
  });

  it("joins an entry of AsciiDoc across a plus sign", () => {
    const result = cut(
      `${RULED}Options\n=======\n\n--bare::\n\tMakes no tree. ${FILLER}\n+\nSee also the guide. ${FILLER}\n`,
    );
    expect(result.heads[indexOf(result, "the guide")]).toBe(indexOf(result, "--bare"));
  });

  it("keeps a short list item whole and apart from the next", () => {
    const rules = [
      "- Ask for the name. Never guess it.\n",
      "- Wait.\n",
      `- ${"A long rule has many sentences. ".repeat(20)}\n`,
    ];
    const { parts } = cut(`# Rules\n\n${rules.join("")}\nThe end.\n`);
    expect(parts.slice(1, 3)).toEqual(rules.slice(0, 2));
    expect(parts.length).toBeGreaterThan(6);
  });

  it("makes a list depend on the line that leads to it, and deeper items on the item above them", () => {
    const rules = cut(
      [
        "# Travel",
        "Hotels are reimbursed up to:\n- 140 in capitals\n  - 180 in London\n- 110 elsewhere",
        "Trips by car need no approval.",
        "1. Open the portal.\n2. Pay.",
        "Release 3 (stable)\n\n  * a first change\n  * a second one\n\n -- Ada, Friday",
      ].join("\n\n"),
    );
    const lead = indexOf(rules, "up to:");
    const release = indexOf(rules, "Release 3");
    const headOf = (needle: string) => rules.heads[indexOf(rules, needle)];
    expect([headOf("140 in"), headOf("110 else")]).toEqual([lead, lead]);
    expect(headOf("180 in")).toBe(indexOf(rules, "140 in"));
    expect(rules.contexts[indexOf(rules, "110 else")]).toBe("Travel Hotels are reimbursed up to:");
    expect([headOf("by car"), headOf("Open the"), headOf("Release 3")]).toEqual([0, 0, 0]);
    expect([headOf("first change"), headOf("second one"), headOf("Friday")]).toEqual([release, release, release]);
  });

  it("makes the clauses of a contract depend on those above them", () => {
    const lease = cut(
      [
        "1. Duties\n\n1.1 The tenant shall:\n(a) pay the rent;\n(b) keep:\n(i) the garden;\n(ii) the gate;",
        "2. Notices\n\n2.1 A notice is sent:\n    (a) in writing;\n    (b) by post;",
        "It took\n1.5 million years. So says\nA. Smith.\n",
      ].join("\n\n"),
    );
    const headOf = (needle: string) => lease.parts[lease.heads[indexOf(lease, needle)] ?? -1] ?? "none";
    expect(lease.type).toBe("markdown");
    expect(headOf("1.1 The")).toContain("1. Duties");
    expect([headOf("the rent"), headOf("keep:")]).toEqual(["1.1 The tenant shall:\n", "1.1 The tenant shall:\n"]);
    expect([headOf("the garden"), headOf("the gate")]).toEqual(["(b) keep:\n", "(b) keep:\n"]);
    expect(headOf("by post")).toBe("2.1 A notice is sent:\n");
    expect([headOf("2. Notices"), headOf("1.5 million")]).toEqual(["none", "none"]);
    expect(lease.parts.at(-1)).toContain("1.5 million years. So says\nA. Smith.");
  });

  it.each([
    ["第三条　", "　　（一）", "　　（二）", "第四条　"],
    ["三、", "（一）", "（二）", "四、"],
    ["3、", "（1）", "（2）", "4、"],
  ])("makes the Chinese items below %s depend on it", (clause, first, second, next) => {
    const result = cut(
      `${clause}下列车辆不受限制：\n${first}消防车；\n${second}校车。\n` +
        `${next}本规定自公布之日起施行。\n${"其他事项由委员会决定。".repeat(20)}`,
    );
    const lead = indexOf(result, "下列车辆");
    expect([result.heads[indexOf(result, "消防车")], result.heads[indexOf(result, "校车")]]).toEqual([lead, lead]);
    expect(result.heads[indexOf(result, "本规定")]).toBe(-1);
  });

  it("keeps fenced code, list items and rows apart", () => {
    expect(result.parts).toContain("```sh\nnpm install thing\nnpm start\n```\n\n");
    expect(indexOf(result, "First item")).toBeLessThan(indexOf(result, "Second item"));
    const row = indexOf(result, "banana split");
    expect(result.parts[row]).toBe("| banana split deluxe | 2 |\n\n");
    expect(result.parts[result.heads[row] ?? -1]).toBe("| name | size |\n|---|---|\n");
  });

  it("cuts fenced JSON by its elements", () => {
    const rows = JSON.stringify(
      Array.from({ length: 20 }, (_, id) => ({ id: `row-${id}`, text: FILLER })),
      null,
      2,
    );
    const fenced = cut(`${FILLER}\n\n\`\`\`json\n${rows}\n\`\`\`\n\n${FILLER}\n`);
    expect(fenced.parts.filter((part) => part.includes('"row-')).length).toBe(20);
  });

  it("continues after a table that consists only of rules", () => {
    const ruled = cut(`# A\n\n|---|---|\n|---|---|\n\n## B\n\n${FILLER.repeat(2)}`);
    expect(ruled.parts).toContain("## B\n\n");
  });

  it("continues after a fence that is never closed", () => {
    expect(
      cut(`# A\n\n\`\`\`\n${"x = 1\n".repeat(90)}`)
        .parts.at(-1)
        ?.endsWith("x = 1\n"),
    ).toBe(true);
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
