// Prompts of the AI SDK in its own loops, with its own scripted model: what the model receives at every step.
import {
  experimental_createSteering,
  generateText,
  isStepCount,
  type ModelMessage,
  streamText,
  tool,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { pool } from "../../../../test/contract/pools.ts";
import { startServiceUnderTest } from "../../../../test/contract/service-under-test.ts";
import { winnowMiddleware, winnowPrepareStep } from "../../src/adapters/ai-sdk.ts";
import { type ContextRequest, createClient, type Selection } from "../../src/client.ts";
import { failing, selecting, standingDown } from "../made-selection.ts";
import { scriptedClient } from "./scripted-client.ts";

const budget = { max_context_tokens: 300 };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const done = { unified: "stop", raw: undefined } as const;
const calling = { unified: "tool-calls", raw: undefined } as const;

/** Reads reports one after the other, then answers. */
function reader(steps: number): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: [
      ...Array.from({ length: steps }, (_, n) => ({
        content: [{ type: "tool-call", toolCallId: `c${n}`, toolName: "read", input: `{"n":${n}}` } as const],
        finishReason: calling,
        usage,
        warnings: [],
      })),
      { content: [{ type: "text", text: "270" } as const], finishReason: done, usage, warnings: [] },
    ],
  });
}

const tools = {
  read: tool({
    description: "Reads a report.",
    inputSchema: z.object({ n: z.number() }),
    execute: async ({ n }) => `report ${n}`,
  }),
};
const question = { role: "user", content: "Which report is the longest?" } as const;

/** Keeps the part of every result that `keeps` names. */
function keeping(keeps: (text: string) => boolean): (request: ContextRequest) => Selection {
  return ({ records }) =>
    selecting(Object.fromEntries(records.flatMap(({ id, text }) => (keeps(text) ? [[String(id), text]] : []))));
}

/** The ids of calls and of results in each prompt. */
function pairsIn(model: MockLanguageModelV4): readonly (readonly [string[], string[]])[] {
  const ids = (text: string, type: string) =>
    [...text.matchAll(new RegExp(`"type":"${type}","toolCallId":"(c\\d+)"`, "g"))].map((found) => found[1] ?? "");
  return model.doGenerateCalls.map(({ prompt }) => {
    const text = JSON.stringify(prompt);
    return [ids(text, "tool-call"), ids(text, "tool-result")] as const;
  });
}

describe("as middleware", () => {
  test("every call is cut from its whole prompt, calls with their results", async () => {
    const model = reader(6);
    const client = scriptedClient(({ records, ...rest }) =>
      keeping((text) => text === (records.length > 5 ? "report 0" : "report 1"))({ records, ...rest }),
    );
    const wrapped = wrapLanguageModel({ model, middleware: winnowMiddleware({ client, budget }) });
    const { text } = await generateText({
      model: wrapped,
      tools,
      instructions: "Be brief.",
      messages: [question],
      stopWhen: isStepCount(9),
    });
    expect(text).toBe("270");
    const pairs = pairsIn(model);
    for (const [calls, results] of pairs) expect(results).toEqual(calls);
    // The newest two stay. A later step may bring back what one step leaves out: call 0 is gone at the sixth and back
    // at the last.
    expect(pairs.slice(4).map(([calls]) => calls)).toEqual([
      ["c1", "c2", "c3"],
      ["c0", "c3", "c4"],
      ["c0", "c4", "c5"],
    ]);
    const prompts = model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt));
    for (const prompt of prompts) expect(prompt).toMatch(/Be brief\..*Which report is the longest\?/);
    expect(client.asked.map(({ request }) => request.task.prompt)).toEqual(Array(4).fill(question.content));
  });

  test("a stream is cut too, and its signal passed on", async () => {
    const chunks = [
      { type: "text-start", id: "t" } as const,
      { type: "text-delta", id: "t", delta: "hi" } as const,
      { type: "text-end", id: "t" } as const,
      { type: "finish", finishReason: done, usage } as const,
    ];
    const model = new MockLanguageModelV4({ doStream: { stream: simulateReadableStream({ chunks }) } });
    const client = scriptedClient(keeping((text) => text === "one"));
    const { signal } = new AbortController();
    const result = streamText({
      model: wrapLanguageModel({ model, middleware: winnowMiddleware({ client, budget, newest: 1 }) }),
      messages: [...["one", "two"].map((content) => ({ role: "user" as const, content })), question],
      abortSignal: signal,
    });
    expect(await result.text).toBe("hi");
    const [call] = model.doStreamCalls;
    expect(call?.prompt.map(({ content }) => content)).toEqual([
      [{ type: "text", text: "one" }],
      [{ type: "text", text: question.content }],
    ]);
    expect(client.asked[0]?.options?.signal).toBeInstanceOf(AbortSignal);
  });

  test.each([
    ["no answer", () => failing([])],
    ["a stand-down", standingDown],
  ])("%s leaves the prompt as it is", async (name, answer) => {
    const told: (string | null)[] = [];
    const options = {
      client: scriptedClient(answer),
      budget,
      onSelection: ({ cause }: Selection) => told.push(cause?.kind ?? null),
    };
    const plain = reader(4);
    const wrapped = reader(4);
    const settings = { tools, messages: [question], stopWhen: isStepCount(9) };
    await generateText({ model: plain, ...settings });
    await generateText({
      model: wrapLanguageModel({ model: wrapped, middleware: winnowMiddleware(options) }),
      ...settings,
    });
    expect(wrapped.doGenerateCalls.map(({ prompt }) => prompt)).toEqual(
      plain.doGenerateCalls.map(({ prompt }) => prompt),
    );
    expect(told).toEqual(Array(2).fill(name === "no answer" ? "empty_selection" : null));
  });
});

describe("as prepareStep", () => {
  test("the next step can get back what one step leaves out", async () => {
    const model = reader(6);
    const client = scriptedClient(({ records, ...rest }) =>
      keeping((text) => text === (records.length > 5 ? "report 0" : "report 1"))({ records, ...rest }),
    );
    await generateText({
      model,
      tools,
      messages: [question],
      stopWhen: isStepCount(9),
      prepareStep: winnowPrepareStep({ client, budget }),
    });
    expect(pairsIn(model).slice(4)).toEqual([
      [
        ["c1", "c2", "c3"],
        ["c1", "c2", "c3"],
      ],
      [
        ["c0", "c3", "c4"],
        ["c0", "c3", "c4"],
      ],
      [
        ["c0", "c4", "c5"],
        ["c0", "c4", "c5"],
      ],
    ]);
  });

  test("a steering message reaches every step", async () => {
    const model = reader(3);
    const steering = experimental_createSteering();
    void steering.steer("Only the newest ones.");
    await generateText({
      model,
      tools,
      messages: [question],
      experimental_steering: steering,
      stopWhen: isStepCount(9),
      prepareStep: winnowPrepareStep({ client: scriptedClient(keeping(() => false)), budget }),
    });
    const prompts = model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt));
    expect(prompts.map((prompt) => prompt.includes("Only the newest ones."))).toEqual([true, true, true, true]);
  });

  test("the caller's task and pinned messages", async () => {
    const model = reader(0);
    const client = scriptedClient(() => selecting({ "m1.0": "b" }));
    const history: ModelMessage[] = ["a", "b", "c", "d"].map((content) => ({ role: "user", content }));
    await generateText({
      model,
      messages: history,
      prepareStep: winnowPrepareStep({
        client,
        budget,
        newest: 1,
        pinned: ({ content }) => content === "c",
        task: (messages) => ({ prompt: `${messages.length} messages`, keywords: ["k"] }),
      }),
    });
    expect(client.asked[0]?.request.task).toEqual({ prompt: "4 messages", keywords: ["k"] });
    expect(JSON.stringify(model.doGenerateCalls[0]?.prompt).match(/"text":"."/g)).toEqual([
      '"text":"b"',
      '"text":"c"',
      '"text":"d"',
    ]);
  });
});

test("against a service, a long history comes back smaller with the answer in it", async () => {
  const service = await startServiceUnderTest();
  const client = createClient({ baseUrl: service.url, apiKey: service.keys.roomy });
  const model = reader(0);
  const history: ModelMessage[] = [
    { role: "user", content: "Read all the reports." },
    ...pool().flatMap(({ text }, n): ModelMessage[] => {
      const call = { toolCallId: `c${n}`, toolName: "read" };
      const output = { type: "text", value: String(text) } as const;
      return [
        { role: "assistant", content: [{ type: "tool-call", ...call, input: { n } }] },
        { role: "tool", content: [{ type: "tool-result", ...call, output }] },
      ];
    }),
    { role: "user", content: "How many items were counted at the archive in report 7?" },
  ];
  const wrapped = wrapLanguageModel({ model, middleware: winnowMiddleware({ client, budget }) });
  await generateText({ model: wrapped, messages: history });
  await service.stop();
  const prompt = JSON.stringify(model.doGenerateCalls[0]?.prompt);
  expect(prompt).toContain("They counted 270 items");
  expect(prompt.length).toBeLessThan(JSON.stringify(history).length / 2);
  const [[calls, results] = [[], []]] = pairsIn(model);
  expect(results).toEqual(calls);
  expect(calls.length).toBeGreaterThan(0);
});
