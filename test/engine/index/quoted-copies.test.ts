// Which units of mails are mere copies: the records also hold their text with fewer quote marks.
import { describe, expect, it } from "vitest";
import { quotedCopies } from "../../../src/engine/index/quoted-copies.ts";
import { segment } from "../../../src/engine/segment.ts";
import { measure } from "../../../src/engine/select.ts";
import { record, scored } from "../request.ts";

const LONG = "We would ship the pumps on 16 April, and the goods would reach you on 19 April by lorry. ";
const ORIGINAL = `Hi Lea,\n\n${LONG}The sleeves are held up at our supplier in Brescia, so two pumps follow later.`;
const OTHER = "The invoice shows a surcharge that nobody told us about when we agreed on the change of the order.";

const mail = (from: string, body: string) =>
  `From: ${from}@mill.example\nDate: Mon, 3 Feb 2026 09:10:00 +0100\nSubject: Pumps\n\n${body}\n`;
const quote = (text: string) => text.replaceAll(/^/gm, "> ");

/** The texts of the copies. */
function copies(texts: readonly string[]): string[] {
  const records = segment(measure(texts.map((text) => record(text))));
  const found = quotedCopies(records);
  const units = records.flatMap(({ source, units: ofRecord }) =>
    ofRecord.map(({ start, end }) => source.text.slice(start, end).trim()),
  );
  return units.filter((_, number) => found.has(number));
}

describe("a quotation is a copy", () => {
  const reply = (body: string) => mail("lea", `Thank you, that is fine with us.\n\nRaj wrote:\n\n${body}`);
  it("if another record holds its original, at any distance and depth", () => {
    const second = mail("tom", `I see.\n\nLea wrote:\n\n${quote(`Raj wrote:\n\n${quote(ORIGINAL)}`)}`);
    const found = copies([reply(quote(ORIGINAL)), second, mail("raj", ORIGINAL)]);
    expect(found.filter((text) => text.includes("16 April"))).toHaveLength(2);
    expect(found.filter((text) => text.includes("Hi Lea"))).toHaveLength(2);
  });
  it("of a sentence that starts inside a line", () => {
    const found = copies([mail("raj", LONG + OTHER), reply(quote(LONG + OTHER))]);
    expect(found).toEqual([`> ${LONG.trim()}`, OTHER]);
  });
  it("if only a less quoted copy is there", () => {
    expect(copies([reply(quote(quote(ORIGINAL))), reply(quote(ORIGINAL))]).join("")).toContain("> > ");
  });
  it("below the header that a mail program puts above it", () => {
    const header = "-----Original Message-----\nFrom: Raj\nSent: Monday, February 3, 2026\nSubject: Pumps\n\n";
    const found = copies([mail("lea", `Thanks.\n\n${header}${ORIGINAL}`), mail("raj", ORIGINAL)]);
    expect(found.join(" ")).toContain("16 April");
    expect(found.join(" ")).not.toContain("Thanks.");
  });
});

describe("a quotation is not a copy", () => {
  it.each([
    ["if its original is in no record", [mail("lea", `Thanks.\n\n${quote(ORIGINAL)}`), mail("raj", OTHER)]],
    ["if it was changed", [mail("lea", quote(ORIGINAL.replaceAll("April", "May"))), mail("raj", LONG)]],
    ["in texts that are not mail", [`# Notes\n\n${LONG}\n`, `# Notes\n\n${quote(LONG)}\n\n- one\n- two\n`]],
    ["if it is text of its own", [mail("raj", ORIGINAL), mail("tom", ORIGINAL)]],
  ])("%s", (_, texts) => {
    expect(copies(texts)).toEqual([]);
  });
});

it("a copy scores 0, unlike its original", () => {
  const texts = [mail("lea", `Fine.\n\n${quote(ORIGINAL)}`), mail("raj", ORIGINAL)];
  const [reply, original] = scored(
    texts.map((text) => record(text)),
    "When would the pumps ship from Brescia?",
  );
  expect(original?.score).toBeGreaterThan(0);
  const [from, to] = [reply?.firstUnit ?? 0, original?.firstUnit ?? 0];
  const quotedUnits = reply?.units.flatMap(({ start }, at) => (reply.source.text.startsWith(">", start) ? [at] : []));
  expect(quotedUnits?.length).toBeGreaterThan(1);
  expect(quotedUnits?.map((at) => reply?.unitScores[from + at])).toEqual(quotedUnits?.map(() => 0));
  expect(to).toBeGreaterThan(from);
});
