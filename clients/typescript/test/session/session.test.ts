// Behaviour that the table of sessions cannot express: money, the order of calls, aborts, stored ledgers, the expand
// tool.
import { describe, expect, test } from "vitest";
import { countTokens } from "../../../../src/text/tokens.ts";
import {
  anthropicExpandTool,
  type ContextRequest,
  createSession,
  expandTool,
  openAiExpandTool,
  pricePresets,
  viewOpenAi,
} from "../../src/client.ts";
import { scriptedClient } from "../adapters/scripted-client.ts";
import { failing, selecting } from "../made-selection.ts";

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
  readonly tool_call_id?: string;
}

const rules: Message = { role: "system", content: "The rules of the harbour are read aloud. ".repeat(300) };
const question: Message = { role: "user", content: "Why did the pump fail?" };
const log = "The pump ran at noon. ".repeat(600);

function call(id: string, name = "read"): Message {
  return {
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
  };
}

function result(id: string, content = log): Message {
  return { role: "tool", tool_call_id: id, content };
}

const keepsFirstWords = ({ records }: ContextRequest) =>
  selecting(Object.fromEntries(records.map(({ id, text }) => [id ?? "", text.slice(0, 40)])));

function sessionUnderTest(answer = keepsFirstWords) {
  const client = scriptedClient(answer);
  return { client, session: createSession<Message>({ client, view: viewOpenAi }) };
}

const opening = [rules, question, call("c1"), result("c1")];
const expansion = [call("x1", "winnow_expand"), result("x1")];

describe("the bill", () => {
  test("is smaller by the tokens that a cut does not write and does not read later", async () => {
    const { session } = sessionUnderTest();
    await session.prepare(opening);
    const first = session.figures();
    await session.prepare([...opening, { role: "assistant", content: "It ran at noon." }, question]);
    const second = session.figures();
    const omitted = first.untrimmed.tokens - first.sent.tokens;
    const { cacheRead, cacheWrite } = pricePresets.anthropic;
    expect(omitted).toBeGreaterThan(3_000);
    expect(first.saved).toBeCloseTo((omitted * cacheWrite) / 1e6, 9);
    expect(second.saved - first.saved).toBeCloseTo((omitted * cacheRead) / 1e6, 9);
    expect(second.summary).toMatch(/^saved \$0\.\d{4} \(\d+\.\d %\) of \$0\.\d{4} for prompts, net of cache prices/);
  });

  test("includes expansions, and says if the session costs more than it saves", async () => {
    const { session } = sessionUnderTest();
    await session.prepare(opening);
    const saved = session.figures().saved;
    expect(session.expand("w1")).toBe(log);
    await session.prepare([...opening, ...expansion]);
    const { saved: left, expansions, summary } = session.figures();
    expect({ expansions, isLess: left < saved, isNegative: left < 0 }).toEqual({
      ...{ expansions: 1, isLess: true, isNegative: true },
    });
    expect(summary).toMatch(/^costs \$0\.\d{4} more than it saves/);
  });
});

describe("a session", () => {
  test("prepares prompts one after the other, so a result gets one decision", async () => {
    const { client, session } = sessionUnderTest();
    const prompts = await Promise.all([session.prepare(opening), session.prepare(opening)]);
    expect(prompts[1]).toEqual(prompts[0]);
    expect(client.asked).toHaveLength(1);
  });

  test("continues after an aborted call, without a decision", async () => {
    const reason = new Error("enough");
    let isAborted = true;
    const client = {
      select: async (request: ContextRequest) => {
        if (isAborted) throw reason;
        return keepsFirstWords(request);
      },
    };
    const session = createSession<Message>({ client, view: viewOpenAi });
    await expect(session.prepare(opening)).rejects.toBe(reason);
    isAborted = false;
    await session.prepare(opening);
    expect(session.figures()).toMatchObject({ cuts: 1, steps: 1 });
  });

  test("passes on the signal of a step", async () => {
    const { client, session } = sessionUnderTest();
    const { signal } = new AbortController();
    await session.prepare(opening, { signal });
    expect(client.asked[0]?.options?.signal).toBe(signal);
  });

  test("returns the same objects for unchanged messages", async () => {
    const { session } = sessionUnderTest();
    const sent = await session.prepare(opening);
    expect(sent.map((message, index) => message === opening[index])).toEqual([true, true, true, false]);
    expect(opening[3]?.content).toBe(log);
  });

  test("is stored as plain JSON, and rejects a ledger of another version", () => {
    const { session } = sessionUnderTest();
    expect(JSON.parse(JSON.stringify(session))).toEqual({ version: 1, next: 1, entries: [] });
    const ledger = JSON.parse('{"version":2,"next":1,"entries":[]}');
    const client = scriptedClient(() => failing([]));
    expect(() => createSession<Message>({ client, view: viewOpenAi, ledger })).toThrow(/ledger\.version is 2/);
  });

  test("beyond a limit, drops the oldest results that are no longer in the conversation", async () => {
    const { session } = sessionUnderTest();
    const large = "x".repeat(8_000_000);
    for (const id of ["c1", "c2", "c3", "c4"]) {
      await session.prepare([rules, question, call(id), result(id, large)]);
    }
    const calls = JSON.parse(JSON.stringify(session)).entries.map(({ call }: { call: string }) => call);
    expect(calls).toEqual(["c2", "c3", "c4"]);
    expect(session.expand("w1")).toBeNull();
  });
});

test.each([
  ["plain", expandTool],
  ["OpenAI's", openAiExpandTool],
  ["Anthropic's", anthropicExpandTool],
])("the expand tool in %s shape costs at most 75 tokens", (_name, definition) => {
  expect(countTokens(JSON.stringify(definition))).toBeLessThanOrEqual(75);
});
