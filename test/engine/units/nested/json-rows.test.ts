import { describe, expect, it, test } from "vitest";
import { cut } from "../cut.ts";

const MESSAGES = Array.from({ length: 40 }, (_, at) =>
  at === 17 ? "crane 4 lost its brake" : `ship ${at} moored at pier ${at % 7}`,
);
const time = (at: number) => `2030-01-01T10:00:${10 + at}Z`;
const listed = (row: (message: string, at: number) => object) => JSON.stringify(MESSAGES.map(row));

const LOGS: readonly (readonly [string, string])[] = [
  [
    "lines of a logger",
    MESSAGES.map((msg, at) => JSON.stringify({ level: 30, time: 1893456000000 + at, msg })).join("\n"),
  ],
  ["lines of a container", MESSAGES.map((log, at) => JSON.stringify({ log, time: time(at) })).join("\n")],
  [
    "events of a service",
    JSON.stringify({ events: MESSAGES.map((message, at) => ({ timestamp: time(at), message })) }),
  ],
  [
    "pretty hits of a search",
    JSON.stringify(
      { hits: MESSAGES.map((message, at) => ({ _id: at, _source: { "@timestamp": time(at), message } })) },
      null,
      2,
    ),
  ],
  [
    "pairs of a time and a text",
    JSON.stringify({ values: MESSAGES.map((text, at) => [`18934560000000000${10 + at}`, text]) }),
  ],
  [
    "a printed list",
    `[${MESSAGES.map((message, at) => `{'timestamp': '${time(at)}', 'message': '${message}'}`).join(", ")}]`,
  ],
  [
    "an audit trail",
    listed((_, at) => ({ eventTime: time(at), eventName: at % 5 > 0 ? "GetObject" : "DeleteBucket", user: `u${at}` })),
  ],
];

test.each(LOGS)("%s are a log", (_name, text) => {
  expect(cut(text).type).toBe("json_log");
});

const said = MESSAGES.map((text, at) => ({
  id: at,
  from: ["Ada", "Bob", "Cai"][at % 3],
  text: `${text}, ${"so they say, ".repeat(at % 12)}`,
}));

test.each([
  ["an export of a chat", JSON.stringify({ messages: said })],
  ["a pretty one", JSON.stringify({ messages: said }, null, 2)],
  [
    "a history of a model's API",
    JSON.stringify(said.map(({ text }, at) => ({ role: ["user", "assistant"][at % 2], content: text }))),
  ],
])("%s is a chat of whole turns", (_name, text) => {
  const { type, counts } = cut(text);
  expect(type).toBe("json_chat");
  expect(counts.filter((count) => count > 0)).toHaveLength(said.length);
});

describe("no log and no chat", () => {
  const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + ((at * 7) % 25));

  it.each([
    ["are rows of data", listed((_, at) => ({ created_at: time(at), customer: `c${at}`, total: at }))],
    [
      "is a chat, in which every message is different",
      listed((_, at) => ({ ts: time(at), message: `${letters(at)} ${letters(at * 3)} ${letters(at * 11)}` })),
    ],
    ["are messages without a time", listed((message) => ({ message }))],
    ["are notes of one author", JSON.stringify(said.map((each) => ({ ...each, from: "Ada" })))],
    ["are reviews, each of another author", JSON.stringify(said.map((each, at) => ({ ...each, from: `Ada ${at}` })))],
    ["are a few rows", JSON.stringify(MESSAGES.slice(0, 5).map((message, at) => ({ time: time(at), message })))],
  ])("%s", (_name, text) => {
    expect(cut(text).type).toBe("json");
  });
});
