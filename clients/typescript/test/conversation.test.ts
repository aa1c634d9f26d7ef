// A conversation in each format: what is sent of it, and what is returned.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  aiSdkConversation,
  anthropicConversation,
  type Conversation,
  omittedMark,
  openAiConversation,
} from "../src/client.ts";
import { failing, selecting, standingDown } from "./made-selection.ts";

const openAi = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Plan a trip to Oulu." },
  {
    role: "assistant",
    content: "Let me look.",
    tool_calls: [
      { id: "c1", type: "function", function: { name: "trains", arguments: '{"to":"Oulu"}' } },
      { id: "c2", type: "function", function: { name: "weather", arguments: "{}" } },
    ],
  },
  { role: "tool", tool_call_id: "c1", content: "08:00\n12:00\n16:00" },
  { role: "tool", tool_call_id: "c2", content: [{ type: "text", text: "Snow until Monday." }] },
  { role: "assistant", content: "There are three trains." },
  { role: "user", content: [{ type: "text", text: "And hotels?" }] },
  { role: "assistant", content: "Two of them." },
  { role: "user", content: "Which train is the fastest?" },
];

const anthropic = [
  { role: "user", content: "Plan a trip to Oulu." },
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "c1", name: "trains", input: { to: "Oulu" } },
      { type: "tool_use", id: "c2", name: "weather", input: {} },
    ],
  },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "c1", content: "08:00\n12:00\n16:00" },
      {
        type: "tool_result",
        tool_use_id: "c2",
        content: [{ type: "text", text: "Snow until Monday." }],
        is_error: false,
      },
    ],
  },
  { role: "assistant", content: "There are three trains." },
  { role: "user", content: [{ type: "text", text: "And hotels?" }] },
  { role: "assistant", content: [{ type: "text", text: "Two of them." }] },
  { role: "user", content: "Which train is the fastest?" },
];

const aiSdk = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "Plan a trip to Oulu." }] },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Let me look." },
      { type: "tool-call", toolCallId: "c1", toolName: "trains", input: { to: "Oulu" } },
      { type: "tool-call", toolCallId: "c2", toolName: "weather", input: {} },
    ],
  },
  {
    role: "tool",
    content: [
      {
        type: "tool-result",
        toolCallId: "c1",
        toolName: "trains",
        output: { type: "text", value: "08:00\n12:00\n16:00" },
      },
      { type: "tool-result", toolCallId: "c2", toolName: "weather", output: { type: "json", value: { snow: true } } },
    ],
  },
  { role: "assistant", content: "There are three trains." },
  { role: "user", content: "And hotels?" },
  { role: "assistant", content: "Two of them." },
  { role: "user", content: "Which train is the fastest?" },
];

interface Dialect {
  readonly messages: readonly object[];
  readonly read: () => Conversation<object>;
  /** The ids of the records of the first result, the second one, and the opening words. */
  readonly ids: { readonly trains: string; readonly weather: string; readonly opening: string };
}

const dialects: readonly (readonly [string, Dialect])[] = [
  [
    "openai",
    {
      messages: openAi,
      read: () => openAiConversation(openAi),
      ids: { trains: "m3.0", weather: "m4.0", opening: "m1.0" },
    },
  ],
  [
    "anthropic",
    {
      messages: anthropic,
      read: () => anthropicConversation(anthropic),
      ids: { trains: "m2.0", weather: "m2.1", opening: "m0.0" },
    },
  ],
  [
    "ai sdk",
    {
      messages: aiSdk,
      read: () => aiSdkConversation(aiSdk),
      ids: { trains: "m3.0", weather: "m3.1", opening: "m1.0" },
    },
  ],
];

describe.each(dialects)("%s", (_name, { messages, read, ids }) => {
  test("sends calls with their results, but no instructions and no newest messages", () => {
    const { records } = read();
    expect(records.map(({ kind, step_id, title }) => [kind, step_id, title])).toEqual([
      ["user_input", undefined, undefined],
      ["llm_response", undefined, undefined],
      ["tool_call", "c1", undefined],
      ["tool_call", "c2", undefined],
      ["tool_result", "c1", "trains"],
      ["tool_result", "c2", "weather"],
      ["llm_response", undefined, undefined],
      ["user_input", undefined, undefined],
    ]);
    expect(records.map(({ text }) => text)).toContain('trains {"to":"Oulu"}');
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  test("returns the same messages if everything is kept", () => {
    const given = read();
    expect(given.apply(standingDown())).toBe(messages);
    expect(given.apply(failing(given.records))).toBe(messages);
    const everything = Object.fromEntries(given.records.map(({ id, text }) => [id, text]));
    const back = given.apply(selecting(everything));
    expect(back).toHaveLength(messages.length);
    back.forEach((message, index) => {
      expect(message).toBe(messages[index]);
    });
  });

  test("cuts one result, marks the other, keeps the calls, drops the rest", () => {
    const back = read().apply(selecting({ [ids.trains]: "...[2 lines omitted]\n16:00" }));
    const text = JSON.stringify(back);
    expect(text).toContain("...[2 lines omitted]\\n16:00");
    expect(text).not.toContain("08:00");
    expect(text).not.toContain("Snow until Monday.");
    expect(text).toContain(omittedMark);
    expect(text).not.toContain("There are three trains.");
    expect(text).toContain("Which train is the fastest?");
    const calling = messages.find((message) => JSON.stringify(message).includes("Let me look."));
    expect(back).toContain(calling);
  });

  test("drops calls and results together", () => {
    const text = JSON.stringify(read().apply(selecting({ [ids.opening]: "Plan a trip to Oulu." })));
    expect(text).not.toMatch(/c1|c2|trains/);
  });

  test("still opens with the user", () => {
    const back = read().apply(selecting({ [ids.weather]: "Snow until Monday." }));
    const text = JSON.stringify(back);
    expect(text).not.toContain("Plan a trip");
    const first = back.find((message) => JSON.stringify(message).includes('"user"'));
    expect(JSON.stringify(first)).toContain(omittedMark);
  });

  test("never separates a call from its result, for any selection", () => {
    const given = read();
    fc.assert(
      fc.property(fc.subarray([...given.records]), (kept) => {
        const excerpts = Object.fromEntries(kept.map(({ id, text }) => [id, text.slice(0, 3)]));
        const text = JSON.stringify(given.apply(selecting(excerpts)));
        for (const id of ["c1", "c2"]) expect([0, 2]).toContain(text.split(`"${id}"`).length - 1);
        expect(text).toContain("Which train is the fastest?");
      }),
    );
  });
});

describe("what stays as it is", () => {
  const user = { role: "user", content: "now" };

  test.each<[string, Conversation<object>]>([
    [
      "an image",
      openAiConversation([{ role: "user", content: [{ type: "image_url", image_url: {} }] }, user, user, user]),
    ],
    ["an unknown role", openAiConversation([{ role: "critic", content: "hm" }, user, user, user])],
    [
      "an old form of calling",
      openAiConversation([{ role: "assistant", function_call: {}, content: null }, user, user, user]),
    ],
    [
      "an exchange whose result holds an image",
      anthropicConversation([
        { role: "assistant", content: [{ type: "tool_use", id: "c", name: "n", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: [{ type: "image" }] }] },
        user,
        user,
        user,
      ]),
    ],
    [
      "an exchange whose result is a file",
      openAiConversation([
        { role: "assistant", tool_calls: [{ id: "c", type: "custom", custom: { name: "n", input: "i" } }] },
        { role: "tool", tool_call_id: "c", content: [{ type: "file" }] },
        user,
        user,
        user,
      ]),
    ],
    [
      "a call that waits for approval",
      aiSdkConversation([
        {
          role: "assistant",
          content: [
            { type: "tool-call", toolCallId: "c", toolName: "n", input: {} },
            { type: "tool-approval-request", approvalId: "a", toolCallId: "c" },
          ],
        },
        user,
        user,
        user,
      ]),
    ],
  ])("%s", (_name, { records }) => {
    expect(records.map(({ text }) => text)).toEqual(["now"]);
  });

  test("what the caller pins", () => {
    const { records } = openAiConversation(openAi, { newest: 0, pinned: (message) => message.role === "assistant" });
    expect(records.map(({ text }) => text)).toEqual(["Plan a trip to Oulu.", "And hotels?"]);
  });

  test("the last user text, however far back", () => {
    const long = [user, ...Array.from({ length: 9 }, (_, index) => ({ role: "assistant", content: `step ${index}` }))];
    expect(openAiConversation(long).records).toHaveLength(7);
  });

  test("an empty conversation", () => {
    const { records, apply } = openAiConversation([]);
    expect(records).toEqual([]);
    expect(apply(standingDown())).toEqual([]);
  });
});

test("an empty result goes with its call", () => {
  const call = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c", function: { name: "n", arguments: "{}" } }],
  };
  const messages = [call, { role: "tool", tool_call_id: "c", content: [] }, ...openAi];
  const { records, apply } = openAiConversation(messages);
  expect(records[0]).toMatchObject({ kind: "tool_call", text: "n {}" });
  expect(apply(selecting({ [String(records[0]?.id)]: "n {}" })).slice(0, 2)).toEqual(messages.slice(0, 2));
  expect(JSON.stringify(apply(selecting({ "m8.0": "And hotels?" })))).not.toContain('"c"');
});

test("a data output becomes text if it is cut", () => {
  const back = aiSdkConversation(aiSdk).apply(selecting({ "m3.1": '{"snow"' }));
  expect(JSON.stringify(back)).toContain('"output":{"type":"text","value":"{\\"snow\\""}');
});

test.each<[string, Conversation<object>, string]>([
  ["text", openAiConversation(openAi), "Which train is the fastest?"],
  [
    "parts, without the results among them",
    anthropicConversation([
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c", content: "08:00" },
          { type: "text", text: "And hotels?" },
        ],
      },
    ]),
    "And hotels?",
  ],
  ["an image alone", openAiConversation([{ role: "user", content: [{ type: "image_url" }] }]), ""],
  ["no user message", openAiConversation([{ role: "assistant", content: "Hello" }]), ""],
])("the last words of the user: %s", (_name, { lastUserText }, words) => {
  expect(lastUserText).toBe(words);
});
