// The tool through the official client, and hostile messages through the pipe itself.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { respondWith, startFaultyServer } from "../../clients/typescript/test/faulty-server.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { startServiceUnderTest } from "../contract/service-under-test.ts";
import { connected, hello, lines } from "./mcp-process.ts";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const name = "select_context";
const ask = { paths: ["examples/harbour.json"], task: "Which harbour freezes first?", budget_tokens: 200 };

let client: Client;

beforeAll(async () => {
  client = await connected(["--root", docs]);
});

afterAll(() => client.close());

type Result = Awaited<ReturnType<Client["callTool"]>>;

function textOf({ content }: Result): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

describe("through the official client", () => {
  test("it offers one read-only tool with a definition of at most 350 tokens", async () => {
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([{ name, annotations: { readOnlyHint: true, openWorldHint: false } }]);
    expect(tools[0]?.inputSchema.required).toEqual(["paths", "task"]);
    expect(countTokens(JSON.stringify(tools[0]))).toBeLessThanOrEqual(350);
  });

  test("its schema accepts the same arguments as the tool", async () => {
    const [tool] = (await client.listTools()).tools;
    const takes = new Ajv2020().compile(Object(tool?.inputSchema));
    expect(
      [ask, { ...ask, paths: [] }, { ...ask, budget_tokens: 0 }, { ...ask, records: [] }].map((args) => takes(args)),
    ).toEqual([true, false, false, false]);
  });

  test("the answer is the selected block, once", async () => {
    const result = await client.callTool({ name, arguments: ask });
    expect(textOf(result)).toContain("Oulu is the first harbour of the bay to freeze.");
    expect(countTokens(textOf(result))).toBeLessThanOrEqual(200);
    expect(result.content).toHaveLength(1);
    expect(result.structuredContent).toBeUndefined();
  });

  test("several files are one selection, each under its name", async () => {
    const args = { paths: ["guides/*.md", "agent-loop.md"], task: "Which port does winnow proxy listen on?" };
    const text = textOf(await client.callTool({ name, arguments: args }));
    expect(text).toContain("http://127.0.0.1:8091");
    expect(countTokens(text)).toBeLessThanOrEqual(4_000);
  });

  test("files that fit are returned in full", async () => {
    const args = { ...ask, paths: ["guides/proxy.md"], task: "Everything about the proxy", budget_tokens: 10_000 };
    const text = textOf(await client.callTool({ name, arguments: args }));
    expect(text).toContain((await readFile(`${docs}/guides/proxy.md`, "utf8")).trim());
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["nothing at all", {}, "paths is not a list"],
    ["a path that is not a text", { ...ask, paths: [1] }, "paths is not a list"],
    ["no task", { ...ask, task: " " }, "task is not a text"],
    ["a budget that is a text", { ...ask, budget_tokens: "9" }, "budget_tokens is not a whole number"],
    ["another argument", { ...ask, records: [] }, "records is not an argument"],
    ["a file outside", { ...ask, paths: ["../package.json"] }, "leaves the allowed folders"],
    ["a name that every object has", JSON.parse('{"__proto__":{"paths":["x"]}}'), "paths is not a list"],
  ])("%s is an error that says so, and the next call works", async (_name, args, text) => {
    const result = await client.callTool({ name, arguments: args });
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain(text);
    expect(await client.callTool({ name, arguments: ask })).not.toMatchObject({ isError: true });
  });

  test("an unknown tool gets the protocol's own error", async () => {
    await expect(client.callTool({ name: "__proto__", arguments: {} })).rejects.toThrow("__proto__");
  });

  test("without --root the working folder is allowed, and nothing else", async () => {
    const here = await connected();
    expect(textOf(await here.callTool({ name, arguments: { ...ask, paths: ["/etc/hostname"] } }))).toContain(
      process.cwd(),
    );
    await here.close();
  });
});

describe("with a service", () => {
  test("the service selects, with the key from the environment", async () => {
    const service = await startServiceUnderTest({ workers: "0" });
    const remote = await connected(["--root", docs, "--url", service.url], { WINNOW_KEY: service.keys.roomy });
    const result = await remote.callTool({ name, arguments: ask });
    await remote.close();
    await service.stop();
    expect(textOf(result)).toContain("Oulu is the first harbour of the bay to freeze.");
  });

  test.each([
    ["refuses the key", respondWith(403, { Message: "no" }), "forbidden: "],
    ["answers wrongly", respondWith(200, {}), "malformed_answer: "],
  ])("one that %s is an error and no context", async (_name, answer, text) => {
    const server = await startFaultyServer(answer);
    const remote = await connected(["--root", docs, "--url", server.url], { WINNOW_KEY: "wnw_secret" });
    const result = await remote.callTool({ name, arguments: ask });
    await remote.close();
    await server.close();
    expect(result).toMatchObject({ isError: true });
    expect(textOf(result)).toContain(text);
    expect(textOf(result)).not.toContain("wnw_secret");
  });

  test("a missing key is a usage error", async () => {
    const alone = lines("--url", "http://127.0.0.1:1");
    await once(alone.process, "exit");
    expect(alone.process.exitCode).toBe(1);
    expect(alone.problems()).toBe("winnow: --url needs a key in the environment variable WINNOW_KEY\n");
  });
});

test("the configurations of the guide start a server that offers its tool", async () => {
  const guide = await readFile(`${docs}/guides/mcp.md`, "utf8");
  const blocks = [...guide.matchAll(/```json\n([^`]*)```/g)].map((block) => JSON.parse(block[1] ?? ""));
  const sample = [process.execPath, fileURLToPath(new URL("sample-server.ts", import.meta.url))];
  const offered: string[][] = [];
  for (const { mcpServers } of blocks) {
    const [configured]: Configured[] = Object.values(mcpServers);
    expect([configured?.command, configured?.args[0]]).toEqual(["/path/to/winnow/bin/winnow", "mcp"]);
    const args = configured?.args.slice(1).map((word) => (word === "/path/to/project" ? docs : word)) ?? [];
    // The server of the guide would have to be downloaded.
    const behind = args.indexOf("npx");
    const started = await connected(behind < 0 ? args : [...args.slice(0, behind), ...sample], configured?.env);
    offered.push((await started.listTools()).tools.map((tool) => tool.name));
    await started.close();
  }
  expect(offered.map((names) => names.at(-1))).toEqual([name, name, "winnow_expand"]);
});

interface Configured {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

describe("through the pipe", () => {
  const call = (id: number, args: unknown) =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

  test("a client of an older revision is served", async () => {
    const old = lines("--root", docs);
    old.send(JSON.stringify(hello));
    expect(await old.next()).toMatchObject({ id: 1, result: { protocolVersion: "2025-06-18" } });
    old.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    old.send(call(2, ask));
    expect(await old.next()).toMatchObject({ id: 2, result: { content: [{ type: "text" }] } });
    expect(await old.end()).toBe(0);
  });

  test("lines that are not messages are skipped, and standard output has only answers", async () => {
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
    expect(endless.problems()).toBe("winnow: a message is longer than 1048576 bytes\n");
  });
});
