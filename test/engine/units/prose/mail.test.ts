// Mail: header lines are one unit, on which the body depends; each message is a passage.
import { describe, expect, it } from "vitest";
import { segmentText } from "../../../../src/engine/segment.ts";
import { cut, indexOf } from "../cut.ts";

const BODY =
  "We have looked at your offer and would like to see it again with the freight included. The goods leave in May. ";
const message = (from: string, subject: string, body: string) =>
  `From: ${from}\nTo: lea@fjord.example\nDate: Mon, 3 Feb 2026 09:10:00 +0100\nSubject: ${subject}\n\n${body}\n\n`;

describe("a message", () => {
  const result = cut(message("raj@mill.example", "Re: Frame agreement", `Hello,\n\n${BODY.repeat(2)}`));
  it("keeps its header lines together, and makes its body depend on them", () => {
    expect([result.type, result.noun]).toEqual(["mail", "sentences"]);
    expect(result.parts[0]?.split("\n").length).toBe(6);
    expect(result.counts[0]).toBe(1);
    expect(result.heads.slice(1).every((head) => head === 0)).toBe(true);
    expect(result.contexts.at(-1)).toBe("Re: Frame agreement");
  });
});

describe("a thread", () => {
  it.each([
    ["of messages", ""],
    ["in an mbox file", "From raj@mill.example Mon Feb  3 09:10:00 2026\n"],
    ["under a remark", "You asked for the last messages.\n\n"],
  ])("%s: each message is a passage", (_, before) => {
    const text = ["raj@mill.example", "lea@fjord.example", "tom@fjord.example"]
      .map((from) => before + message(from, "Frame agreement", BODY.repeat(2)))
      .join("");
    const { type, units } = segmentText(text, "external_data");
    expect(type.name).toBe("mail");
    const opening = units.filter((unit, at) => at > 0 && unit.passage !== units[at - 1]?.passage);
    expect(opening.length).toBeGreaterThanOrEqual(2);
    expect(opening.every(({ start, end }) => text.slice(start, end).includes("Subject:"))).toBe(true);
  });
  it("is recognised in other languages and in quotations", () => {
    const quoted = "Von: Raj <raj@mill.example>\nGesendet: Montag, 3. Februar 2026 09:10\nAn: Lea\nBetreff: Angebot";
    const result = cut(`Von: Lea\nAn: Raj\nBetreff: AW: Angebot\n\n${BODY}\n\n${quoted}\n\n${BODY}`);
    expect(result.type).toBe("mail");
    expect(result.parts[indexOf(result, "Gesendet:")]).toContain("Betreff: Angebot");
  });
});

it("fields that mail never has do not make a header", () => {
  expect(cut(`Name: a thing\nDate: today\nPrice: 12\n${BODY.repeat(3)}`).type).not.toBe("mail");
  expect(cut(`From: the beginning\n${BODY.repeat(3)}`).type).not.toBe("mail");
});
