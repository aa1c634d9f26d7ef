// The cost of an agent's loop: the arithmetic of caches, and a run over a folder of conversations.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pricePresets } from "winnow-client";
import { billOf, promptTokens } from "../../bench/loop/billing.ts";
import type { Message } from "../../bench/loop/conversations.ts";
import { root } from "../../tools/project.ts";

const long: Message = { role: "user", content: "The harbour of Oulu freezes first. ".repeat(400) };
const short: Message = { role: "assistant", content: "It does." };

test("a prompt reads from the cache what it shares with the previous one, and writes the rest", () => {
  const { cacheWrite, cacheRead } = pricePresets.anthropic;
  const [first, second] = [promptTokens([long]), promptTokens([long, short])];
  const [one = 0, both = 0] = billOf([[long], [long, short]], "anthropic");
  expect(one).toBeCloseTo((first * cacheWrite) / 1e6, 12);
  expect(both - one).toBeCloseTo((first * cacheRead + (second - first) * cacheWrite) / 1e6, 12);
});

test("after a changed message, everything is a write", () => {
  const changed = { ...short, content: "It does not." };
  const [, same = 0] = billOf(
    [
      [short, long],
      [short, long],
    ],
    "openai",
  );
  const [, other = 0] = billOf(
    [
      [short, long],
      [changed, long],
    ],
    "openai",
  );
  expect(other).toBeGreaterThan(1.5 * same);
});

test("a prompt below the cache's minimum is never cached", () => {
  const [one = 0, both = 0] = billOf([[short], [short]], "google");
  expect(both).toBeCloseTo(2 * one, 12);
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-loop-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("a folder of recorded conversations is billed, and the bars hold", async () => {
  const lines = Array.from(
    { length: 900 },
    (_, n) => `${n}: pump ${n % 7} of the north tower ran at noon without a fault`,
  );
  const log = [...lines.slice(0, 500), "pump 3 failed because its valve froze", ...lines.slice(500)].join("\n");
  const call = (id: string) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id, type: "function", function: { name: "read_log", arguments: "{}" } }],
  });
  const messages = [
    { role: "system", content: "The rules of the harbour are read aloud. ".repeat(400) },
    { role: "user", content: "Why did pump 3 fail?" },
    ...["c1", "c2"].flatMap((id) => [call(id), { role: "tool", tool_call_id: id, content: log }]),
    { role: "assistant", content: "Its valve froze." },
  ];
  await writeFile(join(folder, "pump.json"), JSON.stringify({ messages }));
  const command = [join(root, "bench/loop.ts"), "--data", folder, "--out", join(folder, "out"), "--proxy"];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  expect(stdout).toMatch(/^- holds: every earlier byte identical outside compactions \(\d of \d steps\)$/m);
  expect(stdout).toMatch(/^- holds: through the observing proxy, every byte arrives as it was sent \(4 of 4 steps\)$/m);
  expect(stdout).toMatch(
    /^- holds: the bill of .* the reported one, and never higher than without trimming \(1 of 1 conversations/m,
  );
  expect(stdout).not.toContain("FAILS");
  const [, saved = ""] = /\| recorded \| 1 (?:\| [^|]+ ){3}\| ([\d.]+) %/.exec(stdout) ?? [];
  expect(Number(saved)).toBeGreaterThan(30);
  expect(await readFile(join(folder, "out/loop.svg"), "utf8")).toContain("<polyline");
});
