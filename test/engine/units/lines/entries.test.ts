// Texts of entries: calendars and cards, stanzas between blank lines, rows with one column per line.
import { describe, expect, it } from "vitest";
import { coalesce } from "../../../../src/engine/segment.ts";
import { cut, indexOf, total } from "../cut.ts";

const GUESTS = Array.from({ length: 4 }, (_, i) => `ATTENDEE;CN=Guest ${i};ROLE=REQ-PARTICIPANT:mailto:${i}@a.example`);
const event = (name: string, more: readonly string[] = []) => [
  "BEGIN:VEVENT",
  `UID:${name}`,
  `LOCATION:Room of ${name}`,
  ...GUESTS,
  `SUMMARY:${name}`,
  ...more,
  "END:VEVENT",
  "",
];
const calendar = (...events: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join("")}END:VCALENDAR\r\n`;

describe("an event of a calendar", () => {
  const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM"];
  const text = calendar(event("Budget review").join("\r\n"), event("Dinner", alarm).join("\r\n"));
  const result = cut(text);
  const dinner = indexOf(result, "SUMMARY:Dinner");

  it("has a unit with its name, on which its other fields depend, wherever they stand", () => {
    expect(result.type).toBe("entries");
    expect(result.parts[dinner]).toBe("SUMMARY:Dinner\r\n");
    const [place, bell] = [indexOf(result, "Room of Dinner"), indexOf(result, "TRIGGER")];
    expect([result.heads[place], result.heads[bell], result.heads[dinner]]).toEqual([dinner, dinner, -1]);
    expect([result.contexts[place], result.contexts[bell]]).toEqual(["Dinner", "Dinner"]);
    expect(result.heads[indexOf(result, "Room of Budget")]).toBe(indexOf(result, "SUMMARY:Budget review"));
    expect(total(result.counts)).toBe(text.split("\n").length - 1);
  });

  it("is one unit if it is short", () => {
    const short = (name: string) => `BEGIN:VEVENT\nSUMMARY:${name}\nDTSTART:20260302T090000Z\nEND:VEVENT\n`;
    const { parts } = cut(calendar(...["One", "Two", "Three", "Four", "Five"].map(short)));
    expect(parts.slice(1, 3)).toEqual([short("One"), short("Two")]);
  });

  it("continues on indented lines", () => {
    const folded = ["DESCRIPTION:Bring the forecast and the sheet. It decides on the", "  order of the new machines."];
    const { parts } = cut(calendar(event("Budget review", folded).join("\n")));
    expect(parts.some((part) => part.includes(folded.join("\n")))).toBe(true);
  });
});

describe("a card", () => {
  it("is named by the formatted name, not by the job", () => {
    const card = (name: string) =>
      `BEGIN:VCARD\nTITLE:Roofer\nFN:${name}\nTEL:+49 2242 5550\nADR:;;Long Street 4;Some Town;;53773;Germany\n` +
      `NOTE:${`${name} did the barn roof. `.repeat(8)}\nEND:VCARD\n`;
    const result = cut(card("Ann Ek") + card("Bo Li"));
    expect(result.heads[indexOf(result, "NOTE:Bo Li")]).toBe(indexOf(result, "FN:Bo Li"));
    expect(result.contexts[indexOf(result, "NOTE:Bo Li")]).toBe("Bo Li");
  });
});

describe("a stanza", () => {
  const person = (name: string) =>
    `dn: cn=${name},dc=a,dc=example\nobjectClass: top\nobjectClass: person\ncn: ${name}\ntitle: Engineer\n` +
    `mail: ${name}@a.example\nroomNumber: ${name}-17\nhomeDirectory: /home/${name}\nloginShell: /bin/bash\n` +
    `description: a description of ${name}\n that goes on for long enough\n`;

  it("depends on its first field", () => {
    const result = cut(["version: 1\n", person("ada"), person("grace"), person("linus")].join("\n"));
    expect([result.type, result.noun]).toEqual(["entries", "lines"]);
    const room = indexOf(result, "roomNumber: grace");
    expect(result.parts[result.heads[room] ?? -1]).toBe("dn: cn=grace,dc=a,dc=example\n");
    expect(result.contexts[room]).toBe("cn=grace,dc=a,dc=example");
  });

  it.each([
    ["Debian control", "Package: vim\nVersion: 9.1\nDescription: an editor\n with\n .\n a plugin\n"],
    ["cpuinfo", "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Xeon\n"],
    ["systemctl show", "Id=cron.service\nActiveState=active\nSubState=running\n"],
  ])("is recognised in %s", (_, stanza) => {
    expect(cut(`${stanza}\n`.repeat(4)).parts).toEqual(Array(4).fill(`${stanza}\n`));
  });

  it.each([
    ["an interview", "Q: Where were you born?\nA: In a town by the sea.\n\n".repeat(6)],
    ["a chat", "Ann: Hello.\nBob: Hi.\nAnn: Are you there?\nBob: Yes.\n\n".repeat(4)],
    ["one set of fields", "Name: web\nNamespace: shop\nNode: a\nStatus: Running\n".repeat(4)],
  ])("is not recognised in %s", (_, text) => {
    expect(cut(text).type).not.toBe("entries");
  });
});

describe("a message and its translations", () => {
  const header = `# Ada Hall <ada@a.example>, 2014\nmsgid ""\nmsgstr ""\n${'"Language: fr\\n"\n'.repeat(60)}`;
  const short = (name: string) => `msgid "${name}"\nmsgstr "le ${name}"\n`;
  const plural = (name: string, length = 3) =>
    `#, python-format\nmsgid ""\n"One ${name} is too ${"very ".repeat(length)}short."\n` +
    `msgid_plural ""\n"Many ${name}."\n` +
    `msgstr[0] ""\n"Un ${name} ${"pas ".repeat(length)}long."\nmsgstr[1] "Des ${name}."\n`;

  it("are one unit with the comment above them, and do not depend on the header", () => {
    const messages = [short("value"), plural("field"), short("date"), plural("number")];
    const result = cut([header, ...messages].join("\n"));
    expect(result.type).toBe("entries");
    expect(result.parts.slice(-4).map((part) => part.trimEnd())).toEqual(messages.map((text) => text.trimEnd()));
    expect(result.heads.slice(-4)).toEqual([-1, -1, -1, -1]);
  });

  it("are cut if they are long: the translations depend on the message with its comment", () => {
    const result = cut([header, short("value"), plural("field", 90), short("date")].join("\n"));
    const message = indexOf(result, "One field is too");
    expect(result.parts[message]).toMatch(/^#, python-format\nmsgid ""\n.*short\."\n$/);
    expect(result.heads[indexOf(result, "Des field.")]).toBe(message);
  });
});

describe("a row with one column per line", () => {
  const columns = (name: string) =>
    ["id", "owner", "region", "state", "created", "comment"].map((key) => `${key.padStart(12)}: ${key} of ${name}\n`);
  const wide = (row: number) =>
    Array.from({ length: 9 }, (_, at) => `${" ".repeat(20)}c${at}: column_${at} of ${row}\n`).join("");
  const mysql = (row: number, name: string) =>
    `*************************** ${row}. row ***************************\n${columns(name).join("")}` +
    `        name: ${name}\n     details: ${"more about it, ".repeat(40)}\n`;

  it("is named by its name, and ends at a blank line", () => {
    const result = cut(`mysql> SELECT\\G\n${mysql(1, "web")}${mysql(2, "mail")}2 rows in set\n\nmysql> exit\n`);
    const name = indexOf(result, "name: mail\n");
    expect(result.heads[indexOf(result, "state of mail")]).toBe(name);
    expect(result.contexts[indexOf(result, "id of mail")]).toBe("mail");
    expect(result.heads[indexOf(result, "mysql> exit")]).toBe(-1);
  });

  it("is one unit if it is of ordinary length", () => {
    const result = cut(
      [1, 2, 3].map((row) => `${"*".repeat(27)} ${row}. row ${"*".repeat(27)}\n${wide(row)}`).join(""),
    );
    expect(result.parts).toHaveLength(3);
    expect(result.parts[1]).toContain("column_0 of 2");
    expect(result.parts[1]).toContain("column_8 of 2");
  });

  it("ends at a blank line if it is short", () => {
    const rows = [1, 2, 3].map((row) => `*** ${row}. row ***\n  sku: a-1${row}\n  unit: piece\n`).join("");
    const note = "The report was made on Monday, and more rows will follow next week if the mills are open again.\n";
    const result = cut(`${rows}\n${note}`);
    expect(result.parts.at(-1)).toBe(note);
    expect(result.parts[indexOf(result, "a-13")]).toBe("*** 3. row ***\n  sku: a-13\n  unit: piece\n\n");
  });

  it("is named by its first field if no other names it", () => {
    const row = (n: number) =>
      `-[ RECORD ${n} ]---\nhost  | db-${n}\n${"state | streaming from the other\n".repeat(20)}`;
    const result = cut(row(1) + row(2));
    const second = indexOf(result, "RECORD 2");
    expect(result.parts[second]).toBe("-[ RECORD 2 ]---\nhost  | db-2\n");
    expect([result.heads.at(-1), result.contexts.at(-1)]).toEqual([second, "db-2"]);
  });
});

describe("units that are merged because there are too many", () => {
  it("do not depend on a later one, because two might depend on each other", () => {
    const units = Array.from({ length: 10_001 }, (_, at) => ({
      ...{ start: at, end: at + 1, block: 0, passage: 0, count: 1, continues: false, announces: false, context: "" },
      head: at === 0 ? 9_999 : -1,
    }));
    expect(coalesce(units, units.length).every(({ head }) => head === -1)).toBe(true);
  });
});
