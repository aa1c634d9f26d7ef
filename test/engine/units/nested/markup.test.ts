// XML and HTML: elements are opened if they are too large, and tags need not match.
import { describe, expect, it } from "vitest";
import { openDraft } from "../../../../src/engine/units/draft.ts";
import { cutMarkup } from "../../../../src/engine/units/nested/markup.ts";
import { cut, indexOf, total } from "../cut.ts";

const TEXT = "A sentence that is long enough to give its element some weight of its own among all the others. ";

describe("XML", () => {
  it("has one unit for each element of a list", () => {
    const items = Array.from(
      { length: 20 },
      (_, i) => `  <item id="i${i}"><name>Thing ${i}</name><text>${TEXT}</text></item>\n`,
    );
    const { type, noun, parts, counts, contexts } = cut(
      `<?xml version="1.0"?>\n<list total="20">\n${items.join("")}</list>\n`,
    );
    expect([type, noun]).toEqual(["markup", "elements"]);
    expect(parts.length).toBe(20);
    expect(total(counts)).toBe(20);
    expect(contexts.at(-1)).toBe("list");
  });

  it("opens a large element and gives its path as context", () => {
    const parts = Array.from({ length: 9 }, (_, i) => `<part n="${i}"><text>${TEXT}</text></part>`).join("");
    const result = cut(`<list>${`<item><parts>${parts}</parts></item>`.repeat(3)}</list>`);
    expect(result.contexts.at(-1)).toMatch(/^list item .* parts$/);
    expect(total(result.counts)).toBe(3);
  });
});

describe("HTML", () => {
  const page = [
    "<!DOCTYPE html>",
    '<html><head><title>Shop</title><style>p { color: red }</style><script>if (a < b) go("<p>")</script></head>',
    "<body><main>",
    "<h1>Returns</h1>",
    `<p>You may return <b>unused</b> items. ${TEXT}</p>`,
    `<p>Gift cards are excluded. ${TEXT.repeat(4)}</p>`,
    `<ul><li>one ${TEXT}<li>two ${TEXT}<li>three ${TEXT}</ul>`,
    "<!-- <p>not this</p> -->",
    '<img src="a.png"><br>',
    "</main></body></html>",
  ].join("\n");
  const result = cut(page);

  it("keeps paragraphs with their inline elements together", () => {
    expect(result.parts[indexOf(result, "<b>unused</b>")]?.startsWith("<p>You may return")).toBe(true);
  });

  it("makes nothing depend on layout elements", () => {
    const boxed = cut(
      `<body><div class="page"><div id="content">${`<p>${TEXT.repeat(2)}</p>`.repeat(9)}</div></div></body>`,
    );
    expect(boxed.heads.every((head) => head === -1)).toBe(true);
    const lines = `<line>${TEXT.slice(0, 60)}</line>`.repeat(6);
    const orders = Array.from({ length: 9 }, (_, no) => `<order no="${no}"><note>Ada</note>${lines}</order>`);
    const order = cut(`<orders>${orders.join("")}</orders>`);
    expect(order.parts[order.heads.at(-1) ?? -1]).toContain('no="8"');
  });

  it.each([
    ["a line with a colon", "<p>You need:</p>", true],
    ["a heading", "<div><h3>You need <a href='#x'>this</a></h3></div>", true],
    ["a sentence", "<p>You need nothing.</p>", false],
  ])("makes a list depend on %s right above it: %s", (_name, line, depends) => {
    const items = `<li>one ${TEXT}<ul><li>two ${TEXT}</li></ul></li><li>three ${TEXT}</li>`;
    const list = cut(`<body><p>${TEXT.repeat(2)}</p>${line}<ul>${items}</ul><p>The end. ${TEXT.repeat(2)}</p></body>`);
    const above = indexOf(list, "You need");
    for (const item of ["one A", "two A", "three A"]) {
      let at = indexOf(list, item);
      while ((list.heads[at] ?? -1) > above) at = list.heads[at] ?? -1;
      expect(list.heads[at]).toBe(depends ? above : -1);
    }
    expect(list.heads[indexOf(list, "The end.")]).toBe(-1);
  });

  it("cuts a long paragraph by its sentences", () => {
    const first = indexOf(result, "Gift cards");
    expect(result.parts[first + 1]?.startsWith("A sentence")).toBe(true);
    expect(result.counts[first + 1]).toBe(0);
  });

  it("closes a list item when the next one starts", () => {
    expect(indexOf(result, "one A")).toBeLessThan(indexOf(result, "two A"));
    expect(result.contexts[indexOf(result, "two A")]).toBe(result.contexts[indexOf(result, "three A")]);
  });

  it("is not misled by scripts and comments", () => {
    expect(result.contexts.every((context) => !context.includes("go("))).toBe(true);
    expect(result.contexts[indexOf(result, "three A")]).toMatch(/^html body main ul /);
  });

  it("handles tags that do not match", () => {
    const broken = `<div><p>${TEXT}</div></span><p>${TEXT}</b></div></div><section>${TEXT.repeat(4)}`;
    expect(cut(`${broken}${broken}</section></section>`).parts.join("")).toBe(`${broken}${broken}</section></section>`);
  });
});

it.each([
  ["tags", `<a1>${"<b>".repeat(100_000)}`],
  ["brackets", `<a1>${"<".repeat(100_000)}`],
])("reads many %s with checkpoints, before the first unit is cut", (_what, text) => {
  const cutBefore: number[] = [];
  const draft = openDraft(text, false, () => void cutBefore.push(draft.units.length));
  cutMarkup(draft, text.length);
  expect(cutBefore.filter((units) => units === 0).length).toBeGreaterThan(10);
});

describe("a property list", () => {
  const hosts = (name: string) =>
    Array.from(
      { length: 9 },
      (_, i) => `<key>${name}-${i}.example</key>\n<dict>\n<key>Port</key>\n<integer>${i}</integer>\n</dict>\n`,
    );
  const settings = ["Label", "Program", "Description"].map(
    (key) => `<key>${key}</key>\n<string>${`${key} text `.repeat(9)}</string>\n`,
  );
  const result = cut(
    `<?xml version="1.0"?>\n<plist version="1.0">\n<dict>\n${settings.join("")}` +
      `<key>Hosts</key>\n<dict>\n${hosts("web").join("")}</dict>\n</dict>\n</plist>\n`,
  );

  it("keeps each key with its value", () => {
    expect(result.type).toBe("markup");
    for (const part of result.parts) expect(part).not.toMatch(/<\/key>\s*$/);
    expect(result.parts[indexOf(result, "<key>Program</key>")]).toContain("Program text");
  });

  it("searches the contents of a value by its key", () => {
    expect(result.contexts[indexOf(result, "web-7.example")]).toContain("plist dict Hosts");
  });
});
