import { describe, expect, test } from "vitest";
import { freeArray, unsharedBytes } from "../../src/protocols/array-memory.ts";

/** Four bytes in the middle of eight. */
function shared(): Uint8Array {
  return new Uint8Array(8).fill(7).subarray(2, 6);
}

describe("bytes of one's own", () => {
  test("are those given, where they are nobody else's", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(unsharedBytes(bytes).buffer).toBe(bytes.buffer);
  });

  test.each([
    ["a part of others", shared(), [7, 7, 7, 7]],
    ["a string", "é", [0xc3, 0xa9]],
    ["nothing", "", []],
  ])("of %s are a copy", (_, body, expected) => {
    const bytes = unsharedBytes(body);
    expect([...bytes]).toEqual(expected);
    expect(bytes.buffer.byteLength).toBe(expected.length);
  });
});

describe("giving memory back", () => {
  test("leaves no bytes", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    freeArray(bytes);
    expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0]);
  });

  test("touches no memory that others use, nor what is empty", () => {
    const [part, empty] = [shared(), new Uint8Array(0)];
    freeArray(part);
    freeArray(empty);
    expect([...part]).toEqual([7, 7, 7, 7]);
    expect(structuredClone(empty)).toEqual(empty);
  });
});
