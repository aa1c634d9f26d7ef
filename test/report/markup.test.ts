import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { html, oneLine, visible } from "../../src/report/markup.ts";

describe("markup", () => {
  test("escapes every string", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { markup } = html`<p title="${text}">${text}</p>`;
        const [, attribute, content] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/.exec(markup) ?? [];
        expect(attribute).toBeDefined();
        expect(content).toBe(attribute);
      }),
    );
  });

  test("joins parts, lists and empty values", () => {
    const items = ["a", "<b>"].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}${null}</ul>${3}`.markup).toBe("<ul><li>a</li><li>&lt;b&gt;</li></ul>3");
  });
});

describe("visible", () => {
  test.each([
    ["plain\ttext\nand\r\nlines", "plain\ttext\nand\r\nlines"],
    ["\u0000\u001b[31m", "\u2400\u241b[31m"],
    ["\u007f\u0085", "\u2421[U+0085]"],
    ["\u202eevil\u202c", "[U+202E]evil[U+202C]"],
    ["\ud800x\udc00", "[U+D800]x[U+DC00]"],
    ["a\u{e0041}b", "a[U+E0041]b"],
    ["\ufeffzero\u200bwidth", "[U+FEFF]zero[U+200B]width"],
    ["family \u{1f468}\u200d\u{1f469}", "family \u{1f468}\u200d\u{1f469}"],
  ])("shows what hides in %j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test("returns well-formed text for any input", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => visible(text).isWellFormed()));
  });

  test.each([
    ["short", "short"],
    ["two\n\nlines", "two lines"],
    ["a longer name", "a longer \u2026"],
  ])("is one short line: %j", (text, shown) => {
    expect(oneLine(text, 10)).toBe(shown);
  });
});
