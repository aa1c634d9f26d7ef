// JSON in all its forms: the units, their context, what they depend on, and that no text is lost.
import { describe, expect, it } from "vitest";
import { openDraft } from "../../../../src/engine/units/draft.ts";
import { cutJson } from "../../../../src/engine/units/nested/json.ts";
import { cut, indexOf, total } from "../cut.ts";

const TEXT = "a text that is long enough to make an element worth a unit of its own";
const ROWS = Array.from({ length: 40 }, (_, id) => ({ id: `row-${id}`, text: TEXT }));

const FORMS: readonly (readonly [string, (value: unknown) => string])[] = [
  ["minified", (value) => JSON.stringify(value)],
  ["pretty", (value) => JSON.stringify(value, null, 2)],
  ["with tabs", (value) => JSON.stringify(value, null, "\t")],
  ["spaced", (value) => JSON.stringify(value).replaceAll('":', '": ').replaceAll(',"', ', "')],
];

describe.each(FORMS)("%s JSON", (_name, write) => {
  it("has one unit for each element of a list", () => {
    const { parts, counts, noun, heads } = cut(write(ROWS));
    expect(parts.length).toBe(40);
    expect(parts.every((part, index) => part.includes(`row-${index}"`))).toBe(true);
    expect(counts).toEqual(ROWS.map(() => 1));
    expect(heads).toEqual(ROWS.map(() => -1));
    expect(noun).toBe("rows");
  });

  it("finds the list at any depth, and gives its path as context", () => {
    const { parts, counts, contexts } = cut(write({ status: 200, data: { page: { next: null, items: ROWS } } }));
    expect(parts.length).toBeGreaterThanOrEqual(40);
    expect(total(counts)).toBe(40);
    expect(contexts.at(-1)).toBe("data page items");
  });

  it("makes the elements of one of several lists depend on its name", () => {
    const result = cut(
      write({ people: 40, persons: ROWS, machines: ROWS.map(({ text }, n) => ({ no: n + 100, text })) }),
    );
    const opening = indexOf(result, '"machines"');
    expect(result.noun).toBe("fields");
    expect(result.heads[indexOf(result, "120")]).toBe(opening);
    expect(result.parts[opening]).toContain("100");
  });

  it("opens large elements, whose parts depend on the first part", () => {
    const orders = ROWS.slice(0, 6).map(({ id }) => ({ id, lines: ROWS.slice(0, 8), note: TEXT }));
    const result = cut(write(orders));
    expect(result.noun).toBe("elements");
    expect(total(result.counts)).toBe(6);
    const opening = result.counts.flatMap((count, index) => (count === 1 ? [index] : []))[3] ?? -1;
    expect(result.parts[opening]).toContain('"row-3"');
    const hangsOn = (unit: number, above: number): boolean =>
      unit === above || (unit >= 0 && hangsOn(result.heads[unit] ?? -1, above));
    const inside = result.parts.filter((_, index) => index !== opening && hangsOn(index, opening));
    expect(inside.filter((part) => part.includes('"id"')).length).toBe(8);
    expect(inside.at(-1)).toContain('"note"');
  });

  it("labels the parts of an element with its beginning", () => {
    const sentence = "A sentence that goes on for a while and says next to nothing about what it belongs to. ";
    const pages = ROWS.slice(0, 5).map(({ id }) => ({ title: `About ${id}`, text: sentence.repeat(6) }));
    const { parts, contexts } = cut(write({ pages }));
    const inside = parts.flatMap((part, index) => (/^A sentence/.test(part) ? [contexts[index] ?? ""] : []));
    expect(inside.length).toBeGreaterThan(8);
    expect(inside.at(-1)).toContain("About row-4");
    expect(inside.at(-1)).not.toContain("row-3");
  });

  it("keeps the name of an object short, because all units below depend on it and are searched by it", () => {
    const issues = ROWS.slice(0, 5).map(({ id }, n) => ({
      self: `https://example.com/issues/${id}?expand=operations`,
      state: "open",
      number: n + 100,
      title: `Crash of ${id}`,
      assignee: "nobody in particular, so far",
      comments: ROWS.slice(0, 6).map((row) => ({ kind: "Comment", body: `${TEXT} ${row.id}` })),
    }));
    const result = cut(write(issues));
    const named = indexOf(result, "Crash of row-3");
    expect(result.parts[named]).toContain("number");
    expect(result.parts[named]).not.toMatch(/example|nobody/);
    const comment = result.parts.findIndex((part, index) => index > named + 3 && part.includes("row-5"));
    expect(result.contexts[comment]).toMatch(/^103 Crash of row-3 comments/);
    expect(result.heads[result.heads[comment] ?? -1]).toBe(named);
  });

  it("names the parts around an object in a wrapper after it", () => {
    const tickets = ROWS.slice(0, 5).map(({ id }) => ({
      ticket: { url: `https://example.com/${id}`, state: "open", subject: `Lamp of ${id}`, about: TEXT.repeat(4) },
      notes: ROWS.slice(0, 6),
    }));
    const result = cut(write(tickets));
    const named = indexOf(result, "Lamp of row-3");
    const note = result.parts.findIndex((part, index) => index > named && part.includes("row-5"));
    expect(result.contexts[note]).toMatch(/^Lamp of row-3 notes/);
    expect(result.heads[result.heads[note] ?? -1]).toBe(named);
  });

  it("does not search by the name of the object that is all of the text", () => {
    const { contexts } = cut(write({ kind: "page", title: "All about rows", note: TEXT, rows: ROWS }));
    expect(contexts.at(-1)).toBe("rows");
  });

  it("counts the fields of an object", () => {
    const value = Object.fromEntries(ROWS.map(({ id }) => [id, { text: TEXT, size: 1 }]));
    const { counts, noun } = cut(write(value));
    expect(noun).toBe("fields");
    expect(total(counts)).toBe(40 * 3);
  });

  it("joins small fields up to a unit", () => {
    const { parts } = cut(write(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, i]))));
    expect(parts.length).toBeLessThan(10);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(300);
  });

  it("keeps a larger object apart from the fields next to it, and joins a small one with them", () => {
    const address = {
      street: "12 Long Harbour Street, fourth floor, by the bridge",
      city: "Port Elsewhere",
      zip: "00-123",
    };
    const order = { id: "A-17", customer: "c-1", address, size: { w: 1, h: 2 }, state: "sent", items: ROWS };
    const { parts } = cut(write(order));
    const at = parts.findIndex((part) => part.includes("Long Harbour"));
    expect(parts[at]).toContain("address");
    expect(parts[at]).not.toContain("c-1");
    expect(parts[at]).not.toContain("size");
    expect(parts[at + 1]).toMatch(/"size.*"state/s);
  });

  it("cuts JSON inside a string by its own elements", () => {
    const { parts, counts, contexts } = cut(write({ ok: true, body: JSON.stringify({ total: 40, rows: ROWS }) }));
    expect(parts.filter((part) => part.includes("row-")).length).toBe(40);
    expect(total(counts)).toBe(40);
    expect(contexts.at(-1)).toBe("body rows");
  });

  it("cuts JSON inside a string inside a string", () => {
    const { parts, counts } = cut(write({ body: JSON.stringify({ inner: JSON.stringify(ROWS) }) }));
    expect(parts.filter((part) => part.includes("row-")).length).toBe(40);
    expect(total(counts)).toBe(40);
  });
});

describe("JSON", () => {
  it("cuts a long string by its sentences and line breaks", () => {
    const sentence =
      "This is a sentence of some length that ends here, at last, after quite a while of going on and on. ";
    const result = cut(
      JSON.stringify({
        id: 7,
        text: `${sentence.repeat(6)}\nA line.\n${sentence.repeat(6)}`,
        last: [sentence.repeat(2), sentence.repeat(2)],
      }),
    );
    const last = indexOf(result, '"last"');
    const text = result.parts.slice(1, last);
    expect(text.length).toBeGreaterThan(3);
    expect(text.filter((part) => !/^(?:This|A line)/.test(part))).toEqual([]);
    expect(result.heads.slice(1, last + 1).every((head) => head === 0)).toBe(true);
    expect(total(result.counts)).toBe(3);
  });

  it("is not misled by brackets, quotes and backslashes in strings", () => {
    const rows = ROWS.map(({ id }) => ({ id, text: `${TEXT} ]}{[ \\ " \\" ` }));
    expect(cut(JSON.stringify({ rows })).parts.filter((part) => part.includes('"id"')).length).toBe(40);
  });

  it("separates the members around a list from its rows, which depend on them", () => {
    const result = cut(JSON.stringify({ total: 40, query: TEXT, hint: TEXT, rows: ROWS }));
    expect(result.counts[0]).toBe(0);
    expect(result.parts[0]).toContain('"total":40');
    expect(result.heads.slice(1).every((head) => head === 0 || head === -1)).toBe(true);
    expect(result.heads.at(-1)).toBe(0);
  });

  it("handles truncated JSON", () => {
    const whole = JSON.stringify({ rows: ROWS });
    const { parts, counts } = cut(whole.slice(0, whole.length - 40));
    expect(parts.length).toBe(40);
    expect(total(counts)).toBe(40);
  });

  it("finds the list after a preamble, which does not count", () => {
    const result = cut(`HTTP/1.1 200 OK\nx-request: 12\n\n${JSON.stringify({ rows: ROWS }, null, 2)}`);
    expect(result.parts[0]).toBe("HTTP/1.1 200 OK\nx-request: 12\n\n");
    expect(result.counts[0]).toBe(0);
    expect(total(result.counts)).toBe(40);
  });

  it("does not give its type to a longer text below it", () => {
    const log = Array.from({ length: 12 }, (_, at) => `2026-03-01T10:${at + 10}:00Z INFO moored ship ${at}`).join("\n");
    const call = '{"name": "read_log", "arguments": {"service": "harbour"}}';
    expect(cut(`${call}\n\n${log}`).type).toBe("log");
    expect(cut(`${call}\n${JSON.stringify({ rows: ROWS })}`).type).toBe("json");
    expect(cut(`${JSON.stringify({ rows: ROWS })}\n\n${log}`).type).toBe("json");
    expect(cut(`${call} ${log}`).type).toBe("json");
  });

  it("opens a small wrapper, but none with many elements", () => {
    expect(cut(JSON.stringify([{ page: 1 }, ROWS])).noun).toBe("rows");
    expect(total(cut(JSON.stringify([{ page: 1 }, ROWS])).counts)).toBe(40);
    const uneven = [ROWS, ...ROWS.slice(0, 5)];
    expect(total(cut(JSON.stringify(uneven)).counts)).toBe(6);
  });

  it("counts fields if no list makes up half of the text", () => {
    const value = { a: ROWS.slice(0, 12), b: { text: TEXT }, c: ROWS.slice(12, 24), d: ROWS.slice(24) };
    expect(cut(JSON.stringify(value)).noun).toBe("fields");
  });

  it("keeps a line of JSON Lines whole up to 600 characters, with its name", () => {
    const event = (id: number) => ({
      level: 50,
      time: id,
      name: "gateway",
      req: { host: TEXT, url: TEXT, agent: TEXT },
      err: TEXT,
      msg: id,
    });
    const text = Array.from({ length: 20 }, (_, id) => JSON.stringify(event(id))).join("\n");
    expect(text.length / 20).toBeGreaterThan(300);
    expect(cut(text).counts).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it("treats each line of JSON Lines as a row, and opens long ones", () => {
    const long = { id: "long", rows: ROWS.slice(0, 8) };
    const { type, noun, parts, counts } = cut([...ROWS, long, ...ROWS].map((row) => JSON.stringify(row)).join("\n"));
    expect([type, noun]).toEqual(["json", "rows"]);
    expect(total(counts)).toBe(81);
    expect(parts.length).toBeGreaterThan(84);
  });

  it("searches the parts of a line by the name in that line", () => {
    const lines = ROWS.slice(0, 5).map(({ id }) => JSON.stringify({ kind: "a", title: `Page of ${id}`, rows: ROWS }));
    const { contexts } = cut(lines.join("\n"));
    expect(contexts.at(-1)).toBe("Page of row-4 rows");
    expect(contexts.filter((context) => context.includes("Page of row-2")).length).toBeGreaterThan(30);
  });

  it("reads rows that a Python program printed", () => {
    const rows = ROWS.map(({ id }) => `('${id}', "it's ${TEXT}", None, datetime.date(2024, 1, 2))`);
    const printed = `[${rows.join(", ")}]`;
    const { noun, counts, parts } = cut(printed);
    expect(noun).toBe("rows");
    expect(total(counts)).toBe(40);
    expect(parts.every((part) => part.includes("('row-"))).toBe(true);
  });

  it("handles nesting deeper than the limit", () => {
    const deep = `${'{"a":'.repeat(500)}${JSON.stringify(ROWS)}${"}".repeat(500)}`;
    expect(cut(deep).parts.join("")).toBe(deep);
  });

  it("limits the length of the path that is given as context", () => {
    const value = ROWS.slice(0, 20).reduce<unknown>((inner, { id }) => ({ [`${id}-${"k".repeat(40)}`]: inner }), ROWS);
    const { contexts } = cut(JSON.stringify(value));
    expect(Math.max(...contexts.map((context) => context.length))).toBeLessThanOrEqual(120);
    expect(contexts.at(-1)).toContain("row-0-");
  });

  it("joins tiny elements", () => {
    const { parts, counts } = cut(JSON.stringify(Array.from({ length: 200 }, (_, i) => [i])));
    expect(parts.length).toBeLessThan(20);
    expect(total(counts)).toBe(200);
  });

  it("cuts a tool's schema by its fields", () => {
    const properties = Object.fromEntries(
      ROWS.slice(0, 9).map(({ id, text }) => [id, { type: "string", description: text }]),
    );
    const schema = {
      name: "get_rows",
      description: TEXT,
      parameters: { type: "object", properties, required: ["row-1"] },
    };
    const result = cut(JSON.stringify(schema), "tool_schema");
    expect(result.parts[0]).toContain('"name":"get_rows"');
    expect(result.contexts[indexOf(result, '"row-5"')]).toBe("parameters properties");
    expect(result.noun).toBe("fields");
  });
});

const pairs = (at: number) => Array.from({ length: 60 }, (_, id) => [id, at]);

it.each([
  ["of many brackets", JSON.stringify(Array.from({ length: 20_000 }, (_, at) => [[at]]))],
  [
    "of many strings that hold JSON",
    JSON.stringify(Array.from({ length: 1_000 }, (_, at) => JSON.stringify(pairs(at)))),
  ],
])("reads a long value %s with checkpoints, before its first unit is cut", (_what, text) => {
  const cutBefore: number[] = [];
  const draft = openDraft(text, false, () => void cutBefore.push(draft.units.length));
  cutJson(draft, text.length, { form: "strict", at: 0 });
  expect(cutBefore.filter((units) => units === 0).length).toBeGreaterThan(3);
});

const LINES = Array.from({ length: 9 }, (_, i) => `sku-${i} LYS ${i * 17 + 100}\n`);

function notebook(data: Readonly<Record<string, readonly string[]>>): string {
  const cell = {
    cell_type: "code",
    id: "1b27edd9",
    metadata: {},
    outputs: [{ data, metadata: {} }],
    source: ["stock"],
  };
  return JSON.stringify({ cells: [cell, { cell_type: "markdown", source: ["The end of the notebook"] }] }, null, 1);
}

const html = ["<table>\n", ...LINES.map((row) => `<tr><td>${row.trim().replaceAll(" ", "</td><td>")}</td></tr>\n`)];

describe("formats of one output", () => {
  it("never sends HTML by itself if plain text follows it", () => {
    const { parts, announces } = cut(notebook({ "text/html": html, "text/plain": LINES }));
    const announced = parts.filter((_, at) => announces[at]);
    expect(announced.length).toBeGreaterThan(1);
    expect(announced.filter((part) => !part.includes("<td>"))).toEqual([]);
    expect(parts.filter((part, at) => part.includes("sku-8 LYS") && announces[at])).toEqual([]);
  });

  it("sends HTML by itself if nothing repeats it", () => {
    expect(cut(notebook({ "text/html": html })).announces).not.toContain(true);
    expect(cut(notebook({ "text/html": html, notes: LINES })).announces).not.toContain(true);
  });

  it("leaves other fields alone, whatever stands next to them", () => {
    expect(cut(notebook({ "text/markdown/x y": html, "text/plain": LINES })).announces).not.toContain(true);
  });
});
