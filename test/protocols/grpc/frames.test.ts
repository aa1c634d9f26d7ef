import { expect, test } from "vitest";
import { frameBytes, frameOf } from "../../../src/protocols/grpc/frames.ts";

test.each([
  [false, "0000000002abcd"],
  [true, "0100000002abcd"],
])("a message, compressed or not (%s), has a head that says how long it is", (compressed, expected) => {
  const frame = frameOf(Buffer.from("abcd", "hex"), compressed);
  expect(Buffer.from(frame).toString("hex")).toBe(expected);
  expect(frameBytes(frame)).toBe(frame.length);
});

test.each([
  ["nothing", "", 0],
  ["less than a head", "000000ff", 0],
  ["the largest there can be", "00ffffffff", 2 ** 32 + 4],
])("of %s it says how many bytes will come", (_, start, expected) => {
  expect(frameBytes(Buffer.from(start, "hex"))).toBe(expected);
});
