import fc from "fast-check";
import { expect, test } from "vitest";
import { LEVELS_MAX, makeShallow } from "../../../src/wire/reading/shallow-json.ts";

/** What is left, and what its parser was given. */
function shallow(text: string) {
  const parsed: string[] = [];
  const bytes = Buffer.from(text);
  const right = makeShallow(bytes, (piece) => parsed.push(piece) && JSON.parse(piece));
  return { right, left: bytes.toString(), parsed };
}

const nested = (levels: number, inner = "") => `${"[".repeat(levels)}${inner}${"]".repeat(levels)}`;

test.each(["", "{}", '{"a":"]}[{"}', '["\\\\",{"\\"[":"ä😀"}]', nested(LEVELS_MAX - 1), "[[", '"[', '"\\', "]]"])(
  "what is not so deep stays as it is: %s",
  (text) => {
    expect(shallow(text)).toEqual({ right: true, left: text, parsed: [] });
  },
);

test("what is deeper becomes a number, and what is around it keeps its place", () => {
  const around = (inner: string) => `{"a":"[",${nested(LEVELS_MAX - 2, inner)},"b":"]"}`.replace(",[", ',"c":[');
  const deep = '[1,{"ü":"]}"}]';
  expect(shallow(around(deep))).toEqual({
    right: true,
    left: around("0".padEnd(Buffer.byteLength(deep))),
    parsed: [deep],
  });
});

test("each level is parsed once", () => {
  const { right, parsed } = shallow(nested(2_500_000));
  expect(right).toBe(true);
  expect(parsed.length).toBe(2_500);
  expect(Math.max(...parsed.map(({ length }) => length))).toBeLessThanOrEqual(2 * LEVELS_MAX + 1);
});

test.each([
  ["is never closed", "[".repeat(3_000)],
  ["is closed as something else", `${"[".repeat(2_999)}}${"]".repeat(2_999)}`],
  ["holds no value", nested(3_000, "x")],
  ["ends in a string", `${"[".repeat(3_000)}"${"]".repeat(3_000)}`],
])("what is deeper and %s is no JSON", (_, text) => {
  expect(shallow(text).right).toBe(false);
});

test("what is left is JSON if the whole was, and means the same above", () => {
  const value = fc.json({ maxDepth: 4 });
  const spoilt = fc.tuple(value, fc.nat(), fc.constantFrom("", "]", "}", "[", '"', ",")).map(([json, at, sign]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + sign + json.slice(place);
  });
  const levels = fc.constantFrom(LEVELS_MAX - 3, LEVELS_MAX, 2 * LEVELS_MAX - 2);
  fc.assert(
    fc.property(spoilt, spoilt, levels, (inner, beside, depth) => {
      const text = `{"a":${beside},"b":${nested(depth, inner)}}`;
      const { right, left } = shallow(text);
      const whole = outcome(text);
      const rest = right ? outcome(left) : "no JSON";
      expect(rest === "no JSON").toBe(whole === "no JSON");
      if (typeof whole !== "string" && typeof rest !== "string") expect(rest.a).toEqual(whole.a);
    }),
  );
});

function outcome(text: string): { readonly a: unknown } | "no JSON" {
  try {
    return JSON.parse(text);
  } catch {
    return "no JSON";
  }
}
