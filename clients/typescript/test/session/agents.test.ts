// Sessions in agents' loops of the real packages, with scripted models. Every prompt begins with the previous one, byte
// for byte; large results are cut before they arrive; and the model gets the whole of one back through the expand tool.
import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import Anthropic from "@anthropic-ai/sdk";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { tool as langChainTool } from "@langchain/core/tools";
import { generateText, isStepCount, type ModelMessage, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { contextEditingMiddleware, createAgent } from "langchain";
import OpenAI from "openai";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { listeningPort } from "../../../../test/listening-port.ts";
import { expandTools, type PromptMessage, sessionMiddleware, sessionPrepareStep } from "../../src/adapters/ai-sdk.ts";
import { viewLangChain, WinnowContextEdit, winnowExpandTool } from "../../src/adapters/langchain.ts";
import {
  anthropicExpandTool,
  createSession,
  openAiExpandTool,
  type Session,
  viewAiSdk,
  viewAnthropic,
  viewOpenAi,
} from "../../src/client.ts";
import { scriptedClient } from "../adapters/scripted-client.ts";
import { selecting } from "../made-selection.ts";

const rules = "The rules of the harbour are read aloud. ".repeat(400);
const question = "Why did the pump fail?";
const report = (n: number) => `report ${n}: ${"The pump ran at noon. ".repeat(600)}`;
/** The calls that the scripted models make, one after the other. */
const script = [
  { name: "read", input: { n: 0 } },
  { name: "read", input: { n: 1 } },
  { name: "winnow_expand", input: { handle: "w1" } },
] as const;

/** Keeps the first words of every result. */
const client = scriptedClient(({ records }) =>
  selecting(Object.fromEntries(records.map(({ id, text }) => [id ?? "", text.slice(0, 30)]))),
);

/** Each prompt is a list of messages. The last is sent when everything has been read. */
function expectSession(
  prompts: readonly (readonly unknown[])[],
  session: Pick<Session<unknown>, "expand" | "figures">,
): void {
  expect(prompts).toHaveLength(4);
  for (const [step, prompt] of prompts.slice(1).entries()) {
    const earlier = prompts[step] ?? [];
    expect(prompt.slice(0, earlier.length)).toEqual(earlier);
  }
  const last = JSON.stringify(prompts[3]);
  expect(last).toContain(JSON.stringify(report(0)).slice(1, -1));
  expect(last).not.toContain(JSON.stringify(report(1)).slice(1, -1));
  expect(last).toMatch(/\.\.\.\[w1: about \d+ tokens omitted\].*\.\.\.\[w2: about \d+ tokens omitted\]/);
  const { cuts, expansions, failedOpen, steps } = session.figures();
  expect({ cuts, expansions, failedOpen, steps }).toEqual({ cuts: 2, expansions: 1, failedOpen: 0, steps: 4 });
}

describe("in the AI SDK", () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  const read = tool({ inputSchema: z.object({ n: z.number() }), execute: async ({ n }) => report(n) });
  const messages: ModelMessage[] = [{ role: "user", content: question }];

  function scriptedModel(): MockLanguageModelV4 {
    const calls = script.map(({ name, input }, index) => ({
      content: [{ type: "tool-call" as const, toolCallId: `c${index}`, toolName: name, input: JSON.stringify(input) }],
      finishReason: { unified: "tool-calls" as const, raw: undefined },
      usage,
      warnings: [],
    }));
    const answer = {
      content: [{ type: "text" as const, text: "A valve froze." }],
      finishReason: { unified: "stop" as const, raw: undefined },
      usage,
      warnings: [],
    };
    return new MockLanguageModelV4({ doGenerate: [...calls, answer] });
  }

  test("as middleware of a model", async () => {
    const session = createSession<PromptMessage>({ client, view: viewAiSdk });
    const model = scriptedModel();
    await generateText({
      model: wrapLanguageModel({ model, middleware: sessionMiddleware(session) }),
      tools: { read, ...expandTools(session) },
      instructions: rules,
      messages,
      stopWhen: isStepCount(9),
    });
    expectSession(
      model.doGenerateCalls.map(({ prompt }) => prompt),
      session,
    );
  });

  test("as prepareStep", async () => {
    const session = createSession<ModelMessage>({ client, view: viewAiSdk });
    const model = scriptedModel();
    await generateText({
      model,
      tools: { read, ...expandTools(session) },
      messages: [{ role: "user", content: rules }, ...messages],
      stopWhen: isStepCount(9),
      prepareStep: sessionPrepareStep(session),
    });
    expectSession(
      model.doGenerateCalls.map(({ prompt }) => prompt),
      session,
    );
    const [schema] = (model.doGenerateCalls[0]?.tools ?? []).filter(({ name }) => name === "winnow_expand");
    expect(schema).toMatchObject({ inputSchema: { properties: { handle: { type: "string" } }, required: ["handle"] } });
  });
});

test("in an agent of LangChain, as a ContextEdit", async () => {
  const session = createSession<BaseMessage>({ client, view: viewLangChain });
  const prompts: BaseMessage[][] = [];
  const model = script
    .reduce(
      (scripted, { name, input }, index) =>
        scripted.respond((messages) => {
          prompts.push(messages);
          return new AIMessage({ content: "", tool_calls: [{ id: `c${index}`, name, args: input }] });
        }),
      fakeModel(),
    )
    .respond((messages) => {
      prompts.push(messages);
      return new AIMessage("A valve froze.");
    });
  const read = langChainTool(({ n }: { n: number }) => report(n), {
    name: "read",
    description: "Reads a report.",
    schema: z.object({ n: z.number() }),
  });
  const agent = createAgent({
    model,
    tools: [read, winnowExpandTool(session)],
    middleware: [contextEditingMiddleware({ edits: [new WinnowContextEdit(session)] })],
  });
  await agent.invoke({ messages: [new SystemMessage(rules), new HumanMessage(question)] });
  const shown = prompts.map((prompt) => prompt.map((message) => ({ type: message.type, content: message.content })));
  expectSession(shown, session);
});

describe("with the SDK of", () => {
  let close = async () => {};
  afterEach(() => close());

  /** A server that answers with one reply after the other and keeps the bodies that it received. */
  async function scriptedUpstream(replies: readonly object[]) {
    const bodies: { messages: unknown[] }[] = [];
    const server = createServer(async (request, response) => {
      const body = await json(request);
      bodies.push({ messages: [], ...Object(body) });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(replies[bodies.length - 1]));
    });
    const port = await listeningPort(server);
    close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    };
    return { baseURL: `http://127.0.0.1:${port}`, bodies };
  }

  function answerOf(
    session: Pick<Session<unknown>, "expand" | "figures">,
    name: string,
    input: { readonly n?: number; readonly handle?: string },
  ) {
    return name === "read" ? report(input.n ?? 0) : (session.expand(input.handle ?? "") ?? "");
  }

  test("OpenAI", async () => {
    type Message = OpenAI.ChatCompletionMessageParam;
    const reply = (message: object) => ({
      id: "r",
      object: "chat.completion",
      created: 0,
      model: "m",
      choices: [{ index: 0, finish_reason: "stop", message }],
    });
    const calls = script.map(({ name, input }, index) =>
      reply({
        role: "assistant",
        content: null,
        tool_calls: [{ id: `c${index}`, type: "function", function: { name, arguments: JSON.stringify(input) } }],
      }),
    );
    const upstream = await scriptedUpstream([...calls, reply({ role: "assistant", content: "A valve froze." })]);
    const openai = new OpenAI({ baseURL: upstream.baseURL, apiKey: "key" });
    const session = createSession<Message>({ client, view: viewOpenAi });
    let messages: Message[] = [
      { role: "system", content: rules },
      { role: "user", content: question },
    ];
    for (let isDone = false; !isDone; ) {
      const sent = await session.prepare(messages);
      const completion = await openai.chat.completions.create({
        model: "m",
        messages: sent,
        tools: [openAiExpandTool],
      });
      const message = completion.choices[0]?.message;
      const made = message?.tool_calls ?? [];
      isDone = made.length === 0;
      const results = made.flatMap((call): Message[] =>
        call.type === "function"
          ? [
              {
                role: "tool",
                tool_call_id: call.id,
                content: answerOf(session, call.function.name, JSON.parse(call.function.arguments)),
              },
            ]
          : [],
      );
      messages = [...messages, ...(message === undefined ? [] : [message]), ...results];
    }
    expectSession(
      upstream.bodies.map((body) => body.messages),
      session,
    );
  });

  test("Anthropic", async () => {
    type Message = Anthropic.MessageParam;
    const reply = (content: object) => ({
      id: "r",
      type: "message",
      role: "assistant",
      model: "m",
      content: [content],
      stop_reason: "end_turn",
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    const calls = script.map(({ name, input }, index) => reply({ type: "tool_use", id: `c${index}`, name, input }));
    const upstream = await scriptedUpstream([...calls, reply({ type: "text", text: "A valve froze." })]);
    const anthropic = new Anthropic({ baseURL: upstream.baseURL, apiKey: "key" });
    const session = createSession<Message>({ client, view: viewAnthropic });
    let messages: Message[] = [{ role: "user", content: `${rules}\n\n${question}` }];
    for (let isDone = false; !isDone; ) {
      const sent = await session.prepare(messages);
      const tools = [
        { ...anthropicExpandTool, input_schema: { ...anthropicExpandTool.input_schema, required: ["handle"] } },
      ];
      const { content } = await anthropic.messages.create({ model: "m", max_tokens: 100, messages: sent, tools });
      const results = content.flatMap((block) =>
        block.type === "tool_use"
          ? [
              {
                type: "tool_result" as const,
                tool_use_id: block.id,
                content: answerOf(session, block.name, Object(block.input)),
              },
            ]
          : [],
      );
      isDone = results.length === 0;
      messages = [
        ...messages,
        { role: "assistant", content },
        ...(isDone ? [] : [{ role: "user" as const, content: results }]),
      ];
    }
    expectSession(
      upstream.bodies.map((body) => body.messages),
      session,
    );
  });
});
