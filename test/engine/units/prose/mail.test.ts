// Mail: the text of a message depends on its date, and the date on its sender; each message is a passage.
import { describe, expect, it } from "vitest";
import { segmentText } from "../../../../src/engine/segment.ts";
import { cut, indexOf } from "../cut.ts";

const BODY =
  "We have looked at your offer and would like to see it again with the freight included. The goods leave in May. ";
const message = (from: string, subject: string, body: string) =>
  `From: ${from}\nTo: lea@fjord.example\nDate: Mon, 3 Feb 2026 09:10:00 +0100\nSubject: ${subject}\n\n${body}\n\n`;

describe("a message", () => {
  const result = cut(message("raj@mill.example", "Re: Frame agreement", `Hello,\n\n${BODY.repeat(2)}`));
  const below = result.parts.slice(4);
  it("counts its header as one, and makes its text depend on the date and the date on the sender", () => {
    expect([result.type, result.noun]).toEqual(["mail", "sentences"]);
    expect(result.parts.slice(0, 4).map((part) => part.split(":", 1)[0])).toEqual(["From", "To", "Date", "Subject"]);
    expect(result.counts.slice(0, 4)).toEqual([1, 0, 0, 0]);
    expect(result.heads.slice(0, 4)).toEqual([-1, 0, 0, 2]);
    expect(below.length).toBeGreaterThan(1);
    expect(new Set(result.heads.slice(4))).toEqual(new Set([2]));
    expect(result.contexts.at(-1)).toBe("Re: Frame agreement");
  });
  it("sends no field but the recipients by itself, unless there is no text below it", () => {
    expect(result.announces).toEqual([...[true, false, true, true], ...below.map(() => false)]);
    const bare = cut(message("raj@mill.example", `Re: Frame agreement ${"and more ".repeat(12)}`, ""));
    expect(bare.parts.length).toBeGreaterThan(1);
    expect(bare.announces).not.toContain(true);
  });
  it("has its sender and its date in one line where a web mailer prints it", () => {
    const line = "Raj Mehta <raj@mill.example>   Wed, Jul 3, 2024 at 8:50 AM\nTo: Lea <lea@fjord.example>\n\n";
    const thread = cut(`Frame agreement\n2 messages\n\n${line}${BODY}\n\n\n${line}Agreed. ${BODY}`);
    expect(thread.type).toBe("mail");
    expect(thread.parts[thread.heads[indexOf(thread, "Agreed.")] ?? -1]).toContain("Raj Mehta");
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
    expect(opening.every(({ start, end }) => text.slice(start, end).includes("From"))).toBe(true);
  });
  it("is recognised in other languages and in quotations", () => {
    const quoted = "Von: Raj <raj@mill.example>\nGesendet: Montag, 3. Februar 2026 09:10\nAn: Lea\nBetreff: Angebot";
    const result = cut(`Von: Lea\nAn: Raj\nBetreff: AW: Angebot\n\n${BODY}\n\n${quoted}\n\n${BODY}`);
    expect(result.type).toBe("mail");
    expect(result.parts[result.heads[indexOf(result, "Gesendet:")] ?? -1]).toContain("Von: Raj");
    expect(result.heads.at(-1)).toBe(indexOf(result, "Gesendet:"));
  });
});

it("fields that mail never has do not make a header", () => {
  expect(cut(`Name: a thing\nDate: today\nPrice: 12\n${BODY.repeat(3)}`).type).not.toBe("mail");
  expect(cut(`From: the beginning\n${BODY.repeat(3)}`).type).not.toBe("mail");
});
