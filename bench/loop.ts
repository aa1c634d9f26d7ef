// What an agent's loop costs with and without a session. Replays conversations step by step in three ways: untrimmed,
// cut afresh before each step, and through a session. Bills each by the cache rules of three providers, and compares
// the figures with their bars. Writes a page with the figures and a plot.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pricePresets } from "winnow-client";
import { createLocalService } from "../src/local/service.ts";
import { commandLine, shareOf, wholeNumber } from "./command-line.ts";
import { providers } from "./loop/billing.ts";
import { type Conversation, conversationsIn } from "./loop/conversations.ts";
import { type Bar, barsOf, longestCurve, percent, type Replayed, rowsOf, type SuiteRow } from "./loop/figures.ts";
import { replay, type Tuning } from "./loop/replay.ts";
import { replayThroughProxy } from "./loop/through-proxy.ts";
import { plot } from "./speed/harness/svg-plot.ts";

const usage = `make loop DATA=DIR ARGS="[--suites a,b] [--limit N] [--chain N] [--out DIR]
  [--threshold TOKENS] [--keep SHARE] [--proxy]"
DATA holds labelled cases (*.jsonl, *.jsonl.gz) or recorded conversations (*.json: lists of OpenAI messages).
--chain N joins N cases of a suite into one long conversation. --limit N takes N conversations of each suite.
--proxy also replays them through winnow proxy, and checks what its upstream receives against bars of its own.`;

const { conversations, tuning, out, proxy } = commandLine(usage, () => {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      suites: { type: "string" },
      limit: { type: "string" },
      chain: { type: "string", default: "1" },
      out: { type: "string" },
      threshold: { type: "string" },
      keep: { type: "string" },
      proxy: { type: "boolean", default: false },
    },
  });
  if (values.data === undefined) throw new Error("--data is missing: a folder of conversations");
  const all = conversationsIn(values.data, values.suites?.split(",") ?? null, wholeNumber("--chain", values.chain));
  const limit = values.limit === undefined ? Number.POSITIVE_INFINITY : wholeNumber("--limit", values.limit);
  const bySuite = Map.groupBy(all, ({ suite }) => suite);
  const conversations = [...bySuite.values()].flatMap((of) => of.slice(0, limit));
  if (conversations.length === 0) throw new Error(`${values.data} holds no conversation with tool results`);
  const tuning = {
    ...(values.threshold === undefined ? {} : { thresholdTokens: wholeNumber("--threshold", values.threshold) }),
    ...(values.keep === undefined ? {} : { keep: shareOf("--keep", values.keep) }),
  };
  return { conversations, tuning, out: values.out ?? null, proxy: values.proxy };
});

/** An overloaded machine must not let a selection fail open. */
const TIMEOUT_MS = 600_000;

const onProblem = (problem: string) => process.stderr.write(`${problem}\n`);
const { client, close } = createLocalService({ strict: true, timeoutMs: TIMEOUT_MS, onProblem });

async function replayAll(conversation: Conversation, how: Tuning): Promise<Replayed> {
  const session = await replay(client, conversation, "session", [], how);
  const untrimmed = await replay(client, conversation, "untrimmed", [], how);
  const afresh = await replay(client, conversation, "afresh", session.tokens, how);
  return { conversation, by: { session, untrimmed, afresh } };
}

function tableOf(rows: readonly SuiteRow[]): string {
  const share = (value: number | null) => (value === null ? "-" : percent(value));
  const cells = rows.map((row) => [
    row.suite,
    row.conversations,
    row.steps,
    Math.round(row.tokens),
    ...[row.afresh, row.session, row.expanded, row.least].map(share),
    ...[row.evidence.untrimmed, row.evidence.afresh, row.evidence.session].map(share),
    `${row.cuts}, ${row.compactions}, ${row.expansions}`,
  ]);
  const head = [
    ...["suite", "conversations", "steps", "tokens", "saved: afresh", "saved: session", "with expansions", "least"],
    ...["evidence: untrimmed", "afresh", "session", "cuts, compactions, expansions"],
  ];
  return [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function pageOf(rows: readonly SuiteRow[], bars: readonly Bar[]): string {
  const prices = providers.map((provider) => {
    const { model, input, cacheWrite, cacheRead, date } = pricePresets[provider];
    return `| ${provider} | ${model} | ${input} | ${cacheWrite} | ${cacheRead} | ${date} |`;
  });
  return `# An agent's loop, billed

${bars.map(({ name, measured, holds }) => `- ${holds ? "holds" : "**FAILS**"}: ${name} (${measured})`).join("\n")}

Medians over the conversations of a suite; savings against the untrimmed conversation, by Anthropic's rules. The column
\`least\` is the least saving of the session by any provider's rules. Only prompts are billed: what the model writes is
the same. \`with expansions\` also bills one expansion of each cut that holds evidence which a prompt lacks.

${tableOf(rows)}

![the bill step by step](loop.svg)

US dollars per million tokens:

| provider | model | input | cache write | cache read | as of |
|---|---|---|---|---|---|
${prices.join("\n")}
`;
}

const replayed: Replayed[] = [];
for (const conversation of conversations) replayed.push(await replayAll(conversation, tuning));
const bars = [...barsOf(replayed), ...(proxy ? await replayThroughProxy(client, conversations) : [])];
await close();
const rows = rowsOf(replayed);
const page = pageOf(rows, bars);
process.stdout.write(page);
if (out !== null) {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "loop.md"), page);
  writeFileSync(join(out, "loop.svg"), plot(longestCurve(replayed)));
}
if (bars.some(({ holds }) => !holds)) process.exitCode = 1;
