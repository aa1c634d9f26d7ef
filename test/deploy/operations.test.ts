// Compares the pages for operators with the alerts, the metrics, the log, the tiers and the figures of the benchmark.
// Runs their commands against a projection.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parseTiers, shippedTiers, type Tier } from "../../src/config/tiers.ts";
import type { CallRecord } from "../../src/telemetry/call-record.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { withMetricsTable } from "../../tools/metrics-table.ts";
import { unwrap } from "../config/checked.ts";
import { scratchDirectory } from "../keys/scratch.ts";
import { restCall } from "../telemetry/rest-call.ts";
import { alertRules } from "./alert-rules.ts";

const docs = new URL("../../docs/", import.meta.url);
const page = readFileSync(new URL("operations.md", docs), "utf8");
const reference = readFileSync(new URL("metrics.md", docs), "utf8");

/** The text below a heading of the second level. */
function section(title: string, of = page): string {
  const [, below = ""] = of.split(`\n## ${title}\n`);
  return below.split("\n## ")[0] ?? "";
}

/** The words in code type in the first column of a section's tables. */
function firstColumn(text: string): readonly string[] {
  return [...text.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word),
  );
}

describe("the runbook", () => {
  test("has a section for each alert, and an alert for each section", () => {
    const sections = [...section("Alerts").matchAll(/^### (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(alertRules.map(({ alert }) => alert));
  });

  test("is where each alert links to", () => {
    const leads = alertRules.map(({ annotations }) => annotations.runbook_url);
    expect(leads).toEqual(alertRules.map(({ alert }) => `docs/operations.md#${alert.toLowerCase()}`));
  });

  test("has no broken link", () => {
    const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) =>
      title.toLowerCase().replaceAll(" ", "-"),
    );
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    const [anchors, files] = [
      links.filter((link) => link.startsWith("#")),
      links.filter((link) => !link.startsWith("#")),
    ];
    expect(anchors.filter((anchor) => !headings.includes(anchor.slice(1)))).toEqual([]);
    expect(files.filter((file) => !existsSync(fileURLToPath(new URL(file, docs))))).toEqual([]);
  });
});

test("the tables of metrics are the code's", () => {
  expect(withMetricsTable(reference)).toBe(reference);
});

test("the sizing figures are those of the linked run", () => {
  const run = /\.\.\/bench\/runs\/[^)]+/.exec(section("Sizing"))?.[0] ?? "";
  const summary = readFileSync(new URL(run, docs), "utf8");
  const quoted = [...section("Sizing").matchAll(/^\| [^|]+ \| ([\d.]+ \w+) \| `([a-z-]+)` \|$/gm)];
  expect(quoted).toHaveLength(5);
  for (const [, figure, benchmark] of quoted)
    expect(summary).toMatch(new RegExp(`^\\| ${benchmark} .*\\| ${figure} \\|`, "m"));
});

describe("the commands", () => {
  const blocks = [...section("Keys").matchAll(/```sh\n([^`]*)```/g)].map(([, block = ""]) => block);

  /** The output of a block in the shell of an operator with a projection in this folder. */
  async function typedIn(folder: string, block: string): Promise<string> {
    const env = { ...process.env, WINNOW_PROJECTION: join(folder, "projection.json") };
    const cwd = fileURLToPath(new URL("..", docs));
    return (await promisify(execFile)("bash", ["-euo", "pipefail", "-c", block], { env, cwd })).stdout;
  }

  test("create, rotate, move, suspend and resume", async () => {
    const scratch = scratchDirectory();
    const typed = (block: string) => typedIn(scratch, block);
    const [create = "", rotate = "", change = "", ...others] = blocks;
    expect(others).toEqual([]);
    expect(await typed(create)).toMatch(/\nwnw_\w+\n$/);
    const [id = ""] = /key_\w+/.exec(await typed("bin/winnow keys list")) ?? [];
    expect(await typed(rotate.replace("KEY_ID", id))).toContain(id);
    expect(await typed(change)).toMatch(/acme +.*scale/);
  });
});

test("the tiers example has the limits of a shipped tier, and the table those of all three", () => {
  const text = section("Tiers");
  const [, example = ""] = /```json\n([^`]*)```/.exec(text) ?? [];
  expect(unwrap(parseTiers(example, "the example")).get("standard")).toEqual(shippedTiers.get("standard"));
  const limits = (pick: (tier: Tier) => unknown) => [...shippedTiers.values()].map(pick);
  const row = (name: string) => text.split("\n").find((line) => line.startsWith(`| \`${name}\``)) ?? "";
  const shown = (name: string) => (row(name).split("|")[3] ?? "").split(", ").map((cell) => cell.trim());
  const numbers = (name: string) =>
    shown(name).map((cell) => (cell === "`null`" ? null : Number(cell.replaceAll(",", ""))));
  expect(numbers("max_input_tokens")).toEqual(limits(({ maxInputTokens }) => maxInputTokens));
  expect(numbers("max_records")).toEqual(limits(({ maxRecords }) => maxRecords));
  expect(numbers("daily_quota")).toEqual(limits(({ dailyQuota }) => dailyQuota));
  expect(shown("rate_per_second")).toEqual(
    limits(({ ratePerSecond, burst }) => `${ratePerSecond} and ${burst.toLocaleString("en")}`),
  );
  expect(numbers("weight")).toEqual(limits(({ weight }) => weight));
  expect(numbers("max_compute_ms")).toEqual(limits(({ maxComputeMs }) => maxComputeMs));
});

const call: CallRecord = {
  ...restCall,
  refused: "throttled",
  queuedMs: 1,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  facts: {
    requestId: "r",
    outcome: "select",
    gateReason: "engage:needle",
    selectionError: "Error",
    selectionErrorAt: "    at select",
    operatingPoint: "p",
    meteredTokens: 3,
    tokensBefore: 2,
    tokensAfter: 1,
  },
};

describe("the log", () => {
  const [calls = "", events = ""] = section("Log", reference).split("There is also one line for each event");

  test("has exactly the fields that the page names", () => {
    const stream = new PassThrough();
    createLog("info", stream).call(call);
    const line: object = JSON.parse(String(stream.read()));
    // Only a line for several calls has a count.
    expect([...Object.keys(line), "count"].sort()).toEqual([...firstColumn(calls)].sort());
  });

  test("has exactly the events that the page names", () => {
    const source = readFileSync(new URL("../src/telemetry/log.ts", docs), "utf8");
    const union = /type ProcessEvent =([^;]+);/.exec(source)?.[1] ?? "";
    const names = [...union.matchAll(/"([a-z_]+)"/g)].map(([, name]) => name);
    expect([...firstColumn(events)].sort()).toEqual(names.sort());
  });
});
