import { expect, test } from "vitest";
import { echoOf, isEcho } from "../../../src/engine/index/unit-terms.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { record } from "../request.ts";

const prompt = 'Which "harbour" was closed in March, and for how long?';
const field = JSON.stringify({ query: prompt }).slice(1, -1);
const beside = JSON.stringify({ note: `${prompt} The harbour of Vigo was, for nine days.` }).slice(1, -1);
const filler = JSON.stringify({
  body: "The ferries were moored at the northern quay and the crews sent home. ".repeat(5),
});

/** The units of each record that echo the prompt. */
function echoes(texts: readonly string[]): boolean[][] {
  const echo = echoOf(prompt);
  return segment(measure(texts.map((text) => record(text)))).map((of) =>
    of.units.map((unit) => isEcho(echo, of, unit)),
  );
}

/** The expected result: a search of each unit by itself. */
function echoesAlone(texts: readonly string[]): boolean[][] {
  return segment(measure(texts.map((text) => record(text)))).map((of) =>
    of.units.map((unit) => isEcho(echoOf(prompt), of, unit)),
  );
}

test("a field that equals the prompt is an echo at any place and at every occurrence", () => {
  const found = echoes([`{${field},${filler.slice(1, -1)},${field},${filler.slice(1, -1)}}`]);
  expect(found.flat().filter(Boolean)).toHaveLength(2);
});

test("a field that contains more than the prompt is not an echo", () => {
  expect(echoes([`{${beside},${filler.slice(1)}`]).flat()).not.toContain(true);
});

test("each of several records with the same text has its own echoes", () => {
  const text = `{${field},${filler.slice(1)}`;
  const [first, second] = echoes([text, text]);
  expect(first).toContain(true);
  expect(second).toEqual(first);
});

test("the units read before change nothing", () => {
  const texts = [
    `{${filler.slice(1, -1)},${beside},${field},${field}}`,
    `[{${field}},${filler},{${beside}},{${field}}]`,
    "Prose, in which nothing is a field.",
    `{${field},${filler.slice(1)}`,
  ];
  expect(echoes(texts)).toEqual(echoesAlone(texts));
});
