import { expect, test } from "vitest";
import { interleaved } from "../../bench/speed/harness/rounds.ts";

test("every contender runs once per round, in rotating order, after warm-ups that are not kept", async () => {
  const ran: string[] = [];
  const contender = (name: string) => (round: number) => {
    ran.push(`${name}${round}`);
    return round;
  };
  const kept = await interleaved(1, 2, { a: contender("a"), b: contender("b") });
  expect(ran).toEqual(["a0", "b0", "b1", "a1", "a2", "b2"]);
  expect(kept).toEqual({ a: [1, 2], b: [1, 2] });
});

test("a round waits for a slow contender", async () => {
  const kept = await interleaved(0, 2, { slow: async (round) => Promise.resolve(round * 2) });
  expect(kept).toEqual({ slow: [0, 2] });
});

test("no rounds give no figures", async () => {
  await expect(interleaved(1, 0, { a: () => 1 })).rejects.toThrow("0 rounds give no figure");
});
