// The title that a text states itself, for records without one.
import { describe, expect, test } from "vitest";
import { segment } from "../../src/engine/segment.ts";
import { measure } from "../../src/engine/select.ts";
import { statedTitle } from "../../src/text/stated-title.ts";
import { record } from "../engine/request.ts";

const BODY = "The ferry to the island leaves twice a day in winter, and every hour in summer.";

describe("a text states its title", () => {
  test.each([
    ["in a heading", `# Ferries\n\n${BODY}`],
    ["in a heading below blank lines", `\n\n## **Ferries** ##\n\n${BODY}`],
    ["above a drawn line", `Ferries\n=======\n\n${BODY}`],
    ["in a field", `Title: Ferries\nDate: 3 May\n\n${BODY}`],
    ["in a German field", `Titel: Ferries\n\n${BODY}`],
    ["in a line that stands alone", `Ferries\n\n${BODY}`],
    ["in JSON", JSON.stringify({ id: 7, title: "Ferries", content: BODY })],
    ["in an element", `<document index="1">\n<source>Ferries</source>\n<content>\n${BODY}\n</content>\n</document>`],
    ["in front matter", `---\nlayout: page\ntitle: "Ferries"\n---\n\n${BODY}`],
  ])("%s", (_, text) => {
    expect(statedTitle(text)).toBe("Ferries");
  });

  test.each([
    ["the text has no heading at its beginning", `${BODY}\n\n# Ferries\n`],
    ["the heading is of a lower level", `### Ferries\n\n${BODY}`],
    ["the line is as long as a text", `# ${"Ferries and other ships ".repeat(6)}\n\n${BODY}`],
    ["the line is a sentence", `The ferry leaves at noon.\n\n${BODY}`],
    ["the line greets", `Dear Ada,\n\n${BODY}`],
    ["the JSON is a list", JSON.stringify([{ title: "Ferries", content: BODY }])],
    ["the text is empty", ""],
  ])("no title is found if %s", (_, text) => {
    expect(statedTitle(text)).toBeNull();
  });
});

test.each([
  ["the caller's title comes first", record(`# Ferries\n\n${BODY}`, { title: "Timetable" }), "Timetable"],
  ["a text without one is named by its own", record(`# Ferries\n\n${BODY}`), "Ferries"],
  ["a comment in code is no title", record('# load the settings\nimport os\nprint(os.environ["A"])\n'.repeat(3)), null],
])("%s", (_, source, title) => {
  expect(segment(measure([source]))[0]?.title).toBe(title);
});
