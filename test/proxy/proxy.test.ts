// The proxy between the official SDKs and a scripted upstream: what the upstream receives, and what the SDK gets back.
import { gzipSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { pricePresets } from "winnow-client";
import { createLocalService } from "../../src/local/service.ts";
import { type Conversations, createConversations } from "../../src/proxy/conversations.ts";
import { type RunningProxy, startProxy } from "../../src/proxy/server.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { chatAnswer, json, startUpstream, type Upstream } from "./upstream.ts";

const { client: localClient, close } = createLocalService({ timeoutMs: 60_000, onProblem: () => {} });
afterAll(close);

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Between {
  readonly proxy: RunningProxy;
  readonly upstream: Upstream;
  readonly conversations: Conversations;
  readonly faults: unknown[];
}

async function between(
  apply: boolean,
  answer: Parameters<typeof startUpstream>[0],
  client = localClient,
): Promise<Between> {
  const upstream = await startUpstream(answer);
  const conversations = createConversations({ client, pricesOf: () => pricePresets.anthropic, countTokens });
  const faults: unknown[] = [];
  const proxy = await startProxy({
    upstream: upstream.url,
    host: "127.0.0.1",
    port: 0,
    trim: async (format, messages) => {
      const prepared = await conversations.prepare(format, messages);
      return apply ? prepared : messages;
    },
    report: () => ({ conversations: conversations.report() }),
    onFault: (fault) => faults.push(fault),
  });
  cleanups.push(upstream.close, proxy.stop);
  return { proxy, upstream, conversations, faults };
}

const openai = (proxy: RunningProxy) => new OpenAI({ apiKey: "sk-secret", baseURL: proxy.address, maxRetries: 0 });
const anthropic = (proxy: RunningProxy) =>
  new Anthropic({ apiKey: "sk-secret", baseURL: proxy.address, maxRetries: 0 });

type ChatMessage = OpenAI.ChatCompletionMessageParam;

const log = (name: string) =>
  Array.from(
    { length: 600 },
    (_, line) => `${name} line ${line}: the pump ${line === 300 ? "failed at 14:07" : "ran"}`,
  ).join("\n");
const rules = "You look after a harbour. Answer in one sentence. ".repeat(300);
const call = (id: string): ChatMessage => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "read_log", arguments: '{"caf\u00e9":true}' } }],
});
const result = (id: string): ChatMessage => ({ role: "tool", tool_call_id: id, content: log(id) });
const opening: readonly ChatMessage[] = [
  { role: "system", content: rules },
  { role: "user", content: "When did the pump fail?" },
];

const chat = (proxy: RunningProxy, messages: readonly ChatMessage[]) =>
  openai(proxy).chat.completions.create({ model: "m", messages: [...messages] });
const sentMessages = ({ received }: Upstream, at: number): readonly ChatMessage[] =>
  JSON.parse(received.at(at)?.body ?? "").messages;

describe("OpenAI's Chat Completions", () => {
  test("observing, it passes every byte of a request, and the report says what trimming would save", async () => {
    const { proxy, upstream } = await between(false, (response) => json(response, chatAnswer("ok")));
    await chat(proxy, opening);
    await chat(proxy, [...opening, call("c1"), result("c1")]);
    const answer = await chat(proxy, [
      ...opening,
      call("c1"),
      result("c1"),
      { role: "assistant", content: "At 14:07." },
    ]);
    expect(answer.choices[0]?.message.content).toBe("ok");
    expect(sentMessages(upstream, -1).at(3)).toEqual(result("c1"));
    const report = await (await fetch(`${proxy.address}/winnow/report`)).json();
    expect(report).toMatchObject({ conversations: [{ format: "openai-chat", steps: 3, cuts: 1 }] });
    expect(JSON.stringify(report)).not.toContain("pump");
  });

  test("applying, it cuts a large result at its first step and sends the same bytes in every later one", async () => {
    const { proxy, upstream } = await between(true, (response) => json(response, chatAnswer("ok")));
    const messages: ChatMessage[] = [...opening];
    await chat(proxy, messages);
    const bodies: string[] = [];
    for (let step = 1; step <= 8; step += 1) {
      messages.push(call(`c${step}`), result(`c${step}`));
      await chat(proxy, messages);
      bodies.push(upstream.received.at(-1)?.body ?? "");
    }
    expect(String(sentMessages(upstream, -1).at(3)?.content)).toContain("failed at 14:07");
    expect(String(sentMessages(upstream, -1).at(3)?.content).length).toBeLessThan(log("c1").length / 2);
    const prefixOf = (body: string) => body.slice(0, body.lastIndexOf("]"));
    for (const [at, body] of bodies.slice(1).entries()) expect(body.startsWith(prefixOf(bodies[at] ?? ""))).toBe(true);
  });

  test("in 200 steps no byte of an earlier message changes, except by a compaction", async () => {
    const { proxy, upstream, conversations } = await between(true, (response) => json(response, chatAnswer("ok")));
    const messages: ChatMessage[] = [...opening];
    await chat(proxy, messages);
    let before = "";
    let changed = 0;
    for (let step = 1; step <= 200; step += 1) {
      const id = `c${step}`;
      messages.push(
        call(id),
        step % 40 === 0 ? result(id) : { role: "tool", tool_call_id: id, content: `calm at ${step}` },
      );
      await chat(proxy, messages);
      const body = upstream.received.at(-1)?.body ?? "";
      if (!body.startsWith(before)) changed += 1;
      before = body.slice(0, body.lastIndexOf("]"));
    }
    const [{ compactions, saved } = { compactions: -1, saved: 0 }] = conversations.report();
    expect(changed).toBe(compactions);
    expect(saved).toBeGreaterThan(0);
  });

  test("an unknown conversation that a model has answered passes untouched, and its results stay whole", async () => {
    const { proxy, upstream } = await between(true, (response) => json(response, chatAnswer("ok")));
    const first = [...opening, call("c1"), result("c1")];
    await chat(proxy, first);
    expect(sentMessages(upstream, -1)).toEqual(first);
    await chat(proxy, [...first, call("c2"), result("c2")]);
    expect(sentMessages(upstream, -1).slice(0, 4)).toEqual(first);
    expect(String(sentMessages(upstream, -1).at(5)?.content).length).toBeLessThan(log("c2").length / 2);
  });

  test("concurrent conversations do not mix", async () => {
    const { proxy, upstream } = await between(true, (response) => json(response, chatAnswer("ok")));
    const started = (name: string): ChatMessage[] => [...opening, { role: "user", content: name }];
    await Promise.all(["a", "b"].map((name) => chat(proxy, started(name))));
    await Promise.all(["a", "b"].map((name) => chat(proxy, [...started(name), call(name), result(name)])));
    const texts = upstream.received.slice(2).map(({ body }) => JSON.parse(body).messages);
    for (const messages of texts) expect(messages.at(-1).content).toContain(`${messages[2].content} line 300`);
  });

  test("a stream passes event by event", async () => {
    const { proxy } = await between(true, (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const text of ["The ", "pump"]) {
        const choices = [{ index: 0, delta: { content: text }, finish_reason: null }];
        response.write(
          `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`,
        );
      }
      response.end("data: [DONE]\n\n");
    });
    const stream = await openai(proxy).chat.completions.create({ model: "m", messages: [...opening], stream: true });
    const texts: string[] = [];
    for await (const chunk of stream) texts.push(chunk.choices[0]?.delta.content ?? "");
    expect(texts).toEqual(["The ", "pump"]);
  });

  test("an aborted call is aborted upstream", async () => {
    const { proxy, upstream } = await between(true, (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: {}\n\n");
    });
    const left = new Promise<void>((resolve) => upstream.onAbort(resolve));
    const abort = new AbortController();
    const stream = await openai(proxy).chat.completions.create(
      { model: "m", messages: [...opening], stream: true },
      { signal: abort.signal },
    );
    await stream[Symbol.asyncIterator]().next();
    abort.abort();
    await left;
  });

  test.each([400, 429, 500])(
    "an error of the upstream passes with its status, headers and body: %i",
    async (status) => {
      const error = { message: "no", type: "invalid_request_error", code: "x" };
      const { proxy } = await between(true, (response) => json(response, { error }, status));
      const failed = await chat(proxy, opening).catch((thrown: unknown) => thrown);
      expect(failed).toBeInstanceOf(OpenAI.APIError);
      expect(failed).toMatchObject({ status, requestID: "up-1", code: "x" });
    },
  );

  test("a compressed answer passes unchanged", async () => {
    const { proxy } = await between(true, (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify(chatAnswer("zipped"))));
    });
    expect((await chat(proxy, opening)).choices[0]?.message.content).toBe("zipped");
  });

  test("an upstream that is gone is a 502 whose text the SDK shows", async () => {
    const { proxy, upstream } = await between(true, (response) => json(response, {}));
    upstream.close();
    const failed = await chat(proxy, opening).catch((thrown: unknown) => thrown);
    expect(failed).toMatchObject({ status: 502, message: expect.stringContaining("could not reach the upstream") });
  });

  test("if the proxy itself fails, the original passes", async () => {
    const broken = { select: () => Promise.reject(new RangeError("secret")) };
    const { proxy, upstream, faults } = await between(true, (response) => json(response, chatAnswer("ok")), broken);
    await chat(proxy, opening);
    await chat(proxy, [...opening, call("c1"), result("c1")]);
    expect(sentMessages(upstream, -1).at(3)).toEqual(result("c1"));
    expect(faults).toHaveLength(1);
  });

  test("credentials pass, and `Host` names the upstream", async () => {
    const { proxy, upstream } = await between(true, (response) => json(response, chatAnswer("ok")));
    await chat(proxy, opening);
    expect(upstream.received[0]?.headers).toMatchObject({ authorization: "Bearer sk-secret", host: upstream.url.host });
  });
});

describe("Anthropic's Messages", () => {
  type Params = Anthropic.MessageParam;
  const user: Params = { role: "user", content: `${rules}\nWhen did the pump fail?` };
  const use = (id: string): Params => ({
    role: "assistant",
    content: [{ type: "tool_use", id, name: "read_log", input: {} }],
  });
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } } as const;
  const output = (id: string): Params => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: id, content: log(id) }],
  });
  const picture = (id: string): Params => ({
    role: "user",
    content: [{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: log(id) }, image] }],
  });
  const answer = { id: "x", type: "message", role: "assistant", model: "m", content: [{ type: "text", text: "ok" }] };
  const ask = (proxy: RunningProxy, messages: readonly Params[]) =>
    anthropic(proxy).messages.create({ model: "m", max_tokens: 10, messages: [...messages] });

  test("applying, it cuts results and passes images", async () => {
    const { proxy, upstream } = await between(true, (response) => json(response, answer));
    await ask(proxy, [user]);
    await ask(proxy, [user, use("t1"), output("t1")]);
    await ask(proxy, [user, use("t1"), output("t1"), use("t2"), picture("t2")]);
    const [, , third] = upstream.received.map(({ body }) => JSON.parse(body).messages);
    expect(third[2].content[0].content).toContain("failed at 14:07");
    expect(third[2].content[0].content.length).toBeLessThan(log("t1").length / 2);
    expect(third[4]).toEqual(picture("t2"));
  });
});

describe("OpenAI's Responses", () => {
  const made = (id: string) => ({ type: "function_call", call_id: id, name: "read_log", arguments: "{}" }) as const;
  const output = (id: string) => ({ type: "function_call_output", call_id: id, output: log(id) }) as const;
  const question = { role: "user", content: `${rules}\nWhen did the pump fail?` } as const;
  const answer = { id: "r", object: "response", created_at: 1, model: "m", status: "completed", output: [] };
  const ask = (proxy: RunningProxy, input: OpenAI.Responses.ResponseInput, previous?: string) =>
    openai(proxy).responses.create({ model: "m", input, ...(previous && { previous_response_id: previous }) });

  test("applying, it cuts outputs; a request that continues a stored answer passes", async () => {
    const { proxy, upstream } = await between(true, (response) => json(response, answer));
    await ask(proxy, [question]);
    await ask(proxy, [question, made("f1"), output("f1")]);
    await ask(proxy, [output("f2")], "r1");
    const [, second, third] = upstream.received.map(({ body }) => JSON.parse(body).input);
    expect(second[2].output).toContain("failed at 14:07");
    expect(second[2].output.length).toBeLessThan(log("f1").length / 2);
    expect(third).toEqual([output("f2")]);
  });
});

test("every other request passes through, with its query and body", async () => {
  const { proxy, upstream } = await between(true, (response) => json(response, { data: [] }));
  const answer = await fetch(`${proxy.address}/files?purpose=x`, { method: "PUT", body: "raw" });
  expect([answer.status, await answer.json()]).toEqual([200, { data: [] }]);
  expect(upstream.received[0]).toMatchObject({ method: "PUT", path: "/files?purpose=x", body: "raw" });
});
