// The lines above a document: its title and its date, or fields as pages have them and as commands print them.
import { expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const FILLER = "Some text that goes on for long enough to fill a unit on its own, and says nothing, and then some. ";
const LISTS = `Seen: walks well. ${FILLER}\n\nPlan:\n1. Stop the tablets.\n2. Come again.\n3. Rest. ${FILLER}\n`;

it.each([
  ["a note", "OFFICE VISIT                06/25/2019\nProvider: Ada Hall"],
  ["a record with an indented title", " LOCAL TITLE: NURSE NOTE\nDATE OF NOTE: MAY 06, 2019@14:00"],
  ["minutes", "Works committee\nMay 4, 2021"],
])("makes the text and the lists of %s depend on its header", (_name, header) => {
  const result = cut(`${header}\n\n${LISTS}`);
  expect(result.type).toBe("markdown");
  expect(result.parts[0]).toBe(`${header}\n\n`);
  expect(result.heads.slice(0, 3)).toEqual([-1, 0, 0]);
  const plan = indexOf(result, "Plan:");
  expect([result.heads[plan], result.heads[indexOf(result, "Come again")]]).toEqual([0, plan]);
  expect(result.contexts.at(-1)?.startsWith(header.trim().slice(0, 12))).toBe(true);
});

it.each([
  ["a line above a list", "Release 3, May 4, 2021\n\n  * It reads pages.\n\n"],
  ["a title without a date", "Visits to the mill\n\n"],
  ["a greeting", "Hello Ada, on May 4, 2021,\n\n"],
  ["a line with a colon", "What we found on May 4, 2021:\n\n"],
  ["a heading", "# Visits\n\n"],
])("does not take %s for a header", (_name, first) => {
  const result = cut(`${first}${LISTS}`.replace("Seen", "# Now\n\nSeen"));
  expect(result.heads[indexOf(result, "# Now")]).toBe(-1);
});

it("makes a text depend on the fields above it, again for each text", () => {
  const of = (n: number) =>
    `title:\tReader of mills ${n}\ntag:\tv2.${n}.0\nprerelease:\tfalse\nauthor:\tada${n}\n` +
    `created:\t2024-02-0${n}T10:00:00Z\n` +
    `published:\t2024-02-0${n}T10:00:00Z\nurl:\thttps://mill.example/reader/releases/tag/v2.${n}.0\n--\n` +
    `## Changes\n* Reads ${n} pages. ${FILLER}\n* Writes pages. ${FILLER}\n\nThanks ${n}. ${FILLER}\n\n`;
  const result = cut([3, 2, 1].map(of).join(""));
  expect(result.type).toBe("markdown");
  const headOf = (at: number) => result.heads[at] ?? -1;
  for (const n of [3, 2, 1]) {
    const named = indexOf(result, `title:\tReader of mills ${n}`);
    expect(result.parts[named]).toContain(`v2.${n}.0`);
    expect(headOf(named)).toBe(-1);
    expect(headOf(indexOf(result, `ada${n}`))).toBe(named);
    expect(headOf(headOf(indexOf(result, `Reads ${n} pages`)))).toBe(named);
    expect(result.contexts[indexOf(result, `Thanks ${n}`)]).toBe(`Reader of mills ${n} Changes`);
  }
});

it("makes a page depend on its front matter, and headings too", () => {
  const result = cut(`---\ntitle: Mills\ntags:\n  - wind\n---\n\n${FILLER}\n\n# Sails\n\nOf cloth. ${FILLER}\n`);
  expect(result.type).toBe("markdown");
  expect(result.parts[0]).toBe("---\ntitle: Mills\ntags:\n  - wind\n---\n\n");
  expect(result.heads).toEqual([-1, 0, 0, 2]);
  expect(result.contexts.at(-1)).toBe("Mills Sails");
});

it.each([
  ["a stream of documents", "---\nkind: Pod\nname: a\n---\nkind: Pod\nname: b\n---\nkind: Pod\nname: c\n"],
  ["a single label above a line", `Note: none\n---\n${FILLER}\n`],
  ["labels above a rule", `a: 1\nb: 2\n---\n${FILLER}\n`],
])("finds no front matter in %s", (_name, text) => {
  expect(cut(text.repeat(2)).type).not.toBe("markdown");
});
