import { describe, expect, test } from "vitest";
import { segment } from "../../../../src/engine/segment.ts";
import { measureAll, plainStage } from "../../../../src/engine/select.ts";
import { record } from "../../request.ts";

interface Line {
  readonly said: string;
  readonly head: string | null;
  readonly isAlone: boolean;
}

/** The units of some pages: what each says, what it depends on, and whether it may be sent for its own sake. */
async function unitsOf(...texts: readonly string[]): Promise<readonly Line[]> {
  const records = segment(
    await measureAll(
      texts.map((text) => record(text)),
      plainStage,
    ),
  );
  return records.flatMap(({ source: { text }, units }) => {
    const said = units.map(({ start, end }) => text.slice(start, end).trim());
    return units.map(({ head, announces }, index) => {
      return { said: said[index] ?? "", head: said[head] ?? null, isAlone: !announces };
    });
  });
}

const headOf = (units: readonly Line[], text: string) => units.find(({ said }) => said.startsWith(text))?.head;
const notAlone = (units: readonly Line[]) => units.filter(({ isAlone }) => !isAlone).map(({ said }) => said);

const title = "# [The kiln stays cold](https://forum.example/t/1)";
const posts = (...lines: readonly string[]) => [title, ...lines].join("\n\n");

describe("on a page of posts", () => {
  const page = posts(
    "[ida](https://forum.example/u/ida)\nMay 5\n1",
    "The large kiln stays cold since Monday.",
    "2 Likes",
    "[tom_b](https://forum.example/u/tom_b)\nMay 6\n2",
    "Look at the second fuse behind the cover.\n\nIt is the blue one.",
    "17 Likes",
    "[ida](https://forum.example/u/ida)\nJune 9\n3",
    "Was it meant to be removed?",
    "[tom_b](https://forum.example/u/tom_b)\nJune 10\n4",
    "Replace it by a slow one of six amperes.",
    "1 Like",
    "4 Likes",
    "## Related topics",
    "Glazes that run",
  );

  test("all paragraphs of a post depend on its byline", async () => {
    const units = await unitsOf(page);
    expect(headOf(units, "The large kiln")).toContain("[ida](https://forum.example/u/ida)\nMay 5");
    expect(headOf(units, "Look at")).toContain("\nMay 6");
    expect(headOf(units, "It is the blue one")).toContain("\nMay 6");
  });

  test("a question in one post is not the head of the next post, and a heading ends the posts", async () => {
    const units = await unitsOf(page);
    expect(headOf(units, "[tom_b](https://forum.example/u/tom_b)\nJune 10")).toBe(title);
    expect(headOf(units, "Replace it")).toContain("\nJune 10");
    expect(headOf(units, "Glazes")).toBe("## Related topics");
  });

  test("lines that differ only in numbers are not sent for their own sake", async () => {
    expect(notAlone(await unitsOf(page))).toEqual(["2 Likes", "17 Likes", "4 Likes"]);
  });

  test.each([
    ["ages", (name: string, index: number) => `${name} ${index} hours ago | prev | next`],
    ["days", (name: string, index: number) => `**${name}** commented on 2023-11-0${index}`],
    ["points", (name: string, index: number) => `${name} ${index} points`],
    ["dates", (name: string, index: number) => `${name} Mar ${index}, 2022 at 8:1${index}`],
  ])("bylines with %s may have any name", async (_, byline) => {
    const names = ["ida", "tom_b", "eve99", "kim"];
    const text = names.map((name, index) => `${byline(name, index)}\n\nThe kiln of ${name} is cold.\n\nreply`);
    const units = await unitsOf(["The kiln stays cold", ...text].join("\n\n"));
    expect(names.map((name) => headOf(units, `The kiln of ${name}`))).toEqual(names.map(byline));
    expect(new Set(notAlone(units))).toEqual(new Set(["reply"]));
  });

  test("the entries of a changelog depend on the line with their version", async () => {
    const parts = ["The fuse blew", "The cover was hot", "Shelves hold", "No dust"];
    const entries = parts.map((part, n) => `Changes with kiln 1.${n}  0${n} Oct 2022\n\n  *) ${part}.\n\n`);
    expect(headOf(await unitsOf(entries.join("\n")), "*) Shelves")).toBe("Changes with kiln 1.2  02 Oct 2022");
  });

  test("lines may repeat over several pages", async () => {
    const pageOf = (name: string) => {
      const share = "[Share](https://forum.example/a/1)";
      const [asked, answered] = ["asked Mar 2, 2022", "answered May 9, 2022"];
      return posts("Viewed 41k times", `The kiln of ${name} is cold.`, share, "Follow", asked, "Share", answered);
    };
    const three = await unitsOf(...["ida", "tom", "eve"].map(pageOf));
    expect(headOf(three, "The kiln of tom")).toBe("Viewed 41k times");
    expect(notAlone(three)).toContain("[Share](https://forum.example/a/1)");
    expect(headOf(await unitsOf(pageOf("tom")), "The kiln of tom")).toBe(title);
  });
});

describe("other texts", () => {
  const rule = "The kiln must be cold before anyone opens it.";

  test.each([
    ["few repeated lines", posts("Yes.", rule, "Yes.", rule.replace("cold", "off"), "Yes.", "The end.")],
    [
      "repeated sentences in a paragraph",
      posts(...Array.from({ length: 6 }, (_, n) => `Room ${n} is dry. Yes. ${rule}`)),
    ],
    ["repeated rows", posts("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n| 7 | 8 |\n| 9 | 0 |", rule)],
    [
      "repeated headings",
      posts("### Fixed", rule, "### Fixed", "Kilns.", "### Fixed", "Glazes.", "### Fixed", "Ovens."),
    ],
    [
      "no bylines",
      posts("Next", rule, "Next", "It is.", "Next", "Kilns.", "Next", "Ovens.", "Next", "Glazes.", "Next"),
    ],
  ])("with %s keep all units", async (_, text) => {
    expect(notAlone(await unitsOf(text))).toEqual([]);
  });
});
