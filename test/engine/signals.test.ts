// Each signal alone: what it changes, and that it changes nothing else.
import { describe, expect, test } from "vitest";
import { ownCpuMs } from "../../bench/speed/harness/cpu.ts";
import { shapeOf } from "../../src/engine/index/shape.ts";
import { argumentSourceScores } from "../../src/engine/scoring/links/argument-sources.ts";
import { rareEventScores } from "../../src/engine/scoring/rare-events.ts";
import { focusTerms } from "../../src/engine/scoring/search-terms.ts";
import { similarity } from "../../src/engine/scoring/spelling-variants.ts";
import { analysed, background, point, ranking, record, scored, task, whyOf } from "./request.ts";

/** The rank of the record at `position`, 0 for the best. */
const rankOf = (position: number, ...request: Parameters<typeof ranking>) => ranking(...request).indexOf(position);

describe("what the caller sends", () => {
  const plain = [...background, record("Tickets cost four euros."), record("Tickets cost five euros.")];
  const last = plain.length - 1;
  const sent = (fields: Parameters<typeof record>[1]) => [
    ...plain.slice(0, last),
    record("Tickets cost five euros.", fields),
  ];
  const asked = "What do museum tickets cost?";

  test("without it, records with equal scores keep their order of arrival", () => {
    expect(rankOf(last, plain, asked)).toBe(1);
  });
  test.each([
    ["title", { title: "Museum" }],
    ["keywords", { keywords: ["museum"] }],
    ["tags", { tags: ["museum"] }],
    ["attributes", { attributes: { place: { name: "museum" } } }],
    ["source", { source: "museum.example" }],
    ["importance", { importance: 1 }],
  ] as const)("%s raises its record", (_, fields) => {
    expect(rankOf(last, sent(fields), asked)).toBe(0);
  });
  test.each([
    ["keywords", { keywords: ["five"] }],
    ["tags", { tags: ["five"] }],
    ["step_id", { stepId: "s9" }],
  ] as const)("task.%s raises the record that it matches", (_, fields) => {
    expect(rankOf(last, sent({ stepId: "s9" }), task(asked, fields))).toBe(0);
  });
  test("output_mode prefers records of that shape; an unknown word changes nothing", () => {
    const records = [...background, record("Tickets cost four euros."), record('{"tickets": "cost four euros"}')];
    expect(rankOf(last, records, task(asked, { outputMode: "json" }))).toBe(0);
    const named = scored(records, task(asked, { outputMode: "nice" })).map(({ score }) => score);
    expect(named).toEqual(scored(records, asked).map(({ score }) => score));
  });
  test("tool_name raises the schema of that tool", () => {
    const tool = (name: string) =>
      record(JSON.stringify({ name, description: "Sell a ticket.", parameters: {} }), {
        kind: "tool_schema",
        title: name,
      });
    const tools = [tool("sell_at_door"), tool("sell_online"), tool("close_till"), tool("open_till")];
    expect(rankOf(1, tools, task("Sell a ticket", { toolName: "sell_online" }))).toBe(0);
  });
  test("a larger output_token_budget searches for more related terms", () => {
    const related = (outputTokenBudget: number) =>
      scored(ferries, task("winter ferry", { outputTokenBudget })).reduce(
        (sum, one) => sum + (whyOf(one).parts.related ?? 0),
        0,
      );
    expect(related(4000)).toBeGreaterThan(related(20));
  });
  test("no field pins: a record that shares no word with the task scores 0", () => {
    const pinned = [...plain, record("Nothing of the kind.", { importance: 9, keywords: ["vital"] })];
    expect(scored(pinned, asked).at(-1)?.score).toBe(0);
  });
});

const ferries = [
  ...background,
  record("The winter ferry to Norrholm leaves from the eastern quay."),
  record("In winter the ferry takes the eastern quay and sails to Norrholm twice."),
  record("From the eastern quay to Norrholm it is forty minutes."),
];

test("feedback finds the record that shares words with the matching records", () => {
  expect(rankOf(ferries.length - 1, ferries, "winter ferry")).toBe(3);
});

test("a word in every title counts as common, even if no text contains it", () => {
  const texts = ["The ferry is late.", "The harbour is closed.", "A parade passes by.", "The bakery has bread."];
  const dated = texts.map((text, day) => record(text, { title: `${day + 1} May 2022` }));
  expect(rankOf(1, dated, "Was the harbour closed in 2022?")).toBe(0);
  const { title, keyword } = whyOf(scored(dated, "Was the harbour closed in 2022?")[1]).parts;
  expect(title).toBeLessThan(keyword ?? 0);
});

test("the name of a programming language weighs less only if the records are code", () => {
  const code = [
    'def run_python(path):\n    """Call the python binary."""\n    return subprocess.call([path, "python"])\n',
    'def read_header(path):\n    """Read the header of a file."""\n    return open(path).readline()\n',
    "def add(a, b):\n    return a + b\n",
    "def close(handle):\n    handle.flush()\n    handle.close()\n",
  ].map((text) => record(text));
  expect(rankOf(1, code, "python read header")).toBe(0);
  const prose = [...background, record("A python eats once a month."), record("Read the header first.")];
  expect(rankOf(background.length, prose, "How often does a python eat?")).toBe(0);
});

test("bridging follows a name from the best record to the record about it", () => {
  const titled = (title: string, text: string) => record(text, { title });
  const records = [
    ...background.map(({ text }, at) => titled(`Note ${at}`, text)),
    titled("The Hukilau Song", "The song was written by Jack Owens after attending a luau in Laie."),
    titled("Laie", "Laie is a place on the windward shore of the island."),
    titled("Honey", "Honey keeps for years in a closed jar."),
  ];
  const of = scored(records, "Who wrote the Hukilau song?").find(({ source }) => source.title === "Laie");
  expect(whyOf(of).parts.bridge).toBeGreaterThan(0);
});

test.each([
  ["config", "configur", 0.75],
  ["colour", "color", 0.8],
  ["msg", "message", 0.5],
  ["cat", "catalogue", 0],
  ["house", "mouse", 0.8],
  ["alpha", "omega", 0],
])("%s and %s are similar by %f", (one, other, expected) => {
  expect(similarity(one, other)).toBeCloseTo(expected, 9);
});

describe("logs", () => {
  const lines = Array.from({ length: 40 }, (_, n) => `2024-05-01 10:00:${10 + n} INFO worker ${n} heartbeat ok`);
  lines[17] = "2024-05-01 10:00:27 ERROR disk quota exceeded on volume 3";
  const log = [record(lines.join("\n"), { kind: "tool_result" })];

  const rows = lines.map((line, at) => ({
    host: at % 2 === 0 ? "north" : "south",
    time: 1893456000000 + at,
    msg: line,
  }));
  const json = [record(rows.map((row) => JSON.stringify(row)).join("\n"), { kind: "tool_result" })];

  test.each([
    ["a log", log],
    ["a log in JSON", json],
  ])("an event of %s gains by the rarity of its template, not of its digits", (_name, log) => {
    const of = analysed(log, "what happened");
    const gained = rareEventScores(of, 1);
    const best = gained.indexOf(Math.max(...gained));
    const unit = of.records[0]?.units[best];
    expect(log[0]?.text.slice(unit?.start, unit?.end)).toContain("quota");
    expect(new Set(gained).size).toBe(2);
  });
});

describe("dialogues", () => {
  const turns = Array.from({ length: 24 }, (_, n) =>
    record(`${n % 2 ? "Ann" : "Bob"}: we talk about topic ${n}x today`),
  );
  turns[11] = record("Bob: which restaurant did you like in Lisbon?");
  turns[12] = record("Ann: the small one by the station, the soup was great");

  test("are recognised by their shape and not by their kinds", () => {
    expect(shapeOf(analysed(turns, "x").records).dialogue).toBe(true);
    expect(shapeOf(analysed(background, "x").records).dialogue).toBe(false);
    const articles = turns.map((_, at) => record(`Title: Story ${at}\nSource: The Ledger\n\nThe bridge is shut.`));
    expect(shapeOf(analysed(articles, "x").records).dialogue).toBe(false);
  });
  test("are recognised by the speakers in their titles and by short replies", () => {
    const said = turns.map(({ text }, at) =>
      record(at % 4 === 3 ? "Mm-hmm." : text.slice(5), { title: at % 2 === 0 ? "Ann" : "Chair" }),
    );
    expect(shapeOf(analysed(said, "x").records).dialogue).toBe(true);
    const passages = turns.map(({ text }, at) =>
      record(`${text.slice(5)}, in the old town of it`, { title: at % 2 === 0 ? "Lisbon" : "Porto" }),
    );
    expect(shapeOf(analysed(passages, "x").records).dialogue).toBe(false);
    const oneTitle = said.map(({ text }) => record(text, { title: "settings" }));
    expect(shapeOf(analysed(oneTitle, "x").records).dialogue).toBe(false);
    const results = said.map(({ text, title }) => record(text, { title, kind: "tool_result" }));
    expect(shapeOf(analysed(results, "x").records).dialogue).toBe(true);
    const titled = said.map(({ text }, at) => record(text, { title: `Note ${at}` }));
    expect(shapeOf(analysed(titled, "x").records).dialogue).toBe(false);
  });
  test("are recognised if many short sessions make them up", () => {
    const sessions = turns.map(({ text }, at) =>
      record(`user: ${text.slice(5)}\nassistant: Noted, thank you.`, { title: `${at}` }),
    );
    expect(shapeOf(analysed(sessions, "x").records).dialogue).toBe(true);
    expect(shapeOf(analysed(sessions.slice(0, 5), "x").records).dialogue).toBe(false);
  });
  test("have no bridges between their records, even if these have titles", () => {
    const sessions = turns.map(({ text }, at) => record(text, { title: `Monday ${at}` }));
    expect(whyOf(scored(sessions, "restaurant in Lisbon")[11]).parts.bridge).toBeUndefined();
  });
  test("the turn next to the matching turn is found too", () => {
    expect(ranking(turns, "restaurant in Lisbon").slice(0, 3)).toEqual([11, 12, 10]);
  });
  test("are recognised in one transcript too, and the reason is the match, not the neighbouring turns", () => {
    const transcript = record(turns.map(({ text }) => text).join("\n"), { title: "Call" });
    const [only] = scored([transcript, ...background], "restaurant in Lisbon");
    const scores = [...(only?.unitScores ?? [])];
    expect(scores.indexOf(Math.max(...scores))).toBe(11);
    expect(whyOf(only).parts.neighbour).toBeGreaterThan(0);
    expect(scores[12]).toBeGreaterThan(4 * (scores[20] ?? 0));
    expect(whyOf(only).reason).not.toBe("neighbour_of_match");
  });
  test("the reason of a session of a few turns is the match too", () => {
    const filler = "and then we talked about this and that for quite a while before the train came";
    const match = "the restaurant in Lisbon";
    const said = [match, match, match, "the restaurant there", match, match, match];
    const session = said.map((text, at) => `${at % 2 === 0 ? "user" : "assistant"}: ${text}, ${filler}.`).join("\n");
    const others = turns.map(({ text }) => record(`user: ${text.slice(5)}, ${filler}.\nassistant: noted, ${filler}.`));
    const why = whyOf(scored([record(session), ...others], "restaurant in Lisbon")[0]);
    expect(why.parts.neighbour).toBeGreaterThan((why.parts.keyword ?? 0) + (why.parts.entity ?? 0));
    expect(why.reason).not.toBe("neighbour_of_match");
  });
  test("a turn of another session is not a neighbour", () => {
    const apart = turns.map((turn, n) => ({ ...turn, stepId: n <= 11 ? "monday" : "friday" }));
    expect(whyOf(scored(apart, "restaurant in Lisbon")[12]).parts.neighbour).toBe(0);
  });
});

describe("traces", () => {
  const step = (stepId: string, fields: Parameters<typeof record>[1]) => ({ ...fields, stepId });
  const trace = [
    record("I want to cancel one of my reservations.", step("s1", { kind: "user_input" })),
    record('{"name": "get_user", "arguments": {"id": "mia_41"}}', step("s2", { kind: "tool_call", title: "get_user" })),
    record('{"email": "mia@example.com", "bookings": ["V5EMZH", "D1EW9B"]}', step("s2", { kind: "tool_result" })),
    record(
      '{"name": "get_booking", "arguments": {"id": "V5EMZH"}}',
      step("s3", { kind: "tool_call", title: "get_booking" }),
    ),
    record('{"id": "V5EMZH", "from": "ATL", "to": "JFK"}', step("s3", { kind: "tool_result" })),
  ];

  test("the result that supplied arguments to earlier calls of a tool gains", () => {
    const of = analysed(trace, task("Which of them is to JFK?", { toolName: "get_booking" }));
    const fed = argumentSourceScores(of, 1, { passed: 1, stated: 0 });
    expect(of.records.map((_, at) => fed[at])).toEqual([0, 0, 1, 0, 0]);
  });
  test("the result that first held an id which the newest turns state feeds the next call", () => {
    const confirmed = [
      ...trace,
      record("Shall I cancel D1EW9B for you?", step("s4", { kind: "llm_response" })),
      record("Yes, please go ahead.", step("s5", { kind: "user_input" })),
    ];
    const of = analysed(confirmed, "Yes, please go ahead.");
    const fed = argumentSourceScores(of, 2, { passed: 0, stated: 0.5 });
    expect(of.records.map((_, at) => fed[at])).toEqual([0, 0, 1, 0, 0, 0, 0]);
  });
  test("line numbers that an agent states in work on code do not count as ids", () => {
    const code = Array.from({ length: 40 }, (_, line) => `${1000 + line}:    self.value_${line} = load(${line})`);
    const of = analysed(
      [
        record("open loader.py", step("s1", { kind: "tool_call", title: "open" })),
        record(code.join("\n"), step("s1", { kind: "tool_result", title: "open" })),
        record("Line 1017 looks wrong.", step("s2", { kind: "llm_response" })),
      ],
      "Mend the loader.",
    );
    expect(of.shape.coding).toBe(true);
    expect(Math.max(...argumentSourceScores(of, 1, { passed: 0, stated: 1 }))).toBe(0);
  });
  test("a long name that no tool has is searched for in linear time", () => {
    const call = (text: string) => record(text, step("s4", { kind: "tool_call" }));
    const quotes = '"'.repeat(2_000_000);
    const of = analysed([...trace, call(quotes)], task("Which one?", { toolName: `b${quotes.slice(0, 200_000)}` }));
    const started = ownCpuMs();
    argumentSourceScores(of, 1, point.score.argumentSource);
    // A search that nearly succeeds everywhere takes a minute.
    expect(ownCpuMs() - started).toBeLessThan(10_000);
  });
  test("the words of the newest step are searched for too", () => {
    const of = analysed(trace, "Which one?");
    const { terms } = focusTerms(of, { ...point.score.focus, records: 2 });
    expect(Array.from(terms, (term) => of.corpus.vocabulary.form(term))).toContain("v5emzh");
  });
  test("a turn that the task repeats ranks below the others", () => {
    const words = "I want to cancel one of my reservations.";
    const [echo] = scored(trace, `${words} The one to JFK.`);
    const [turn] = scored(trace, "I want to cancel one of my bookings and reservations. The one to JFK.");
    expect(echo?.score).toBeLessThan((turn?.score ?? 0) / 2);
  });
});

test("to choose a tool, one rare word of a story counts more than two common ones", () => {
  const tools = [
    ["sum_range", "Adds the integers from start to end"],
    ["update_holders", "Updates who wears which jersey"],
    ["send_mail", "Delivers a letter to a mailbox"],
    ["book_table", "Reserves seats in a restaurant"],
    ["play_song", "Plays music by an artist"],
  ].map(([name = "", description]) =>
    record(JSON.stringify({ name, description }), { kind: "tool_schema", title: name }),
  );
  const story =
    "At the start of the match, Anna is the goalkeeper, Ben the striker, Carla a winger, Dora a defender, Emil the " +
    "captain and Frida the referee. They wear white, yellow, purple, orange, brown and green jerseys. Anna and Ben " +
    "swap jerseys. Carla and Emil swap jerseys. Dora and Frida swap jerseys. What does the captain wear at the end?";
  expect(ranking(tools, story)[0]).toBe(1);
});

test("the line that announces search results scores 0, because it repeats the question", () => {
  const [first] = scored(
    [
      record(
        "Found 2 methods with name formfield in class FilePathField.\n" +
          `Search result 1: <file>fields.py</file>\n${"    path = self.path\n".repeat(20)}\n` +
          `Search result 2: <file>forms.py</file>\n${"    return formfield(self)\n".repeat(20)}\n`,
        { kind: "tool_result", title: "search_method_in_class" },
      ),
      ...background,
    ],
    "Found methods with name formfield in class FilePathField",
  );
  const { units = [], unitScores = new Float64Array(0) } = first ?? {};
  expect(units.map(({ announces }) => announces).indexOf(true)).toBe(0);
  expect([unitScores[0], first?.score]).toEqual([0, Math.max(...unitScores.subarray(0, units.length))]);
});
