// Messages of LangChain's own classes through the runnable: which stay, which are shortened, which stay together.
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  ChatMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pool } from "../../../../test/contract/pools.ts";
import { startServiceUnderTest } from "../../../../test/contract/service-under-test.ts";
import { winnowMessages } from "../../src/adapters/langchain.ts";
import { createClient, omittedMark } from "../../src/client.ts";
import { failing, selecting, standingDown } from "../made-selection.ts";
import { scriptedClient } from "./scripted-client.ts";

const budget = { max_context_tokens: 300 };
const question = "How many items were counted at the archive in report 7?";

const result = new ToolMessage({
  content: "08:00\n12:00\n16:00",
  tool_call_id: "c1",
  name: "trains",
  artifact: { rows: 3 },
  status: "success",
  id: "t1",
});
const messages = [
  new SystemMessage("Be brief."),
  new HumanMessage("Plan a trip to Oulu."),
  new AIMessage({
    content: [
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "c1", name: "trains", input: { to: "Oulu" } },
    ],
    tool_calls: [
      { id: "c1", name: "trains", args: { to: "Oulu" } },
      { id: "c2", name: "weather", args: {} },
    ],
  }),
  result,
  new ToolMessage({ content: [{ type: "text", text: "Snow until Monday." }], tool_call_id: "c2" }),
  new AIMessage("There are three trains."),
  new HumanMessage({ content: [{ type: "text", text: "And hotels?" }], name: "ann" }),
  new AIMessageChunk("Two of them."),
  new HumanMessage("Which train is the fastest?"),
];

const everyRecord = ["m1.0", "m2.0", "m2.1", "m2.2", "m3.0", "m4.0", "m5.0", "m6.0"];

function winnowing(excerpts: Readonly<Record<string, string>>) {
  return winnowMessages({ client: scriptedClient(() => selecting(excerpts)), budget });
}

test("it sends the older exchanges and selects for the last user text", async () => {
  const client = scriptedClient(standingDown);
  expect(await winnowMessages({ client, budget }).invoke(messages)).toEqual(messages);
  const [asked] = client.asked;
  expect(asked?.request).toMatchObject({ budget, task: { prompt: "Which train is the fastest?" } });
  expect(asked?.request.records.map(({ id }) => id)).toEqual(everyRecord);
  expect(asked?.request.records[2]).toMatchObject({ kind: "tool_call", text: 'trains {"to":"Oulu"}', step_id: "c1" });
  expect(asked?.request.records[4]).toMatchObject({ kind: "tool_result", title: "trains", step_id: "c1" });
});

test("a shortened message keeps its class and all its other fields", async () => {
  const kept = await winnowing({ "m3.0": "...[2 lines omitted]\n16:00", "m6.0": "hotels?" }).invoke(messages);
  const shortened = kept.find((message) => message instanceof ToolMessage);
  expect(shortened).toBeInstanceOf(ToolMessage);
  expect(shortened).toMatchObject({ tool_call_id: "c1", name: "trains", artifact: { rows: 3 }, id: "t1" });
  expect(shortened?.content).toBe("...[2 lines omitted]\n16:00");
  expect(shortened?.toDict()).toMatchObject({ data: { content: "...[2 lines omitted]\n16:00", tool_call_id: "c1" } });
  expect(shortened?.lc_kwargs.content).toBe(shortened?.content);
  expect(result.content).toBe("08:00\n12:00\n16:00");
  const asking = kept.find((message) => message.name === "ann");
  expect(asking).toBeInstanceOf(HumanMessage);
  expect(asking?.text).toBe("hotels?");
  expect(kept).toContain(messages[2]);
  expect(kept.some((message) => message.content === "There are three trains.")).toBe(false);
});

function callsOf(message: BaseMessage): readonly string[] {
  return AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id }) => id ?? "") : [];
}

test("calls and results are never separated, and fixed messages stay", async () => {
  const property = fc.asyncProperty(fc.subarray(everyRecord), async (ids) => {
    const kept = await winnowing(Object.fromEntries(ids.map((id) => [id, "cut"]))).invoke(messages);
    const made = kept.flatMap(callsOf);
    expect(kept.flatMap((message) => (ToolMessage.isInstance(message) ? [message.tool_call_id] : []))).toEqual(made);
    expect(kept.at(0)).toBe(messages.at(0));
    expect(kept.slice(-2)).toEqual(messages.slice(-2));
    expect(kept.find(({ type }) => type !== "system")?.type).toBe("human");
  });
  await fc.assert(property);
});

test.each<[string, readonly [AIMessage, ToolMessage]]>([
  [
    "an unreadable call and the result that says so",
    [
      new AIMessage({ content: "hm", invalid_tool_calls: [{ id: "c", name: "n", args: "{", error: "not JSON" }] }),
      new ToolMessage({ content: "That was no JSON.", tool_call_id: "c" }),
    ],
  ],
  [
    "a call and its empty result",
    [
      new AIMessage({ content: "hm", tool_calls: [{ id: "c", name: "n", args: {} }] }),
      new ToolMessage({ content: [], tool_call_id: "c" }),
    ],
  ],
])("%s go together", async (_name, pair) => {
  const history = [...pair, ...messages];
  const [call, answer] = await winnowing({ "m0.0": "hm" }).invoke(history);
  expect(call).toBe(pair[0]);
  expect(answer).toMatchObject({ type: "tool", tool_call_id: "c" });
  const [first] = await winnowing({ "m3.0": "Plan a trip to Oulu." }).invoke(history);
  expect(first).toBe(messages[0]);
});

test("a model's reasoning stays with its text", async () => {
  const client = scriptedClient(standingDown);
  const thought = new AIMessage({
    content: [
      { type: "thinking", thinking: "hm" },
      { type: "text", text: "So." },
    ],
  });
  await winnowMessages({ client, budget }).invoke([thought, ...messages]);
  expect(client.asked[0]?.request.records[0]).toMatchObject({ id: "m0.0", text: "So." });
});

test("pinned messages stay", async () => {
  const client = scriptedClient(() => selecting({ "m1.0": "Plan a trip to Oulu." }));
  const pinned = (message: BaseMessage) => message.content === "There are three trains.";
  const kept = await winnowMessages({ client, budget, pinned }).invoke(messages);
  expect(kept).toContain(messages[5]);
  expect(kept.filter((message) => ToolMessage.isInstance(message))).toEqual([]);
});

describe("left as it is", () => {
  const later = [new HumanMessage("now"), new AIMessage("yes"), new HumanMessage("now")];
  test.each<[string, BaseMessage[]]>([
    ["an image", [new HumanMessage({ content: [{ type: "image_url", image_url: { url: "data:," } }] })]],
    ["an unknown role", [new ChatMessage("hm", "critic")]],
    ["a call without an id", [new AIMessage({ content: "", tool_calls: [{ name: "n", args: {} }] })]],
    [
      "a call that only its provider can read",
      [
        new AIMessage({
          content: [
            { type: "text", text: "t" },
            { type: "tool_use", id: "c", name: "n", input: {} },
          ],
        }),
      ],
    ],
  ])("%s", async (_name, odd) => {
    const client = scriptedClient(() => selecting({ [`m${odd.length}.0`]: "now" }));
    const kept = await winnowMessages({ client, budget }).invoke([...odd, ...later]);
    odd.forEach((message, index) => {
      expect(kept[index]).toBe(message);
    });
  });
});

test.each([
  ["no answer", () => failing([])],
  ["a stand-down", standingDown],
])("%s leaves the messages as they are", async (_name, answer) => {
  const told: boolean[] = [];
  const onSelection = ({ failedOpen }: { failedOpen: boolean }) => told.push(failedOpen);
  const kept = await winnowMessages({ client: scriptedClient(answer), budget, onSelection }).invoke(messages);
  kept.forEach((message, index) => {
    expect(message).toBe(messages[index]);
  });
  expect(told).toEqual([_name === "no answer"]);
});

test("without a task nothing is sent", async () => {
  const client = scriptedClient(standingDown);
  await winnowMessages({ client, budget }).invoke([new AIMessage("one"), new AIMessage("two"), new AIMessage("three")]);
  expect(client.asked).toEqual([]);
});

test("an aborted run aborts the call", async () => {
  const client = scriptedClient(standingDown);
  const { signal } = new AbortController();
  await winnowMessages({ client, budget }).invoke(messages, { signal });
  expect(client.asked[0]?.options?.signal).toBeInstanceOf(AbortSignal);
});

test("in front of a model, against a service", async () => {
  const service = await startServiceUnderTest();
  const client = createClient({ baseUrl: service.url, apiKey: service.keys.roomy });
  const history = [
    new SystemMessage("You answer questions about reports."),
    new HumanMessage("Read all the reports."),
    ...pool().flatMap(({ text }, index) => [
      new AIMessage({ content: "", tool_calls: [{ id: `c${index}`, name: "read_report", args: { n: index } }] }),
      new ToolMessage({ content: String(text), tool_call_id: `c${index}` }),
    ]),
    new AIMessage("I have read them."),
    new HumanMessage(question),
  ];
  const trimmer = winnowMessages({ client, budget });
  const kept = await trimmer.invoke(history);
  const answer = await trimmer.pipe(new FakeListChatModel({ responses: ["270"] })).invoke(history);
  await service.stop();
  expect(answer.text).toBe("270");
  const text = JSON.stringify(kept);
  expect(text).toContain("They counted 270 items");
  expect(text.length).toBeLessThan(JSON.stringify(history).length / 2);
  expect(kept.flatMap((message) => (ToolMessage.isInstance(message) ? [message.tool_call_id] : []))).toEqual(
    kept.flatMap(callsOf),
  );
  expect(kept.slice(-2)).toEqual(history.slice(-2));
});

test("a record that is left out of a kept exchange has a mark", async () => {
  const kept = await winnowing({ "m3.0": "08:00" }).invoke(messages);
  expect(kept.filter((message) => ToolMessage.isInstance(message)).map(({ text }) => text)).toEqual([
    "08:00",
    omittedMark,
  ]);
});
