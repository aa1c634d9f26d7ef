import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ContextRecordSchema } from "../../gen/winnow/v1/context_pb.ts";
import { grouped } from "../../src/report/figures.ts";
import { LISTED_MAX, recordName } from "../../src/report/record-view.ts";
import { request } from "../service/calls.ts";
import { reported } from "./reported.ts";

test.each([
  ["the title", { title: "Fees", id: "f" }, "Fees"],
  ["the id of one whose title is empty", { title: "", id: "f" }, "f"],
  ["the id of one whose title is blank", { title: " \n", id: "f" }, "f"],
  ["the place of one without either", {}, "records[7]"],
  ["one line without what hides, cut", { title: "a\n\u202eb".repeat(20) }, "a [U+202E]ba [U+202…"],
])("a record is called by %s", (_name, record, name) => {
  expect(recordName(create(ContextRecordSchema, record), 7, 20)).toBe(name);
});

const beyond = 500;
const needle = "The ledger counts 4711 sacks at the archive.";
const copies = [0, 1_200, 2_100];
const many = Array.from({ length: LISTED_MAX + beyond }, (_, at) => ({
  text: copies.includes(at) ? needle : at % 3 === 0 ? `Sacks were counted on day ${at}.` : `Day ${at} was quiet.`,
}));

function listedIn(page: string): readonly number[] {
  return [...page.matchAll(/<li id="record-(\d+)"/g)].map((found) => Number(found[1]));
}

test("a large page lists the sent records, then those with the best scores, in order of arrival", async () => {
  const budget = { maxContextTokens: 60 };
  const { page, response } = await reported(
    request({ task: { prompt: "How many sacks does the ledger count?" }, budget, records: many }),
  );
  const listed = listedIn(page);
  expect(listed).toHaveLength(LISTED_MAX);
  expect(listed).toEqual(listed.toSorted((one, other) => one - other));
  expect(response.selected.length).toBeGreaterThan(1);
  expect(response.selected.filter(({ position }) => !listed.includes(position))).toEqual([]);
  const matching = many.flatMap(({ text }, at) => (text.startsWith("Sacks") ? [at] : []));
  expect(matching.filter((at) => !listed.includes(at))).toEqual([]);
  expect(page).toContain(`all ${grouped(many.length)}`);
  expect(page).toContain(`The other ${beyond} count in every figure`);
});

test("no link leads to a record that is not listed", async () => {
  const { page } = await reported(request({ task: { prompt: "Where does the zeppelin moor?" }, records: many }));
  expect(page).toContain("standdown:");
  const listed = listedIn(page);
  expect(listed).toHaveLength(LISTED_MAX);
  const linked = [...page.matchAll(/href="#record-(\d+)"/g)].map((found) => Number(found[1]));
  expect(linked.filter((at) => !listed.includes(at))).toEqual([]);
});
