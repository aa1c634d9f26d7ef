import { expect, test } from "vitest";
import { keepBytes } from "../../../src/http/bodies/kept-bytes.ts";

test("chunks are kept in their order, whether as many come as were expected, fewer or more", () => {
  for (const expected of [2, 4, 5, 6, 100]) {
    const kept = keepBytes(expected, Buffer.from("ab"));
    kept.add(Buffer.from("cd"));
    kept.add(Buffer.from("ef"));
    expect(kept.whole().toString()).toBe("abcdef");
  }
});

test("what is kept shares no memory with the chunks, however many come, and however few were expected", () => {
  const chunk = Buffer.alloc(1);
  for (const expected of [0, 1, 70_000, 200_000]) {
    const kept = keepBytes(expected);
    for (let at = 0; at < 150_000; at++) {
      chunk[0] = at % 251;
      kept.add(chunk);
    }
    expect(kept.whole().equals(Buffer.from(Array.from({ length: 150_000 }, (_, at) => at % 251)))).toBe(true);
  }
});
