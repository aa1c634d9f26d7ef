// Records that begin with a mark: references in RIS, MEDLINE and BibTeX, and the findings of a report.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const NAMES = ["lung", "liver", "brain"];

describe("a reference", () => {
  const ris = (name: string) =>
    `TY  - JOUR\nAU  - Song, Ji-woo of ${name}\nTI  - Steps after ${name} surgery\nPY  - 2020\n` +
    `AB  - A study of the ${name}. ${"A fall of the count preceded it. ".repeat(9)}\nER  - \n`;
  const medline = (name: string) =>
    `PMID- 312840${name.length}\nOWN - NLM\nFAU - Song, Ji-woo of ${name}\n` +
    `TI  - Steps after ${name} surgery\n      in 612 patients.\n` +
    `AB  - A study of the ${name}. ${"A fall of the count\n      preceded it. ".repeat(9)}\nLA  - eng\n`;
  const bibtex = (name: string) =>
    `@article{song${name},\n  author = {Song, Ji-woo of ${name}},\n  title = {Steps after ${name} surgery},\n` +
    `  year = {2020},\n  note = {A study of the ${name}${", and a fall of the count".repeat(9)}},\n}\n`;

  it.each([
    ["RIS", ris, "\n"],
    ["RIS without blank lines", ris, ""],
    ["MEDLINE", medline, "\n"],
    ["BibTeX", bibtex, "\n"],
  ])("has fields that depend on its title, and a title that depends on its first line: %s", (_, reference, gap) => {
    const result = cut(NAMES.map(reference).join(gap));
    const title = indexOf(result, "Steps after liver");
    const [author, study] = [indexOf(result, "Ji-woo of liver"), indexOf(result, "A study of the liver")];
    expect(result.type).toBe("entries");
    expect([result.heads[author], result.heads[study]]).toEqual([title, title]);
    expect(result.contexts[study]).toContain("Steps after liver surgery");
    const mark = result.heads[title] ?? -1;
    expect([result.parts[mark], result.heads[mark]]).toEqual([`${reference("liver").split("\n", 1)[0]}\n`, -1]);
  });

  it("keeps a field with the deeper lines that continue it", () => {
    const { parts } = cut(NAMES.map(medline).join("\n"));
    expect(parts).toContain("TI  - Steps after liver surgery\n      in 612 patients.\n");
  });
});

describe("a finding between rules", () => {
  const finding = (name: string) =>
    `>> Issue: [B101] Use of ${name} detected.\n   Severity: Low   Confidence: High\n   Location: app/${name}.py:12\n` +
    `${[11, 12, 13, 14, 15].map((line) => `${line}\t        ${name}(self.folder, self.host)\n`).join("")}\n`;
  const report = (texts: readonly string[]) => `Test results:\n${texts.join(`${"-".repeat(50)}\n`)}`;

  it("has lines that depend on its first line, which is short", () => {
    const result = cut(report(["exec", "eval", "assert", "pickle"].map(finding)));
    const first = result.parts.indexOf(">> Issue: [B101] Use of assert detected.\n");
    expect(result.type).toBe("entries");
    expect(first).toBeGreaterThan(0);
    expect(result.heads[indexOf(result, "app/assert.py")]).toBe(first);
    expect(result.heads[indexOf(result, "14\t        assert(")]).toBe(first);
    expect(result.heads[first]).toBe(-1);
  });

  it.each([
    ["turns of a dialogue", (name: string) => `Ann: What about the ${name}?\nBo: It is there.\n`],
    ["sections under other titles", (name: string) => `${name}: 3\nof them\n`],
  ])("is not seen in %s", (_, part) => {
    expect(cut(report(["lung", "liver", "brain", "heart", "skin"].map(part))).type).not.toBe("entries");
  });
});
