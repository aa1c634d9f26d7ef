// Lists of short elements: each element is one unit, whatever its layout. A list that holds a text is cut further.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const literal = (value: string) => ({ type: "literal", "xml:lang": "en", datatype: "xsd:string", value });

/** A row in the answer of a graph database. It has over 300 characters even without its layout. */
const binding = (id: number) => ({
  mountain: { type: "uri", value: `http://example.com/entity/Q${id}` },
  elevation: literal(`${4000 + id}`),
  firstAscent: literal(`${1800 + id}`),
  mountainLabel: literal(`Peak ${id}`),
});

const BINDINGS = Array.from({ length: 12 }, (_, id) => binding(id));

describe.each([
  ["minified", (value: unknown) => JSON.stringify(value)],
  ["pretty", (value: unknown) => JSON.stringify(value, null, 2)],
])("%s JSON", (_name, write) => {
  it("keeps the elements of a list whole if all of them are short", () => {
    const result = cut(write({ head: { vars: ["mountain"] }, results: { bindings: BINDINGS } }));
    const unit = result.parts[indexOf(result, '"Peak 7"')];
    expect(unit).toContain("entity/Q7");
    expect(unit).toContain("1807");
    expect(unit).not.toContain("Peak 8");
    expect(result.counts.filter((count) => count > 0)).toEqual(BINDINGS.map(() => 1));
  });

  it("keeps an event of a log whole, however long its message is", () => {
    const message = "The crane at the northern pier lost its brake while it was lifting a container of the last ship. ";
    const hits = BINDINGS.map((_, id) => ({
      _id: id,
      _source: { "@timestamp": `2030-01-01T10:00:${10 + id}Z`, message },
    }));
    const { parts } = cut(
      write({ hits: hits.map((hit) => ({ ...hit, host: { name: "api-7", labels: ["north", "crane"] } })) }),
    );
    expect(parts.filter((part) => part.includes("@timestamp") && part.includes("of the last ship"))).toHaveLength(12);
  });

  it("cuts the elements of a list that holds texts or a long element", () => {
    const text = "A text says more than a name does, and is longer than the fields around it. ".repeat(2);
    const texts = BINDINGS.map((one, id) => (id === 3 ? { ...one, note: literal(text) } : one));
    const long = BINDINGS.map((one, id) => (id === 3 ? { ...one, all: [binding(20), binding(21)] } : one));
    for (const list of [texts, long]) {
      const result = cut(write({ bindings: list }));
      expect(result.parts[indexOf(result, '"Peak 7"')]).not.toContain("entity/Q7");
    }
  });

  it("cuts the elements of a list of two", () => {
    const result = cut(write({ bindings: BINDINGS.slice(0, 2) }));
    expect(result.parts[indexOf(result, '"Peak 1"')]).not.toContain("entity/Q1");
  });
});
