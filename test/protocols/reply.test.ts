import { describe, expect, test } from "vitest";
import { freeBytes, unsharedBytes } from "../../src/protocols/reply.ts";

/** Four bytes in the middle of eight. */
function shared(): Uint8Array {
  return new Uint8Array(8).fill(7).subarray(2, 6);
}

describe("unshared bytes", () => {
  test("are the given bytes if nothing else uses their memory", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(unsharedBytes(bytes).buffer).toBe(bytes.buffer);
  });

  test.each([
    ["a part of a larger array", shared(), [7, 7, 7, 7]],
    ["a string", "é", [0xc3, 0xa9]],
    ["nothing", "", []],
  ])("of %s are a copy", (_, body, expected) => {
    const bytes = unsharedBytes(body);
    expect([...bytes]).toEqual(expected);
    expect(bytes.buffer.byteLength).toBe(expected.length);
  });
});

describe("freeing an array", () => {
  test("empties it", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    freeBytes(bytes);
    expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0]);
  });

  test("leaves shared memory and empty arrays alone", () => {
    const [part, empty] = [shared(), new Uint8Array(0)];
    freeBytes(part);
    freeBytes(empty);
    expect([...part]).toEqual([7, 7, 7, 7]);
    expect(structuredClone(empty)).toEqual(empty);
  });
});
