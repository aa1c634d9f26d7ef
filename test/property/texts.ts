// Texts of every form that records have, for properties that must hold for any input.
import fc from "fast-check";

const word = fc.constantFrom(
  "alpha",
  "beta",
  "the",
  "retry",
  "ERR_42",
  "naïve",
  "größe",
  "東京",
  "поиск",
  "x",
  "2024-05-01",
  "🙂",
);
const sentence = fc.array(word, { minLength: 1, maxLength: 25 }).map((words) => `${words.join(" ")}.`);
const prose = fc.array(sentence, { maxLength: 30 }).map((sentences) => sentences.join(" "));
const lines = fc.array(sentence, { maxLength: 40 }).map((all) => all.join("\n"));
const row = fc.record({ id: fc.nat(), name: sentence, tags: fc.array(word, { maxLength: 4 }), ok: fc.boolean() });
const json = fc
  .tuple(fc.array(row, { maxLength: 25 }), fc.integer({ min: 0, max: 2 }))
  .map(([items, indent]) => JSON.stringify({ total: items.length, items }, null, indent));
const ndjson = fc
  .array(row, { minLength: 1, maxLength: 25 })
  .map((rows) => rows.map((one) => JSON.stringify(one)).join("\n"));
const table = fc
  .array(fc.tuple(word, fc.nat({ max: 999 }), word), { minLength: 1, maxLength: 40 })
  .map((rows) => ["name,count,place", ...rows.map((cells) => cells.join(","))].join("\n"));
const log = fc
  .array(fc.tuple(fc.nat({ max: 59 }), fc.constantFrom("INFO", "WARN", "ERROR"), sentence), { maxLength: 40 })
  .map((events) =>
    events.map(([s, level, said]) => `2024-05-01T10:00:${String(s).padStart(2, "0")}Z ${level} ${said}`).join("\n"),
  );
const code = fc
  .array(fc.tuple(word, sentence), { maxLength: 12 })
  .map((all) => all.map(([name, said]) => `def ${name}(x):\n    # ${said}\n    return x + 1\n`).join("\n\n"));
const dialogue = fc
  .array(fc.tuple(fc.constantFrom("Ada", "Bo"), sentence), { maxLength: 30 })
  .map((turns) => turns.map(([who, said]) => `${who}: ${said}`).join("\n"));
const runs = fc
  .tuple(fc.constantFrom("a", " ", "漢", "-", "\n", "😀"), fc.nat({ max: 60 }))
  .map(([one, n]) => one.repeat(n));
const soup = fc
  .array(fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), runs), { maxLength: 12 })
  .map((all) => all.join(""));

/** Any text: prose, lines, JSON, tables, logs, code, dialogue, random characters. */
export const anyText = fc.oneof(prose, lines, json, ndjson, table, log, code, dialogue, soup);
