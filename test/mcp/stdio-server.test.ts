// The tool through the official client, and what is hostile through the pipe itself.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Client } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REQUEST_BYTES_MAX } from "winnow-client";
import { respondWith, startFaultyServer } from "../../clients/typescript/test/faulty-server.ts";
import { startServiceUnderTest } from "../contract/service-under-test.ts";
import { connected, hello, lines } from "./mcp-process.ts";

const harbour: Record<string, unknown> = JSON.parse(
  await readFile(new URL("../../docs/examples/harbour.json", import.meta.url), "utf8"),
);
const { request_id: _id, ...request } = harbour;
const name = "select_context";

let client: Client;

beforeAll(async () => {
  client = await connected();
});

afterAll(() => client.close());

function textOf({ content }: Awaited<ReturnType<Client["callTool"]>>): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

describe("through the official client", () => {
  test("one tool is offered, that changes nothing", async () => {
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ name, annotations: { readOnlyHint: true, openWorldHint: false } }]);
    expect(tools[0]?.inputSchema.required).toEqual(["records", "task", "budget"]);
    expect(tools[0]?.description).toContain("token budget");
  });

  test("arguments and answers are what the schemas say", async () => {
    const [tool] = (await client.listTools()).tools;
    const ajv = new Ajv2020();
    const takes = ajv.compile(Object(tool?.inputSchema));
    const answers = ajv.compile(Object(tool?.outputSchema));
    expect(takes(request), ajv.errorsText(takes.errors)).toBe(true);
    expect(takes({ ...request, records: [{}] })).toBe(false);
    const { structuredContent } = await client.callTool({ name, arguments: request });
    expect(answers(structuredContent), ajv.errorsText(answers.errors)).toBe(true);
  });

  test("a selection is a block to paste and the whole answer as data", async () => {
    const result = await client.callTool({ name, arguments: harbour });
    expect(result.isError).not.toBe(true);
    expect(textOf(result)).toContain("Oulu is the first harbour of the bay to freeze.");
    expect(result.structuredContent).toMatchObject({
      request_id: "hello-1",
      rendered_context: textOf(result),
      fallback_used: false,
      selected: [{ reason: expect.any(String), spans: expect.any(Array) }, {}],
    });
  });

  test("a request without an id gets one", async () => {
    const { structuredContent } = await client.callTool({ name, arguments: request });
    expect(structuredContent).toMatchObject({ request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["nothing at all", {}, "records is missing"],
    ["a record without text", { ...request, records: [{}] }, "records[0].text is missing"],
    ["a budget that is text", { ...request, budget: { max_context_tokens: "9" } }, "budget.max_context_tokens"],
    [
      "an operating point that is not there",
      { ...request, budget: { max_context_tokens: 9, operating_point: "x" } },
      "engine_error: ",
    ],
    ["more than 6 MiB", { ...request, records: [{ text: "x".repeat(REQUEST_BYTES_MAX) }] }, "more than 6291456"],
    ["names of every object", JSON.parse('{"__proto__":{"records":[]},"constructor":1}'), "is missing"],
  ])("%s is an error that says so, and the next call works", async (_name, args, text) => {
    const result = await client.callTool({ name, arguments: args });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain(text);
    expect(await client.callTool({ name, arguments: request })).not.toMatchObject({ isError: true });
  });

  test("a tool that is not offered is the protocol's own error", async () => {
    await expect(client.callTool({ name: "__proto__", arguments: {} })).rejects.toThrow("__proto__");
  });
});

describe("with a service", () => {
  test("the service answers, with the key from the environment", async () => {
    const service = await startServiceUnderTest();
    const remote = await connected(["--url", service.url], { WINNOW_KEY: service.keys.roomy });
    const result = await remote.callTool({ name, arguments: harbour });
    await remote.close();
    await service.stop();
    expect(result.structuredContent).toMatchObject({ request_id: "hello-1" });
  });

  test.each([
    ["refuses the key", respondWith(403, { Message: "no" }), "forbidden: "],
    ["lies", respondWith(200, {}), "malformed_answer: "],
  ])("one that %s is an error, not a context", async (_name, answer, text) => {
    const server = await startFaultyServer(answer);
    const remote = await connected(["--url", server.url], { WINNOW_KEY: "wnw_secret" });
    const result = await remote.callTool({ name, arguments: harbour });
    await remote.close();
    await server.close();
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain(text);
    expect(textOf(result)).not.toContain("wnw_secret");
  });

  test("no key is wrong usage", async () => {
    const alone = lines("--url", "http://127.0.0.1:1");
    await once(alone.process, "exit");
    expect(alone.process.exitCode).toBe(1);
    expect(alone.problems()).toBe("winnow: --url needs a key in the environment variable WINNOW_KEY\n");
  });
});

test("the configurations of the guide start a server that offers the tool", async () => {
  const guide = await readFile(new URL("../../docs/guides/mcp.md", import.meta.url), "utf8");
  const blocks = [...guide.matchAll(/```json\n([^`]*)```/g)].map((block) => JSON.parse(block[1] ?? ""));
  expect(blocks).toHaveLength(2);
  for (const { mcpServers } of blocks) {
    const { command, args, env }: { command: string; args: [string, ...string[]]; env?: Record<string, string> } =
      mcpServers.winnow;
    expect([command, args[0]]).toEqual(["/path/to/winnow/bin/winnow", "mcp"]);
    const started = await connected(args.slice(1), env);
    expect((await started.listTools()).tools).toHaveLength(1);
    await started.close();
  }
});

describe("through the pipe", () => {
  test("a client of an older revision is served", async () => {
    const old = lines();
    old.send(JSON.stringify(hello));
    expect(await old.next()).toMatchObject({ id: 1, result: { protocolVersion: "2025-06-18" } });
    old.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    old.send(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: request } }));
    expect(await old.next()).toMatchObject({ id: 2, result: { structuredContent: { fallback_used: false } } });
    expect(await old.end()).toBe(0);
  });

  test("what is no message is passed over, and standard output holds answers alone", async () => {
    const hostile = lines();
    hostile.send("GET / HTTP/1.1");
    hostile.send(Buffer.from([0xff, 0xfe, 0x00]).toString("latin1"));
    hostile.send('{"jsonrpc":"2.0","id":7}');
    hostile.send("[".repeat(100_000));
    hostile.send(JSON.stringify(hello));
    expect(await hostile.next()).toMatchObject({ id: 1, result: { serverInfo: { name: "winnow" } } });
    const args = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    hostile.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`);
    expect(await hostile.next()).toMatchObject({ id: 2 });
    expect(await hostile.end()).toBe(0);
  });

  test("a line without an end is not kept", async () => {
    const endless = lines();
    const chunk = "x".repeat(1024 * 1024);
    const gone = once(endless.process, "exit");
    for (let sent = 0; sent < 32 && endless.process.exitCode === null; sent += 1) {
      endless.process.stdin.write(chunk);
    }
    await gone;
    expect(endless.problems()).toMatch(/^winnow: a message is longer than \d+ bytes\n$/);
  });
});
