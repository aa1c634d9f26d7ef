// What the process does beside a call that takes long, and when its client goes away in the middle of one.
import { once } from "node:events";
import { expect, test } from "vitest";
import { hello, type Lines, lines } from "./mcp-process.ts";

/** Some tenths of a second of work: the same few hundred words in records that differ. */
const records = Array.from({ length: 800 }, (_, at) => ({
  text: Array.from({ length: 300 }, (_, word) => `harbour${(at * word) % 397} ferry${word}`).join(" "),
}));

function call(id: string, ask: object): string {
  const args = { task: { prompt: "When does the ferry leave the harbour?" }, budget: { max_context_tokens: 900 } };
  const params = { name: "select_context", arguments: { ...args, ...ask } };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
}

const large = (id: string) => call(id, { records });
const small = (id: string) => call(id, { records: records.slice(0, 1) });
const ping = (id: string) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

async function begun(): Promise<Lines> {
  const process = lines();
  process.send(JSON.stringify(hello));
  await process.next();
  process.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return process;
}

/** The ids of answers, in their order, until this one has come. */
async function idsUntil({ next }: Lines, last: string, onEach: (id: string) => void = () => {}): Promise<string[]> {
  const ids: string[] = [];
  while (ids.at(-1) !== last) {
    const { id } = Object(await next());
    ids.push(id);
    onEach(id);
  }
  return ids;
}

test("pings and small calls are answered all the while", async () => {
  const process = await begun();
  process.send(large("large"));
  process.send(small("small"));
  const ids = await idsUntil(process, "large", (id) => {
    if (id !== "large") process.send(ping("ping"));
  });
  expect(ids[0]).toBe("small");
  // On the thread that reads, one would be answered between two stages.
  expect(ids.length).toBeGreaterThan(50);
  expect(await process.end()).toBe(0);
});

test("a call that is cancelled holds up no other", async () => {
  const process = await begun();
  process.send(large("given up"));
  process.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"given up"}}');
  process.send(large("wanted"));
  expect(await idsUntil(process, "wanted")).toEqual(["wanted"]);
  expect(await process.end()).toBe(0);
});

test("what was asked before the end of standard input is answered", async () => {
  const process = await begun();
  process.send(large("large"));
  process.send(small("small"));
  const ended = process.end();
  expect(await idsUntil(process, "large")).toEqual(["small", "large"]);
  expect(await ended).toBe(0);
});

test("a client that is gone leaves no process behind", async () => {
  const { process, send } = await begun();
  const gone = once(process, "exit");
  send(large("large"));
  send(small("small"));
  process.stdout.destroy();
  await gone;
  expect(process.signalCode).toBe(null);
});
