// Generates texts of every content type and of none, for testing the laws of segmentation.
import fc from "fast-check";

const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[A-Za-z][a-z]{0,9}$/) },
  { weight: 2, arbitrary: fc.stringMatching(/^[0-9]{1,6}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("😀", "中文。", "ไทย", "हिंदी।", "e\u0301", "\ud83d", "“q”", "a|b", "x,y", "<b>", '"'),
  },
);
const phrase = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(" "));
const sentence = phrase.map((words) => `${words}. `);

function lines(line: fc.Arbitrary<string>, maxLength = 40): fc.Arbitrary<string> {
  return fc.array(line, { minLength: 1, maxLength }).map((all) => `${all.join("\n")}\n`);
}

const json = fc.json({ maxDepth: 5 });
const rows = fc.array(fc.dictionary(word, fc.oneof(phrase, fc.integer(), fc.constant(null)), { maxKeys: 5 }), {
  maxLength: 30,
});
const element = fc.tuple(word, phrase, phrase).map(([tag, id, text]) => `<${tag} id="${id}"><p>${text}</p></${tag}>`);

/** Generators by the name of the shape. */
export const SHAPES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  anything: fc.string({ unit: "binary", maxLength: 3000 }),
  "a run of one character": fc
    .tuple(
      fc.constantFrom("a", " ", "\n", "[", "{", "<", '"', "\\", ".", "。", "😀", "\ud83d", "|", "-", "#", "`"),
      fc.nat(9000),
    )
    .map(([letter, length]) => letter.repeat(length)),
  prose: fc.array(sentence, { maxLength: 60 }).map((all) => all.join("")),
  paragraphs: lines(fc.array(sentence, { maxLength: 5 }).map((all) => `${all.join("")}\n`)),
  "plain lines": lines(phrase, 80),
  json,
  "json log": lines(
    fc
      .tuple(fc.nat(9e9), fc.constantFrom("moored", "left", "lost its brake"))
      .map(([time, msg]) => `${JSON.stringify({ time: 1e9 + (time % 1e9), msg })}\n`),
  ),
  "exported log": fc
    .array(fc.tuple(fc.nat(9e8), fc.constantFrom("moored", "left")), { minLength: 9, maxLength: 60 })
    .map((all) =>
      ["time,level,message", ...all.map(([time, msg]) => `${1e9 + time},INFO,ship ${time % 9} ${msg}`)].join("\n"),
    ),
  "json chat": fc.array(fc.tuple(fc.constantFrom("Ada", "Bob"), phrase), { maxLength: 40 }).map((all) =>
    JSON.stringify(
      all.map(([sender, text]) => ({ sender, text })),
      null,
      2,
    ),
  ),
  "broken json": fc.tuple(json, fc.nat(4000)).map(([text, end]) => text.slice(0, end)),
  "json rows": rows.map((all) => JSON.stringify({ total: all.length, rows: all })),
  "pretty json": rows.map((all) => JSON.stringify(all, null, 2)),
  "json lines": rows.map((all) => all.map((row) => JSON.stringify(row)).join("\n")),
  "json in a string": rows.map((all) => JSON.stringify({ body: JSON.stringify({ inner: JSON.stringify(all) }) })),
  csv: lines(fc.tuple(word, phrase, word, word).map((cells) => cells.join(","))),
  "markdown table": lines(fc.tuple(word, phrase).map((cells) => `| ${cells.join(" | ")} |`)),
  log: lines(
    fc
      .tuple(fc.nat(59), phrase)
      .map(([second, text]) => `2024-05-06 07:08:${String(second).padStart(2, "0")} INFO ${text}`),
  ),
  trace: lines(word.map((name) => `    at ${name} (/app/${name}.js:1:2)`)).map((frames) => `TypeError: x\n${frames}`),
  dialogue: lines(fc.tuple(fc.constantFrom("Ada", "Bob Lee", "用户"), phrase).map(([who, text]) => `${who}: ${text}`)),
  diff: lines(fc.tuple(fc.constantFrom("+", "-", " "), phrase).map(([sign, text]) => sign + text)).map(
    (body) => `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n${body}`,
  ),
  "test output": lines(fc.tuple(word, fc.constantFrom("ok", "FAIL")).map(([name, how]) => `test_${name} ... ${how}`)),
  grep: lines(fc.tuple(word, fc.nat(999), phrase).map(([name, at, text]) => `src/${name}.ts:${at}:${text}`)),
  code: lines(fc.tuple(word, phrase).map(([name, text]) => `function ${name}(a) {\n  return "${text}";\n}\n`)),
  markdown: lines(
    fc.oneof(
      phrase.map((text) => `## ${text}`),
      phrase.map((text) => `- ${text}`),
      sentence,
      fc.constant("```"),
    ),
  ),
  "marks of Markdown": lines(
    fc.constantFrom("# A", "- b", "```", "| a | b |", "|---|---|", "---", "**c**", "", "Some text."),
  ),
  documents: lines(
    fc
      .tuple(word, fc.oneof(phrase, sentence))
      .map(([name, text]) => `<file path="${name}.ts">\n${`${text}\n`.repeat(9)}</file>`),
  ),
  "marks of documents": lines(
    fc.oneof(
      fc.constantFrom(
        '<file path="a.ts">',
        "</file>",
        "Source: a.ts",
        `Title: ${"b ".repeat(99)}`,
        "Score: 1",
        "== a.ts",
      ),
      fc.constantFrom("Node ID: 1", "==== Document 1 ====", "src/a.ts", "---", "```", "", "Some text. ".repeat(20)),
    ),
    80,
  ),
  markup: fc.array(element, { maxLength: 30 }).map((all) => `<root>${all.join("\n")}</root>`),
  mail: fc
    .tuple(word, phrase, lines(sentence), lines(phrase.map((text) => `> ${text}`)))
    .map(([name, subject, text, quoted]) => {
      const header = `From: ${name} <a@a.example>\nTo: b@b.example\nSubject: ${subject}`;
      return `${header}\n\n${text}\nOn Monday, b wrote:\n${quoted}`;
    }),
  calendar: lines(
    fc.tuple(phrase, sentence).map(([name, text]) => {
      return `BEGIN:VEVENT\nSUMMARY:${name}\nDESCRIPTION:${text}\nEND:VEVENT`;
    }),
  ),
  "database rows": lines(
    fc.tuple(fc.nat(99), word, phrase).map(([row, name, text]) => {
      return `${"*".repeat(9)} ${row}. row ${"*".repeat(9)}\n  name: ${name}\n  note: ${text}`;
    }),
  ),
  "sql dump": lines(
    fc.tuple(fc.nat(99), phrase).map(([id, text]) => `INSERT INTO mills (id, note) VALUES (${id}, '${text}');`),
  ),
};
