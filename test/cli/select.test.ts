import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { binary, winnow } from "../winnow-process.ts";

const example = fileURLToPath(new URL("../../docs/examples/incident.json", import.meta.url));

const folder = await mkdtemp(join(tmpdir(), "winnow-input-"));
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const lines = Array.from({ length: 200 }, (_, at) => `line ${at}: ${at === 120 ? "pump 7 stopped" : "all quiet"}`);
const ask = ["--task", "Which pump stopped?", "--budget", "150"];
const openAi = [
  { role: "user", content: "Read the log." },
  {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c", type: "function", function: { name: "log", arguments: "{}" } }],
  },
  { role: "tool", tool_call_id: "c", content: lines.join("\n") },
  { role: "user", content: "Which pump stopped?" },
];
const anthropic = [
  { role: "user", content: "Read the log." },
  { role: "assistant", content: [{ type: "tool_use", id: "c", name: "log", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: lines.join("\n") }] },
  { role: "user", content: "Which pump stopped?" },
];
const aiSdk = [
  { role: "user", content: "Read the log." },
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "log", input: {} }] },
  {
    role: "tool",
    content: [
      { type: "tool-result", toolCallId: "c", toolName: "log", output: { type: "text", value: lines.join("\n") } },
    ],
  },
  { role: "user", content: "Which pump stopped?" },
];

test.each([
  ["a log", "pump.log", lines.join("\n")],
  ["Markdown", "pump.md", `# Pumps\n\n${lines.join("\n\n")}`],
  ["JSON", "pump.json", JSON.stringify({ lines })],
  ["NDJSON", "pump.ndjson", lines.map((text) => JSON.stringify({ text })).join("\n")],
  ["a list of records", "records.json", JSON.stringify(lines.map((text) => ({ text })))],
  ["OpenAI's messages", "openai.json", JSON.stringify(openAi)],
  ["a request of OpenAI's", "body.json", JSON.stringify({ model: "m", messages: openAi })],
  ["Anthropic's messages", "anthropic.json", JSON.stringify(anthropic)],
  ["the AI SDK's messages", "ai-sdk.json", JSON.stringify(aiSdk)],
])("winnow select --text prints the block of %s", async (_what, name, content) => {
  const block = await winnow("select", ...ask, "--text", await file(name, content));
  expect(block).toContain("pump 7 stopped");
  expect(block).not.toContain("line 60:");
});

test("a conversation provides its own task", async () => {
  expect(await winnow("select", "--budget", "150", "--text", await file("own.json", JSON.stringify(openAi)))).toContain(
    "pump 7 stopped",
  );
});

test("several files are one context, each with its name as title", async () => {
  const files = [await file("a.log", lines.join("\n")), await file("b.md", "Pump 9 was painted.\n".repeat(50))];
  const { records_available } = JSON.parse(await winnow("select", ...ask, "--json", ...files));
  expect(records_available).toBe(2);
});

test("standard input is read", () => {
  const block = execFileSync(binary, ["select", ...ask, "--text", "-"], { input: lines.join("\n"), encoding: "utf8" });
  expect(block).toContain("pump 7 stopped");
});

test("winnow select writes the report in addition to its output", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-select-"));
  const out = join(folder, "report.html");
  const { tokens_after: sent } = JSON.parse(await winnow("select", example, "--json", "--html", out));
  const page = await readFile(out, "utf8");
  await rm(folder, { recursive: true });
  expect(page).toContain(`<h1>${sent} of 3,928 tokens sent`);
});
