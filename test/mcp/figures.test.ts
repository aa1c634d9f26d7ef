// How many tokens the model writes and reads, without and with `winnow mcp`. The guide's tables have the same figures.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLocalService } from "../../src/local/service.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { connected, connectedTo } from "./mcp-process.ts";
import { logText } from "./sample-server.ts";

const task = "When did the pump fail?";
const folder = mkdtempSync(join(tmpdir(), "winnow-figures-"));
writeFileSync(join(folder, "north.log"), logText("north"));
const server = fileURLToPath(new URL("sample-server.ts", import.meta.url));
const { client: local, close } = createLocalService({ strict: true, timeoutMs: 60_000, onProblem: () => {} });

let select: Client;
let plain: Client;
let wrapped: Client;

beforeAll(async () => {
  [select, plain, wrapped] = await Promise.all([
    connected(["--root", folder]),
    connectedTo(process.execPath, [server]),
    connected(["--wrap", "--", process.execPath, server]),
  ]);
});

afterAll(async () => {
  await Promise.all([select.close(), plain.close(), wrapped.close(), close()]);
  rmSync(folder, { recursive: true });
});

interface Tokens {
  readonly written: number;
  readonly read: number;
}

async function called(client: Client, name: string, args: Record<string, unknown>): Promise<Tokens> {
  const result = await client.callTool({ name, arguments: args });
  return { written: countTokens(JSON.stringify(args)), read: countTokens(textOf(result)) };
}

function textOf({ content }: Awaited<ReturnType<Client["callTool"]>>): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

async function definition(client: Client): Promise<number> {
  return countTokens(JSON.stringify((await client.listTools()).tools));
}

/** The guide's figures, by the first cell of their rows. */
function guideRows(): ReadonlyMap<string, Tokens> {
  const guide = readFileSync(new URL("../../docs/guides/mcp.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \|$/gm)];
  const number = (text = "") => Number(text.replaceAll(",", ""));
  return new Map(rows.map(([, name = "", written, read]) => [name, { written: number(written), read: number(read) }]));
}

/** Rounded as in the guide. */
function expectInGuide(name: string, measured: Tokens): void {
  const stated = guideRows().get(name);
  expect([name, stated?.written, stated?.read]).not.toContain(undefined);
  expect(measured.written / (stated?.written ?? 0), name).toBeCloseTo(1, 1);
  expect(measured.read / (stated?.read ?? 0), name).toBeCloseTo(1, 1);
}

test("select_context: the model writes a line instead of the records, and reads the block once", async () => {
  const records = [{ id: "north.log", text: logText("north") }];
  const asked = { records, task: { prompt: task }, budget: { max_context_tokens: 1_000 } };
  const { response, context } = await local.select({ request_id: "x", ...asked });
  const before = {
    written: countTokens(JSON.stringify(asked)),
    read: countTokens(context) + countTokens(JSON.stringify(response)),
  };
  const after = await called(select, "select_context", { paths: ["north.log"], task, budget_tokens: 1_000 });
  expect(after.written).toBeLessThan(50);
  expect(after.written + after.read).toBeLessThan(0.15 * (before.written + before.read));
  const whole = { written: countTokens(JSON.stringify({ path: "north.log" })), read: countTokens(logText("north")) };
  expectInGuide("the file read whole", whole);
  expectInGuide("a tool that takes texts", before);
  expectInGuide("`select_context` with paths", after);
  expect(await definition(select)).toBeLessThanOrEqual(350);
});

test("--wrap: a large result costs less, and an expansion counts against that", async () => {
  const args = { name: "north" };
  const before = await called(plain, "read_log", args);
  const added = (await definition(wrapped)) - (await definition(plain));
  const after = await called(wrapped, "read_log", { ...args, focus: task });
  const again = textOf(await wrapped.callTool({ name: "read_log", arguments: { ...args, focus: task } }));
  const expansion = await called(wrapped, "winnow_expand", { handle: /\[(w\d+):/.exec(again)?.[1] });
  expect(after.read + after.written + added).toBeLessThan(0.6 * (before.read + before.written));
  expectInGuide("the server alone", before);
  expectInGuide("wrapped", after);
  expectInGuide("wrapped, and expanded", {
    written: after.written + expansion.written,
    read: after.read + expansion.read,
  });
  // One session of tools: the `focus` of each of the nine tools, and winnow_expand.
  expect(added).toBeLessThan(300);
});
