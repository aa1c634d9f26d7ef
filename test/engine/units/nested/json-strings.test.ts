// Escape sequences of JSON strings: the decoded text is as long as the text, keeps words whole, and loses nothing.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterSequence, decoded } from "../../../../src/engine/units/nested/json-strings.ts";
import { unchecked } from "../../../../src/text/checkpoint.ts";

const decode = (text: string) => decoded(text, unchecked);

describe("decoded", () => {
  it.each([
    ["a line break", String.raw`one\ntwo`, "one \ntwo"],
    ["a tab between cells", String.raw`Oslo\t5`, "Oslo \t5"],
    ["a carriage return", String.raw`one\r\ntwo`, "one   \ntwo"],
    ["quotes, with the blanks inside", String.raw`say \"stop now\", then`, 'say " stop now ", then'],
    ["a quote that ends a sentence", String.raw`He said \"no.\" Then`, 'He said " no."  Then'],
    ["a letter inside a word", String.raw`caf\u00e9s open`, "cafés      open"],
    ["Chinese words and punctuation", String.raw`\u4e2d\u6587\u3002ok`, "中文          。     ok"],
    ["a path, in one piece", String.raw`C:\\new\\x.txt is`, String.raw`C:\new\x  .txt is`],
    ["a slash", String.raw`a\/b c`, "a/b  c"],
  ])("decodes %s", (_name, text, expected) => {
    expect(decode(text)).toBe(expected);
  });

  it("keeps a text without sequences", () => {
    const text = "C: none here";
    expect(decode(text)).toBe(text);
  });

  it("keeps the length of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const escaped = JSON.stringify(text);
        expect(decode(escaped).length).toBe(escaped.length);
      }),
    );
  });
});

describe("afterSequence", () => {
  it.each([
    ["inside a short sequence", String.raw`a\nb`, 2, 3],
    ["before a sequence", String.raw`a\nb`, 1, 1],
    ["after one", String.raw`a\nb`, 3, 3],
    ["inside a long sequence", String.raw`\u00e9b`, 4, 6],
    ["after an escaped backslash", String.raw`\\nb`, 3, 3],
  ])("moves an offset %s", (_name, text, at, expected) => {
    expect(afterSequence(text, at, 0)).toBe(expected);
  });
});
