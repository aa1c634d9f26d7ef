// A hundred runs of the simulation. `make sim SEEDS=1..3000` makes more, `make sim SEED=n` shows one.
import { describe, expect, test } from "vitest";
import { simulate } from "./simulate.ts";

/** Seeds of runs that failed once, each with its failure. */
const keptSeeds: readonly (readonly [seed: number, wrongThen: string])[] = [
  [68, "a request that had its answer was answered again when its body broke off"],
];

async function failures(seeds: readonly number[]): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const seed of seeds) {
    const { wrong } = await simulate(seed);
    if (wrong.length > 0) failed.push(`make sim SEED=${seed}: ${wrong.join("; ")}`);
  }
  return failed;
}

const range = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

describe("a simulated run", () => {
  test("is determined by its seed", async () => {
    const digests = async () => {
      const runs: string[] = [];
      for (const seed of range(1, 6)) runs.push((await simulate(seed)).digest);
      return runs;
    };
    const [first, second] = [await digests(), await digests()];
    expect(second).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  });

  test.each(keptSeeds)("of seed %i no longer fails: %s", async (seed) => {
    expect(await failures([seed])).toEqual([]);
  });

  const starts = range(0, 3).map((part) => 10_000 + part * 25);

  test.each(starts)("passes for 25 seeds from %i on", async (first) => {
    expect(await failures(range(first, 25))).toEqual([]);
  });
});
