// Settings below sections, whose lines look like code or Markdown.
import { describe, expect, it } from "vitest";
import { sampleOf } from "../../../../src/engine/units/line-patterns.ts";
import { areSections } from "../../../../src/engine/units/lines/settings.ts";
import { cut } from "../cut.ts";

describe("settings below sections", () => {
  const option = (name: string) => (_: unknown, i: number) => `${name}_option_${i} = ${name} value ${i}\n`;
  const section = (name: string) => `[${name}]\n${Array.from({ length: 12 }, option(name)).join("")}\n`;

  it.each([
    ["equal to a value", `# a comment\n${section("client")}${section("mysqld")}`],
    ["in a unit of systemd with long comments", `${"# this unit starts the server.\n".repeat(9)}${section("Service")}`],
  ])("%s depend on their section", (_, text) => {
    const result = cut(text, "artifact");
    expect(result.type).toBe("lines");
    const last = result.parts.length - 1;
    expect(result.parts[result.heads[last] ?? -1]).toMatch(/\[(?:mysqld|Service)\]\n$/);
  });

  it.each([
    ["a script without sections", "x = 1\ny = 2\nz = x\n"],
    ["a list in code", "[items]\nsave(items);\nconst all = load();\nreturn all;\n"],
    ["literals that go on", "[one]\na: 1,\nb: {\nc: 2,\n"],
  ])("are not recognised in %s", (_, text) => {
    expect(areSections(sampleOf(text))).toBe(false);
  });
});
