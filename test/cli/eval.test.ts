import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool } from "../contract/pools.ts";
import { winnow } from "../winnow-process.ts";

const example = fileURLToPath(new URL("../../docs/examples/incident.json", import.meta.url));
const plain = {
  task: { prompt: "How many items were counted at the archive in report 7?" },
  budget: { max_context_tokens: 250 },
  records: pool(),
};
const labelled = { id: "labelled-1", request: plain, gold: { answers: ["items", "zeppelin"] } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-eval-"));
  await mkdir(join(folder, "traffic", "more"), { recursive: true });
  const lines = [plain, labelled, { records: "none" }, { ...plain, budget: {} }].map((one) => JSON.stringify(one));
  await writeFile(join(folder, "traffic", "a.jsonl"), `${lines.join("\n")}\n\n{half`);
  await writeFile(join(folder, "traffic", "b.ndjson.gz"), gzipSync(JSON.stringify(labelled)));
  await writeFile(join(folder, "traffic", "more", "c.json"), await readFile(example));
  await writeFile(join(folder, "traffic", "more", "d.json.gz"), "no gzip");
  await writeFile(join(folder, "traffic", "notes.txt"), "not a request");
});
afterAll(() => rm(folder, { recursive: true }));

describe("winnow eval", () => {
  test("answers every readable request and names the others", async () => {
    const [json, page] = [join(folder, "out.json"), join(folder, "out.html")];
    const shown = await winnow("eval", join(folder, "traffic"), "--json", json, "--html", page);
    const { total, groups, requests, not_read } = JSON.parse(await readFile(json, "utf8"));
    expect(total).toMatchObject({ requests: 5, labelled: 2, evidence: 0.5, complete: 0 });
    expect(groups.map(({ group }: { group: string }) => group)).toEqual(["a.jsonl", "b.ndjson.gz", "more"]);
    expect(requests.map(({ name }: { name: string }) => name)).toEqual([
      "a.jsonl:1",
      "labelled-1",
      "a.jsonl:4",
      "labelled-1",
      "demo-1",
    ]);
    expect(not_read).toEqual([
      { place: "a.jsonl:3", problem: "no records and no messages: expected a request or a conversation" },
      { place: "a.jsonl:6", problem: expect.stringContaining("not valid JSON") },
      { place: "more/d.json.gz", problem: "is not valid gzip: incorrect header check" },
    ]);
    expect(shown).toMatch(/^all +5 /m);
    expect(shown).toContain("not read: 3");
    expect(await readFile(page, "utf8")).toContain("saved over 5 requests");
    const report = await readFile(join(folder, "out-requests", "0005.html"), "utf8");
    expect(report).toMatch(/class="reason"[^>]*>no room; needs a budget of [\d,]+ tokens</);
  });

  test("uses a share of each request as its budget", async () => {
    const json = join(folder, "share.json");
    await winnow("eval", join(folder, "traffic", "a.jsonl"), "--budget", "20%", "--json", json);
    const { requests } = JSON.parse(await readFile(json, "utf8"));
    expect(requests).toHaveLength(3);
    for (const one of requests) expect(one.tokens_sent).toBeLessThanOrEqual(Math.ceil(0.2 * one.tokens_before));
  });

  test("reports an error that many requests share once", async () => {
    const lines = join(folder, "logged.jsonl");
    await writeFile(lines, `${JSON.stringify({ ...plain, task: {} })}\n`.repeat(30));
    const failed = await winnow("eval", lines).catch((error) => error);
    expect(failed.stdout).toMatch(/^task\.prompt is missing +30 +logged\.jsonl:1$/m);
  });

  test("says that cutting a growing conversation afresh costs more than it saves", async () => {
    const log = join(folder, "conversation.jsonl");
    const texts = Array.from(
      { length: 60 },
      (_, at) => `Report ${at}: ${"the crew counted items at the archive. ".repeat(20)}`,
    );
    const steps = texts.map((_, at) => [
      ...texts.slice(0, at + 1).map((content) => ({ role: "tool", tool_call_id: "c", content })),
      { role: "user", content: `How many items were counted in report ${at}?` },
    ]);
    await writeFile(log, steps.map((messages) => JSON.stringify({ messages })).join("\n"));
    const shown = await winnow("eval", log, "--budget", "75%");
    expect(shown).toMatch(/^anthropic .* costs \$\d+\.\d+ more than it saves$/m);
  });

  test("prices prompts by a file, and names a violation in one", async () => {
    const [good, bad] = [join(folder, "prices.json"), join(folder, "bad.json")];
    await writeFile(good, '{"mine":{"input":1000,"cacheWrite":1000,"cacheRead":1000,"cacheMinTokens":0}}');
    await writeFile(bad, '{"mine":{"input":"3"}}');
    expect(await winnow("eval", example, "--prices", good)).toMatch(/^mine +\$3\.9\d +\$\d\.\d+ +\$\d\.\d+ \(/m);
    const stderr = `winnow: ${bad} mine.input must be a number from 0\n`;
    await expect(winnow("eval", example, "--prices", bad)).rejects.toMatchObject({ code: 1, stderr });
  });

  test("reads message logs, with a quarter of each as the budget if none is given", async () => {
    const lines = join(folder, "messages.jsonl");
    const texts = plain.records.map(({ text }) => ({ role: "tool", tool_call_id: "c", content: text }));
    const messages = [...texts, { role: "user", content: plain.task.prompt }];
    await writeFile(lines, `${JSON.stringify({ model: "m", messages })}\n`.repeat(3));
    const json = join(folder, "messages.json");
    expect(await winnow("eval", lines, "--json", json)).toMatch(/^all +3 /m);
    for (const one of JSON.parse(await readFile(json, "utf8")).requests) {
      expect(one.tokens_sent).toBeLessThanOrEqual(Math.ceil(0.25 * one.tokens_before));
    }
  });

  test.each([
    ["a budget of zero", ["eval", ".", "--budget", "0%"], 2, expect.stringContaining("such as 25%")],
    [
      "a page that cannot be written, before it begins",
      ["eval", ".", "--html", "/no/such/out.html"],
      1,
      "winnow: /no/such/out.html cannot be written: ENOENT\n",
    ],
    [
      "a folder without requests",
      ["eval", "docs/images"],
      1,
      expect.stringMatching(/docs\/images: expected \*\.json, /),
    ],
    ["a missing folder", ["eval", "/no/such"], 1, "winnow: /no/such cannot be read: ENOENT\n"],
  ])("ends with its exit code on %s", async (_name, words, code, stderr) => {
    await expect(winnow(...words)).rejects.toMatchObject({ code, stderr });
  });
});
