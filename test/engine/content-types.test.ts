// The content type of a text: its form decides, and its kind only if the form leaves it open.
import { describe, expect, it } from "vitest";
import { type ContentTypeName, TYPES } from "../../src/engine/content-types.ts";
import type { RecordKind } from "../../src/engine/model.ts";
import { sampleOf, shows } from "../../src/engine/units/line-patterns.ts";
import { cut } from "./units/cut.ts";

const SENTENCES =
  "The committee met on Monday. It decided nothing, as usual, and went home early. Nobody was surprised. ";

const LOOKS: readonly (readonly [string, ContentTypeName, string])[] = [
  [
    "a mail with its headers",
    "mail",
    "From: Ada <ada@a.example>\nTo: Bob <bob@a.example>\nDate: Mon, 3 Feb 2025 09:00:00 +0000\nSubject: Bees\n\n" +
      SENTENCES.repeat(3),
  ],
  ["sentences", "prose", SENTENCES.repeat(4)],
  [
    "a log exported as a table",
    "event_table",
    [
      "time,level,message",
      ...Array.from({ length: 12 }, (_, at) => `2030-01-01 10:0${at % 9},INFO,took ${at} ms`),
    ].join("\n"),
  ],
  [
    "the export of a chat",
    "json_chat",
    JSON.stringify({
      messages: Array.from({ length: 12 }, (_, at) => ({
        sender: ["Ada", "Bob"][at % 2],
        text: `It took ${at} hours.`,
      })),
    }),
  ],
  [
    "the lines of a JSON logger",
    "json_log",
    Array.from({ length: 12 }, (_, at) => JSON.stringify({ time: 1893456000 + at, msg: `took ${at} ms` })).join("\n"),
  ],
  [
    "Chinese sentences",
    "prose",
    "委员会星期一开会。会上没有作出任何决定，大家很早就回家了。没有人感到惊讶。".repeat(6),
  ],
  ["wrapped sentences", "prose", SENTENCES.repeat(6).replaceAll(/(.{70}\S*) /g, "$1\n")],
  ["an object", "json", `{"name": "a", "text": "${SENTENCES}", "note": "${SENTENCES}"}`],
  ["a list of numbers", "json", `[${Array.from({ length: 90 }, (_, i) => i).join(", ")}]`],
  [
    "an object after a status line",
    "json",
    `HTTP/1.1 200 OK\ncontent-type: text/json\n\n{"a": {"b": "${SENTENCES}", "c": "${SENTENCES}"}}\n`,
  ],
  ["an object after a label", "json", `Output: {"a": {"b": "${SENTENCES}", "c": "${SENTENCES}"}}`],
  ["a truncated object", "json", `{"rows": [{"id": 1, "text": "${SENTENCES}"}, {"id": 2, "te`],
  [
    "a printed Python list",
    "json",
    `[${Array.from({ length: 20 }, (_, i) => `('name ${i}', ${i}, None)`).join(", ")}]`,
  ],
  ["JSON Lines", "json", '{"id": 1, "text": "one"}\n{"id": 2, "text": "two"}\n'.repeat(5)],
  ["citations in brackets", "prose", `[12] ${SENTENCES.repeat(3)}`],
  ["a log that begins with brackets", "log", "[INFO] started\n[WARN] slow disk\n[ERROR] no space left\n".repeat(4)],
  ["syslog", "log", "Jun 15 02:04:59 combo sshd(pam_unix)[20897]: authentication failure; uid=0\n".repeat(5)],
  ["an access log", "log", '10.0.0.7 - - [10/Oct/2023:13:55:36 +0000] "GET / HTTP/1.1" 200 2326\n'.repeat(5)],
  [
    "seconds since 1970",
    "log",
    "- 1117838570 2005.06.03 R02-M1 RAS KERNEL INFO cache parity error corrected\n".repeat(5),
  ],
  ["a file listing", "table", `total 8\n${"-rw-r--r-- 1 root root 120 Apr  4 15:32 README.md\n".repeat(6)}`],
  ["CSV", "table", `id,name,price\n${"1,apple,1.20\n2,banana,0.50\n".repeat(8)}`],
  ["TSV with empty cells", "table", `Year\tTitle\tNote\n${"1987\tFrog\t\n1988\tPlatinum\tshort\n".repeat(8)}`],
  ["a Markdown table", "table", `| a | b |\n|---|---|\n${"| one | two |\n".repeat(12)}`],
  ["a table from psql", "table", ` id | name \n----+------\n${"  1 | apple\n".repeat(14)}(14 rows)\n`],
  [
    "a table in ASCII art",
    "table",
    `+----+----+\n| id | na |\n+----+----+\n${"| 1  | ab |\n".repeat(12)}+----+----+\n`,
  ],
  [
    "columns drawn with blanks",
    "table",
    "NAME                 READY   STATUS    AGE\n" +
      "web-5d8f7c9b6-x2lqp  1/1     Running   3d\njob-1                0/1     Error     12m\n".repeat(5),
  ],
  [
    "columns with cells of several words",
    "table",
    "Filesystem      Size  Used Avail Use% Mounted on\n" +
      "/dev/sda1        98G   43G   51G  46% /\ntmpfs           3.9G     0  3.9G   0% /dev/shm\n".repeat(3),
  ],
  ["long paragraphs with as many commas each", "prose", `${`(1) ${SENTENCES.repeat(6)}\n\n`.repeat(6)}`],
  [
    "a history of commits",
    "diff",
    (
      "commit 91ea60fb60c528a1ac7430812dc59eb095121fe0\nAuthor: Ada <ada@a.example>\nDate:   Mon Feb 3\n\n" +
      "    Count turns\n\n src/a.ts | 2 +-\n\n"
    ).repeat(4),
  ],
  ["subtitles", "dialogue", "1\n00:00:01,000 --> 00:00:04,000\nHello there.\n\n".repeat(8)],
  ["turns under a name and a time", "dialogue", "Ada  3:41 PM\nhello\n\nBob Ray  3:42 PM\nhi there\n\n".repeat(6)],
  [
    "results with the same fields each",
    "search_results",
    [1, 2, 3, 4, 5]
      .map((n) => `[${n}] Bees\nURL: https://a.example/${n}\nPublished: 2025-01-0${n}\n${SENTENCES}\n`)
      .join("\n"),
  ],
  ["a unified diff", "diff", `--- a/x.py\n+++ b/x.py\n@@ -1,9 +1,9 @@\n${" same\n-old line\n+new line\n".repeat(9)}`],
  ["a calendar", "entries", `BEGIN:VCALENDAR\r\n${"BEGIN:VEVENT\r\nSUMMARY:x\r\nEND:VEVENT\r\n".repeat(4)}`],
  [
    "a Java trace",
    "stack_trace",
    `java.io.IOException: full\n${"\tat com.acme.Store.save(Store.java:88)\n".repeat(6)}`,
  ],
  [
    "a Go panic",
    "stack_trace",
    `panic: nil map\n\ngoroutine 1 [running]:\n${"main.run()\n\t/app/main.go:10 +0x25\n".repeat(6)}`,
  ],
  [
    "pytest",
    "test_output",
    `===== test session starts =====\ncollected 3 items\n\na.py ..F [100%]\n${"E  assert 1 == 2\n".repeat(9)}`,
  ],
  [
    "unittest",
    "test_output",
    `${"test_add (calc.Tests) ... ok\ntest_sub (calc.Tests) ... FAIL\n".repeat(5)}\nRan 10 tests in 0.1s\n`,
  ],
  [
    "prose that counts failures",
    "prose",
    `${SENTENCES} Of all pumps 7 failed within a year, most of them in 2019. `.repeat(6).replaceAll(". O", ".\nO"),
  ],
  [
    "packed files",
    "documents",
    ["a", "b", "c"].map((name) => `<file path="src/${name}.md">\n${SENTENCES.repeat(2)}\n</file>\n`).join(""),
  ],
  ["grep", "search_results", "src/engine/select.ts:12:  const one = two(three);\n".repeat(6)],
  ["ripgrep with headings", "search_results", `src/a.ts\n${"12:  const a = b(c);\n40-  return a;\n".repeat(6)}`],
  [
    "numbered results",
    "search_results",
    "[1] Bees\nhttps://a.example\nText about bees.\n\n[2] Wasps\nMore.\n\n[3] Ants\nMore text on ants.\n".repeat(2),
  ],
  ["a play", "dialogue", "JACK. Is she in?\nLANE. No, sir. She has gone out.\n".repeat(4)],
  ["a chat", "dialogue", "Ada: Hello there.\nBob: Good morning!\n".repeat(6)],
  [
    "a transcript with times",
    "dialogue",
    "[00:01:02] Dr. Jane Smith: Let us begin.\n[00:01:10] Tom Lee: Fine with me.\n".repeat(4),
  ],
  ["roles in lower case", "dialogue", "user: where is my order?\nassistant: On its way to you.\n".repeat(5)],
  [
    "Python",
    "code",
    `import os\n\n\nclass A:\n    def b(self):\n        return os.getcwd()\n${"    x = 1\n".repeat(20)}`,
  ],
  [
    "C",
    "code",
    `#include <stdio.h>\n\nint main(void) {\n  printf("x");\n  return 0;\n}\n${"static int a;\n".repeat(12)}`,
  ],
  ["a dump of a database", "sql_dump", `-- Dump\n\n${"INSERT INTO a VALUES (1,'one'),(2,'two');\n".repeat(5)}`],
  [
    "SQL definitions",
    "code",
    `CREATE TABLE a (\n  id INT PRIMARY KEY,\n  name TEXT,\n${"  other TEXT,\n".repeat(12)}  last TEXT\n);`,
  ],
  [
    "code with a viewer's numbers",
    "code",
    Array.from({ length: 20 }, (_, i) => `${i + 1}:    value_${i} = compute(${i})\n`).join(""),
  ],
  ["Markdown", "markdown", `# Title\n\nSome text here.\n\n## Part\n\n- one item\n- two items\n\n${SENTENCES}\n`],
  ["text with fenced code", "markdown", `${SENTENCES}\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n${SENTENCES}\n`],
  ["HTML", "markup", `<!DOCTYPE html>\n<html><body>${"<p>Some text.</p>".repeat(12)}</body></html>`],
  ["XML", "markup", `<items>${'<item id="1"><name>apple</name></item>\n'.repeat(8)}</items>`],
  ["settings below sections", "lines", `[server]\n${"port = 80\n".repeat(9)}[client]\n${"retries = 3\n".repeat(9)}`],
  [
    "YAML",
    "lines",
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n${"    - port: 80\n".repeat(12)}`,
  ],
];

describe("the table", () => {
  it("has a sample of every type below", () => {
    expect(Object.keys(TYPES).filter((name) => !LOOKS.some(([, type]) => type === name))).toEqual([]);
  });

  it("gives no two tests the same place in the order", () => {
    const orders = Object.values(TYPES).flatMap(({ tests }) => tests.map(({ order }) => order));
    expect(orders.length).toBe(new Set(orders).size);
  });

  it("names signs that are in every text for which their test decides", () => {
    const tests = Object.entries(TYPES)
      .flatMap(([type, row]) => row.tests.map((test) => ({ ...test, type })))
      .toSorted((a, b) => a.order - b.order);
    const origin = { kind: "external_data", amongTurns: false, isFile: false } as const;
    const decided = LOOKS.flatMap(([, , text]) => [text, `${SENTENCES}\n${text}`, text.slice(text.length / 2)])
      .map((text) => sampleOf(text))
      .flatMap((sample) => {
        const test = tests.find(({ linesMin, holds }) => sample.lines.length >= linesMin && holds(sample, origin));
        return test === undefined || test.signs === null ? [] : { ...test, isShown: shows(sample, test.signs) };
      });
    expect(decided.filter(({ isShown }) => !isShown).map(({ type }) => type)).toEqual([]);
    const reached = new Set(decided.map(({ order }) => order));
    const unreached = tests.filter(({ signs, order }) => signs !== null && !reached.has(order));
    expect(unreached.map(({ type }) => type)).toEqual([]);
  });
});

describe("detectType", () => {
  it.each(LOOKS)("detects %s as %s", (_name, type, text) => {
    expect(cut(text).type).toBe(type);
  });

  const BY_KIND: readonly (readonly [RecordKind, ContentTypeName])[] = [
    ["user_input", "dialogue"],
    ["llm_response", "dialogue"],
    ["external_data", "prose"],
    ["tool_result", "prose"],
  ];
  it.each(BY_KIND)("detects sentences of kind %s as %s", (kind, type) => {
    expect(cut(SENTENCES.repeat(4), kind).type).toBe(type);
  });

  it("prefers the form of a text to its kind", () => {
    expect(cut(`{"a": "${SENTENCES.repeat(3)}", "b": "${SENTENCES.repeat(3)}"}`, "user_input").type).toBe("json");
    expect(cut("Ada: Hello there.\nBob: Good morning!\n".repeat(6), "artifact").type).toBe("dialogue");
  });

  it("does not treat levels and classes in log lines as speakers", () => {
    const spark =
      "17/06/09 20:10:53 INFO spark.CacheManager: found\n17/06/09 20:10:54 WARN storage.Block: lost\n".repeat(5);
    const android =
      "03-17 16:13:38.811  1702  2395 D WindowManager: shown\n03-17 16:13:38.9  17  23 I Power: off\n".repeat(5);
    expect([cut(spark).type, cut(android).type]).toEqual(["log", "log"]);
  });

  it("does not treat recurring keys in code as speakers", () => {
    const text = "try:\n    go()\nelse:\n    stop()\n".repeat(12);
    expect(cut(text).type).toBe("code");
  });
});
