// Quotations in mails: a quoted text has the units of its original, and the line that introduces it is its head.
import { describe, expect, it } from "vitest";
import { cut, indexOf } from "../cut.ts";

const HEADER = "From: Raj <raj@mill.example>\nDate: Mon, 3 Feb 2026 09:10:00 +0100\nSubject: Freight\n\n";
const ORIGINAL = [
  "Hi Lea,",
  "",
  "The factory quotes six weeks from today, so we would ship on 16 April and the",
  "goods would reach you on 19 April. The price of EUR 4,180 per unit is confirmed,",
  "and the certificate for the castings is attached. Please order soon.",
  "",
  "Kind regards,",
  "Raj",
];
const quoted = (lines: readonly string[], mark = "> ") => lines.map((line) => (mark + line).trimEnd());
const unmarked = (text: string) => text.replaceAll(/^[> ]+/gm, "").trim();

describe("a quotation", () => {
  const own = cut(HEADER + ORIGINAL.join("\n"));
  it.each([
    ["quoted once", "> "],
    ["quoted twice", ">> "],
    ["quoted twice with a blank between the marks", "> > "],
    ["quoted without a blank", ">"],
  ])("%s has the units of its original", (_, mark) => {
    const reply = cut(`${HEADER}Thanks.\n\nOn Monday, Raj wrote:\n\n${quoted(ORIGINAL, mark).join("\n")}`);
    const lead = indexOf(reply, "On Monday");
    expect(reply.parts.slice(lead + 1).map(unmarked)).toEqual(own.parts.slice(3).map(unmarked));
    expect(reply.counts.slice(lead + 1)).toEqual(own.counts.slice(3));
    expect(reply.parts.join("")).toContain(mark);
  });
  it("depends on the line that introduces it, which is not sent without it", () => {
    const inner = ["On Sunday, Lea wrote:", "", ...quoted(["When could you ship, and for how much per unit?"])];
    const lines = ["Thanks.", "", "On Monday, Raj wrote:", ...quoted([...ORIGINAL, "", ...inner])];
    const reply = cut(HEADER + lines.join("\n"));
    const [outer, nested] = [indexOf(reply, "On Monday"), indexOf(reply, "On Sunday")];
    expect(reply.heads[indexOf(reply, "six weeks")]).toBe(outer);
    expect(reply.heads[nested]).toBe(outer);
    expect(reply.heads[indexOf(reply, "When could you")]).toBe(nested);
    expect([reply.announces[outer], reply.announces[nested]]).toEqual([true, true]);
    expect(reply.announces[indexOf(reply, "Thanks.")]).toBe(false);
  });
  it("of one unit gives its words to the text below it, which does not depend on it", () => {
    const reply = cut(
      `${HEADER}On Monday, Lea wrote:\n> When could you ship?\n\nOn the 16th.\n\n${"Well. ".repeat(30)}`,
    );
    const answer = indexOf(reply, "On the 16th.");
    expect(reply.contexts[answer]).toBe("Freight When could you ship?");
    expect(reply.heads[answer]).toBe(1);
  });
  it("never shares a unit with text of another depth", () => {
    const reply = cut(`${HEADER}${"Yes.\n> Is it?\n>> Was it?\n".repeat(20)}`);
    expect(reply.parts.slice(3).every((part) => part.trim().split("\n").length === 1)).toBe(true);
  });
});
