// `winnow proxy` as a user types it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pricePresets } from "winnow-client";
import { binary, winnow } from "../winnow-process.ts";
import { chatAnswer, json, startUpstream } from "./upstream.ts";

test("it prints its address, passes a request, and prints a summary at the end", async () => {
  const upstream = await startUpstream((response) => json(response, chatAnswer("ok")));
  const child = spawn(binary, ["proxy", "--upstream", `${upstream.url.origin}/v1`, "--port", "0"]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ready = String((await lines.next()).value);
  expect(ready).toMatch(/^winnow proxy is ready on http:\/\/127\.0\.0\.1:\d+, observing$/);
  const address = / on (\S+),/.exec(ready)?.[1] ?? "";
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${address}/chat/completions`, { method: "POST", headers, body });
  expect([answer.status, upstream.received[0]?.path]).toEqual([200, "/v1/chat/completions"]);
  const exit = once(child, "exit");
  child.kill("SIGINT");
  expect((await lines.next()).value).toMatch(/^winnow: 1 conversations; trimming would have saved \$0\.0000/);
  expect(await exit).toEqual([0, null]);
  upstream.close();
});

test("prices are those of the API, of a preset, or of the user's table", async () => {
  const upstream = await startUpstream((response) => json(response, chatAnswer("ok")));
  const table = fileURLToPath(new URL("../../docs/examples/prices.json", import.meta.url));
  const reports: unknown[] = [];
  for (const words of [[], ["--prices", "google"], ["--price-table", table, "--prices", "anthropic"]]) {
    const child = spawn(binary, ["proxy", "--upstream", upstream.url.origin, "--port", "0", ...words]);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const address = / on (\S+),/.exec(String((await lines.next()).value))?.[1] ?? "";
    const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] });
    const headers = { "content-type": "application/json" };
    await fetch(`${address}/v1/chat/completions`, { method: "POST", headers, body });
    const report = await (await fetch(`${address}/winnow/report`)).json();
    reports.push(report);
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    await exit;
  }
  const priced = (prices: object) => ({ count: 1, saved: 0, conversations: [{ format: "openai-chat", prices }] });
  const { openai, google, anthropic } = pricePresets;
  expect(reports).toMatchObject([openai, google, anthropic].map(priced));
  upstream.close();
});

test("prices that are not in the table end it with one line", async () => {
  await expect(winnow("proxy", "--upstream", "http://127.0.0.1:1", "--prices", "none")).rejects.toThrow(
    '--prices is "none", must be one of anthropic, openai, google',
  );
});

test("an upstream that is not an address ends it with one line", async () => {
  await expect(winnow("proxy", "--upstream", "api.example")).rejects.toThrow(
    '--upstream is "api.example", must be an address that begins with https:// or http://',
  );
});
