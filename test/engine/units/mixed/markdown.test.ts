// Markdown and similar documents: headings, lists and the lines above them, definitions, tables, fenced code.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const FILLER =
  "Some text that goes on for long enough to fill a unit on its own, so that nothing is put together here, " +
  "and then some. ";

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
    ["a wiki without spaces", "==Guide==", "===Setup===", "====Windows====", "===Options==="],
    ["LaTeX", "\\chapter{Guide}", "\\section{Setup}", "\\subsection{Windows}", "\\section*{Options}"],
    [
      "reStructuredText",
      "Guide\n=====",
      "Setup of it\n-----------",
      "On Windows\n~~~~~~~~~~",
      "Its Options\n-----------",
    ],
  ])("recognises the headings of %s", (_name, guide, setup, windows, options) => {
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
    ["a contract", "ARTICLE 7\nTRADEMARKS", "7.1. Access", "EXHIBIT C - MARKS"],
    ["an annex of a paper", "Appendix B. Data", "B.1 Access", "B.2 Refunds"],
    ["a Korean law", "제1장 총칙", "제1절 열람", "제2절 환불"],
    ["a Chinese law", "第一章　总则", "第一节　查询", "第二节　退款"],
  ])("recognises the divisions of %s", (_name, chapter, access, refunds) => {
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

  it("closes the last article at an exhibit, whose clauses are items", () => {
    const clause = (n: number) => `D.${n} Changes. Each side gives notice of them. It keeps stock for case ${n}.\n\n`;
    const result = cut(
      `ARTICLE 1\nDEFINITIONS\n\n${FILLER}\n\nARTICLE 2\nMISCELLANEOUS\n\n${FILLER}\n\n` +
        `EXHIBIT D - QUALITY\n\n${clause(1)}${clause(2)}`,
    );
    const exhibit = indexOf(result, "EXHIBIT D");
    expect(result.heads[exhibit]).toBe(-1);
    expect(result.parts.slice(exhibit + 1)).toEqual([clause(1), clause(2)]);
    expect(result.contexts.at(-1)).toBe("EXHIBIT D - QUALITY");
  });

  it.each([
    ["of two lines", "A guide for the staff\nof the desk"],
    ["with a number", "4. A guide for the desk"],
  ])("recognises a title %s by the rule below it, and a title by its number alone", (_, title) => {
    const rule = "-".repeat(21);
    const result = cut(`${RULED}${title}\n${rule}\n\n4.1. Access\n\n${FILLER}\n\n4.1.1 Refunds\n\n${FILLER}Bye.`);
    const headOf = (at: number) => result.heads[at] ?? -1;
    const refunds = headOf(indexOf(result, "Bye."));
    expect(result.parts[refunds]).toBe("4.1.1 Refunds\n\n");
    expect(result.parts[headOf(refunds)]).toBe("4.1. Access\n\n");
    expect(result.parts[headOf(headOf(refunds))]).toBe(`${title}\n${rule}\n\n`);
  });

  it("makes no heading of the items of a numbered list with blank lines", () => {
    const list = ["2.1 Apples", "2.2 Pears", "2.3 Plums"].map((item) => `${item}\n\n`);
    const result = cut(`# Fruit\n\n${FILLER}\n\n# Trees\n\n${FILLER}\n\n${list.join("")}`);
    expect(result.parts.slice(-3)).toEqual(list);
    expect(new Set(result.heads.slice(-3))).toEqual(new Set([indexOf(result, "# Trees")]));
  });

  it("recognises a title with a single number, but not an item in a list with blank lines", () => {
    const result = cut(
      `${RULED}1. Scope\n\n${FILLER}\n\n2.  Terms\n\n${FILLER}Bye.\n\n1. Open\n\n2. Close\n\nThen go.`,
    );
    expect(result.parts[result.heads[indexOf(result, "Bye.")] ?? -1]).toBe("2.  Terms\n\n");
    expect(result.heads[indexOf(result, "Then go.")]).not.toBe(indexOf(result, "2. Close"));
  });

  it("recognises a title with two numbers and two lines", () => {
    const result = cut(`${RULED}3.1. Which of them is better\nfor me?\n\n${FILLER}Bye.`);
    expect(result.parts[result.heads[indexOf(result, "Bye.")] ?? -1]).toBe("3.1. Which of them is better\nfor me?\n\n");
  });

  it.each([
    ["dots", "1. Scope .......... 2\n2. Terms .......... 3\n\nAppendix A. Index .......... 9"],
    ["spaced dots", "1. Scope . . . . . 2\n2. Terms . . . . . 3\n\nAppendix A. Index . . . . . 9"],
    ["only numbers", "1.  Scope\n2.  Terms\n  2.1.  Names\nAppendix A.  Index\nAppendix B.  Thanks"],
  ])("makes no heading of the last lines of a table of contents with %s", (_, contents) => {
    const result = cut(`${RULED}${contents}\n\n${FILLER}Bye.\n\n1. Scope\n\n${FILLER}`);
    expect(result.parts[result.heads[indexOf(result, "Bye.")] ?? -1]).toMatch(/^Use of it/);
    expect(result.heads[indexOf(result, "1. Scope\n\n")]).toBe(indexOf(result, "Use of it"));
  });

  it("keeps the number of a long indented item with its first sentence", () => {
    const item = `  6. Unless both agree in writing, nobody may use it for ${FILLER.repeat(6)}\n`;
    expect(item.length).toBeGreaterThan(500);
    const { parts } = cut(`${RULED}Rules\n=====\n\n${item}`);
    expect(parts.find((part) => part.includes("6."))).toContain("nobody may use it");
  });

  it("does not take a number in brackets inside a sentence for an item, unless its list is open", () => {
    const visits =
      "D.7 Visits. The authority may visit the facility in Alameda for a maximum of three\n(3) days a year.\n";
    const list = ["(1)", "(2)", "(3)"].map(
      (n) => `${n} the supplier ${n} brings the goods to the warehouse of the buyer\n`,
    );
    const { type, parts } = cut(
      [...["ARTICLE 1\n", "ARTICLE 2\n", visits], ...list].join("\n").replaceAll("\n\n(", "\n("),
    );
    expect(type).toBe("markdown");
    expect(parts.map((part) => part.trimEnd())).toContain(visits.trimEnd());
    expect(parts.slice(-3)).toEqual(list);
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

  it("makes no heading of a question in a list", () => {
    const list = "(1) Must it prove the cost?\n\n(2) Is there a limit?\n\n(3) From when?\n\n";
    const result = cut(`# Questions\n\nIt asks:\n\n${list}# Answers\n\n${FILLER}\n`);
    const lead = indexOf(result, "It asks:");
    expect(["prove", "limit", "From when"].map((word) => result.heads[indexOf(result, word)])).toEqual([
      lead,
      lead,
      lead,
    ]);
  });

  it("makes text depend on a line of bold words above it, which ranks below all marked headings", () => {
    const answer = (n: number) => `**What did part ${n} cost?**\n\nIt cost ${n} million. ${FILLER}\n\n`;
    const result = cut(`# Talk\n\n${answer(1)}${answer(2)}## End\n\n${FILLER}\n`);
    const [first, second] = [indexOf(result, "part 1"), indexOf(result, "part 2")];
    expect(result.heads[indexOf(result, "It cost 1")]).toBe(first);
    expect(result.heads[indexOf(result, "It cost 2")]).toBe(second);
    expect([result.heads[second], result.heads[indexOf(result, "## End")]]).toEqual([0, 0]);
  });

  it.each(["Pos| Club| Pts  \n---|---|---  \n", "#| Club| Pts  \n---|---|---  \n"])(
    "recognises a table without bars at the ends of its lines, with the header %j",
    (header) => {
      const rows = ["1| Vesterby United| 60  \n", "2| Maal and District| 56  \n"];
      const result = cut(`# League\n\n${FILLER}\n\n## Table\n\n${header}${rows.join("")}\n## News\n\n${FILLER}\n`);
      const head = indexOf(result, "Pts");
      expect(result.parts[head]).toBe(header);
      expect(result.heads[head]).toBe(indexOf(result, "## Table"));
      expect(rows.map((row) => result.heads[indexOf(result, row)])).toEqual([head, head]);
    },
  );

  it("makes no heading of a row above the rule that ends a table", () => {
    const list = "- First of all.\n- Second to that.\n- Third and last.\n";
    const table = "Seen | kept\nRemoved | gone\n--------------\n\n";
    const result = cut(`# States\n\n${list}\n## Table\n\n${table}${FILLER}Bye.\n`);
    expect(result.heads[indexOf(result, "Bye.")]).toBe(indexOf(result, "## Table"));
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

  it("makes a list depend on the line above it, and deeper items on the item above them", () => {
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
    expect([headOf("2. Notices"), headOf("1.5 million")]).toEqual(["none", "2. Notices\n\n"]);
    expect(lease.parts.at(-1)).toContain("1.5 million years. So says\nA. Smith.");
  });

  it.each([
    ["第三条　", "　　（一）", "　　（二）", "第四条　"],
    ["三、", "（一）", "（二）", "四、"],
    ["3、", "（1）", "（2）", "4、"],
    ["（三）", "①", "②", "（四）"],
    ["제3조(", "① ", "② ", "제4조("],
    ["(3) ", "1. ", "2. ", "(4) "],
    ["2. ", "(a) ", "(b) ", "3. "],
    ["(c) ", "(i) ", "(ii) ", "(d) "],
  ])("makes the items below %s depend on it", (clause, first, second, next) => {
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
