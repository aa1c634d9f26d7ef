// What the process does during a long call, and when its client leaves in the middle of one.
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hello, type Lines, lines } from "./mcp-process.ts";

/** Some tenths of a second of work: the same few hundred words in different paragraphs. */
const paragraphs = Array.from({ length: 800 }, (_, at) =>
  Array.from({ length: 300 }, (_, word) => `harbour${(at * word) % 397} ferry${word}`).join(" "),
);

const folder = mkdtempSync(join(tmpdir(), "winnow-large-"));
writeFileSync(join(folder, "large.txt"), paragraphs.join("\n\n"));
writeFileSync(join(folder, "small.txt"), paragraphs[0] ?? "");
afterAll(() => rmSync(folder, { recursive: true }));

function call(id: string, path: string): string {
  const args = { paths: [path], task: "When does the ferry leave the harbour?", budget_tokens: 900 };
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "select_context", arguments: args },
  });
}

const large = (id: string) => call(id, "large.txt");
const small = (id: string) => call(id, "small.txt");
const ping = (id: string) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

async function begun(): Promise<Lines> {
  const process = lines("--root", folder);
  process.send(JSON.stringify(hello));
  await process.next();
  process.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return process;
}

/** The ids of answers, in their order, up to this one. */
async function idsUntil({ next }: Lines, last: string, onEach: (id: string) => void = () => {}): Promise<string[]> {
  const ids: string[] = [];
  while (ids.at(-1) !== last) {
    const { id } = Object(await next());
    ids.push(id);
    onEach(id);
  }
  return ids;
}

test("pings and small calls are answered meanwhile", async () => {
  const process = await begun();
  process.send(large("large"));
  process.send(small("small"));
  const ids = await idsUntil(process, "large", (id) => {
    if (id !== "large") process.send(ping("ping"));
  });
  expect(ids[0]).toBe("small");
  // On the thread that reads, a ping would be answered only between two stages.
  expect(ids.length).toBeGreaterThan(50);
  expect(await process.end()).toBe(0);
});

test("a cancelled call delays no other", async () => {
  const process = await begun();
  process.send(large("cancelled"));
  process.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"cancelled"}}');
  process.send(large("wanted"));
  expect(await idsUntil(process, "wanted")).toEqual(["wanted"]);
  expect(await process.end()).toBe(0);
});

test("calls from before the end of standard input are answered", async () => {
  const process = await begun();
  process.send(large("large"));
  process.send(small("small"));
  const ended = process.end();
  expect(await idsUntil(process, "large")).toEqual(["small", "large"]);
  expect(await ended).toBe(0);
});

test("no process remains after its client has left", async () => {
  const { process, send } = await begun();
  const gone = once(process, "exit");
  send(large("large"));
  send(small("small"));
  process.stdout.destroy();
  await gone;
  expect(process.signalCode).toBe(null);
});
