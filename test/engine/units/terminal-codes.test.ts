// Output in colours is cut and searched as if it had none.
import { expect, it } from "vitest";
import { segmentText } from "../../../src/engine/segment.ts";
import { withoutTerminalCodes } from "../../../src/engine/units/terminal-codes.ts";
import { cut } from "./cut.ts";

const EVENTS = Array.from({ length: 12 }, (_, at) => `2030-01-01T10:00:${10 + at}Z INFO ship ${at} is moored`);
const LOG = EVENTS.join("\n");
const COLOURED = LOG.replaceAll("INFO", "\u001b[1;32mINFO\u001b[0m").replaceAll(/^/gm, "\u001b[K");

it.each([
  ["colours", "a\u001b[1;38;5;208mb\u001b[0mc"],
  ["the movements of a cursor", "a\u001b[2Kb\u001b[1Gc"],
  ["links", "a\u001b]8;;https://example.org\u001b\\bc\u001b]8;;\u0007"],
  ["colours in a decoded JSON string", "a\u001b     [31mb\u001b     [0mc"],
])("takes off %s", (_name, text) => {
  expect(withoutTerminalCodes(text)?.bare).toBe("abc");
});

it("leaves a text without codes", () => {
  expect(withoutTerminalCodes("a [31m b")).toBeNull();
  expect(withoutTerminalCodes("an \u001b alone")).toBeNull();
});

it.each([
  ["a text", COLOURED],
  ["a JSON string", JSON.stringify({ output: COLOURED })],
  ["an element", `<output>\n${COLOURED}\n</output>`],
])("cuts %s in colours like one without", (_name, text) => {
  const { type, noun, parts } = cut(text);
  expect([type, noun]).toEqual(["log", "events"]);
  expect(parts).toHaveLength(EVENTS.length);
  expect(parts.join("")).toBe(text);
});

it("keeps codes out of the words", () => {
  const { readable } = segmentText(COLOURED, "tool_result");
  expect(readable).toHaveLength(COLOURED.length);
  expect(readable.match(/\w+/g)).toEqual(LOG.match(/\w+/g));
});
