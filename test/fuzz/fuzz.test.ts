// A small share of the fuzzing. `make fuzz INPUTS=1000000` does the rest.
import { describe, expect, test } from "vitest";
import { seeded } from "../../bench/corpus/random.ts";
import { keptInputs } from "./corpus.ts";
import { fuzz, wrongWith } from "./fuzz.ts";
import { mutate } from "./mutate.ts";

const targets = ["json", "rpc", "text", "tokens"] as const;

describe.each(targets)("%s", (target) => {
  test("every input that once failed passes", async () => {
    const wrong = await Promise.all(keptInputs(target).map((input) => wrongWith(target, input)));
    expect(wrong.filter((each) => each !== null)).toEqual([]);
  });

  test("mutated inputs pass", async () => {
    expect(await fuzz(target, 600, 77)).toEqual([]);
  });
});

test("mutation depends on the seed alone, and changes its input", () => {
  const input = Buffer.from('{"request_id":"a","records":[]}');
  const once = () => Array.from({ length: 50 }, (_, seed) => mutate(input, seeded(seed), input).toString("latin1"));
  expect(once()).toEqual(once());
  expect(new Set(once()).size).toBeGreaterThan(40);
});
