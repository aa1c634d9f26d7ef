import fc from "fast-check";
import { expect, test } from "vitest";
import { END_MARK, paddedUtf8 } from "../../../src/text/tokens/padded-utf8.ts";
import { anyText } from "./pieces.ts";

test("the bytes are the UTF-8 of the text, followed by the mark and room to read on", () => {
  const length = fc.constantFrom(1, 100, 40_000);
  fc.assert(
    fc.property(anyText, length, (part, times) => {
      const text = part.repeat(times);
      const utf8 = paddedUtf8(text);
      const expected = new TextEncoder().encode(text);
      expect(Buffer.compare(expected, utf8.bytes.subarray(0, utf8.length))).toBe(0);
      expect(utf8.bytes[utf8.length]).toBe(END_MARK);
      expect(() => utf8.view.getInt32(utf8.length + 8, true)).not.toThrow();
    }),
    { numRuns: 50 },
  );
});
