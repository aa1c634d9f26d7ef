import { expect, test } from "vitest";
import { frameBytes, frameOf } from "../../../src/protocols/grpc/frames.ts";

test.each([
  [false, "0000000002abcd"],
  [true, "0100000002abcd"],
])("the head of a frame has the compression flag (%s) and the length", (compressed, expected) => {
  const frame = frameOf(Buffer.from("abcd", "hex"), compressed);
  expect(Buffer.from(frame).toString("hex")).toBe(expected);
  expect(frameBytes(frame)).toBe(frame.length);
});

test.each([
  ["nothing", "", 0],
  ["less than a head", "000000ff", 0],
  ["the largest possible frame", "00ffffffff", 2 ** 32 + 4],
])("frameBytes of %s", (_, start, expected) => {
  expect(frameBytes(Buffer.from(start, "hex"))).toBe(expected);
});
