// The header of a document with lists or headings.
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
])("takes no header from %s", (_name, first) => {
  const result = cut(`${first}${LISTS}`.replace("Seen", "# Now\n\nSeen"));
  expect(result.heads[indexOf(result, "# Now")]).toBe(-1);
});
