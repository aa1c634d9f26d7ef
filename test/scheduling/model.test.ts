// The constants in MODEL.md are those of the code.
import { expect, test } from "vitest";
import { readSource } from "../sources.ts";

const ROW = /^\| [^|]+ \| `(\w+)` in `([\w-]+\.ts)` \| (\d+) /gm;
const rows = [...readSource("src/scheduling/MODEL.md").text.matchAll(ROW)].map(([, name = "", file = "", value]) => ({
  name,
  file,
  value: Number(value),
}));

test("the page has a table of constants", () => {
  expect(rows.length).toBeGreaterThanOrEqual(5);
});

test.each(rows)("$name in $file is $value", ({ name, file, value }) => {
  const [, number] =
    new RegExp(`^const ${name} = ([\\d_]+);`, "m").exec(readSource(`src/scheduling/${file}`).text) ?? [];
  expect(Number(number?.replaceAll("_", ""))).toBe(value);
});
