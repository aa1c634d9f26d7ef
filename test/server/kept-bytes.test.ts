import { expect, test } from "vitest";
import { keepBytes } from "../../src/server/kept-bytes.ts";

test("chunks are kept in their order, whether as many come as were expected, fewer or more", () => {
  for (const expected of [2, 4, 5, 6, 100]) {
    const kept = keepBytes(expected, Buffer.from("ab"));
    kept.add(Buffer.from("cd"));
    kept.add(Buffer.from("ef"));
    expect(kept.whole().toString()).toBe("abcdef");
  }
});

test("a chunk says whether it was copied, or lives as long as the body", () => {
  const kept = keepBytes(3);
  expect(["ab", "cd", "e"].map((chunk) => kept.add(Buffer.from(chunk)))).toEqual([true, false, false]);
});
