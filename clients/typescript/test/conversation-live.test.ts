// A long conversation through a real service and back: smaller, unchanged where it must be, and with the answer in it.
import { expect, test } from "vitest";
import { pool } from "../../../test/contract/pools.ts";
import { startServiceUnderTest } from "../../../test/contract/service-under-test.ts";
import { createClient, openAiConversation } from "../src/client.ts";

const question = "How many items were counted at the archive in report 7?";

const messages = [
  { role: "system", content: "You answer questions about reports." },
  { role: "user", content: "Read all the reports." },
  ...pool().flatMap(({ text }, index) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: `c${index}`, type: "function", function: { name: "read_report", arguments: `{"n":${index}}` } },
      ],
    },
    { role: "tool", tool_call_id: `c${index}`, content: text },
  ]),
  { role: "assistant", content: "I have read them." },
  { role: "user", content: question },
];

test("a conversation comes back smaller, with the answer in it", async () => {
  const service = await startServiceUnderTest({ workers: "0" });
  const client = createClient({ baseUrl: service.url, apiKey: service.keys.roomy });
  const { records, apply } = openAiConversation(messages);
  const budget = { max_context_tokens: 300 };
  const selection = await client.select({ request_id: "turn-42", records, task: { prompt: question }, budget });
  await service.stop();
  expect(selection.response).toMatchObject({ fallback_used: false });
  const smaller = JSON.stringify(apply(selection));
  expect(smaller).toContain("They counted 270 items");
  expect(smaller.length).toBeLessThan(JSON.stringify(messages).length / 2);
  for (let index = 0; index < 20; index += 1) {
    expect([0, 2], `call ${index}`).toContain(smaller.split(`"c${index}"`).length - 1);
  }
  expect(apply(selection).slice(-2)).toEqual(messages.slice(-2));
});
