// Compares Winnow with what people use instead, at equal budgets over the same labelled cases: the share of the
// evidence kept, whether all of it is kept, and the suites in which a peer keeps more. `--write` puts the table into
// the pages that show it.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { baselines } from "../src/evaluation/baselines.ts";
import { caseFiles, readCases } from "./cases.ts";
import { commandLine, numbersIn } from "./command-line.ts";
import { runPythonPeers } from "./compare/python-peers.ts";
import { type Figures, mean, summarise } from "./figures.ts";
import { chosenOf, labelledRun, parallelOptions, parallelUsage } from "./labelled-run.ts";
import { runCases } from "./workers.ts";

const usage = `make compare DATA=DIR ARGS="[--budgets 0.1,0.25] [--python] [--write PAGE]... ${parallelUsage}"`;

/** A suite counts as lost if a peer keeps this much more of its evidence. Less is noise. */
const LOST_MIN = 0.01;

const { run, budgets, values } = commandLine(usage, () => {
  const { values } = parseArgs({
    options: {
      ...parallelOptions,
      budgets: { type: "string", default: "0.1,0.25" },
      python: { type: "boolean", default: false },
      write: { type: "string", multiple: true, default: [] },
    },
  });
  return { run: labelledRun(values), budgets: numbersIn("--budgets", values.budgets), values };
});

const methods = new Map<string, readonly Figures[]>();
const rows = await runCases({ ...run, mismatch: null, budgets, points: [run.point], judged: false, baselines: true });
const byLabel = Map.groupBy(rows, ({ label }) => label);
methods.set("Winnow", summarise(byLabel.get(run.point.label) ?? []));
for (const name of Object.keys(baselines)) methods.set(name, summarise(byLabel.get(name) ?? []));
if (values.python) {
  const cases = run.data.flatMap(caseFiles).flatMap((file) => chosenOf(readCases(file), run).map(([, one]) => one));
  const byPeer = Map.groupBy(await runPythonPeers(cases, budgets, run.workers), ({ label }) => label);
  for (const [peer, ofPeer] of byPeer) methods.set(peer, summarise(ofPeer));
}

const text = `${table()}\n\n${scope()}\n\n${losses()}\n`;
process.stdout.write(text);
for (const page of values.write) {
  const before = readFileSync(page, "utf8");
  const after = before.replace(
    /(<!-- compare:[^>]*-->\n)[\s\S]*?(\n<!-- \/compare -->)/,
    (_, open: string, close: string) => `${open}\n${page.includes("README") ? table() : text}${close}`,
  );
  if (after === before) throw new Error(`${page} has no comment compare, or its table is the same`);
  writeFileSync(page, after);
}

function table(): string {
  const head = [
    "what picks the context",
    ...budgets.map((budget) => `evidence at ${budgetName(budget)} of the tokens`),
  ];
  const rows = [...methods].map(([name, figures]) => [
    name === "Winnow" ? "**Winnow**" : name,
    ...budgets.map((budget) => share(meanAt(figures, budget))),
  ]);
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** What the table counts. */
function scope(): string {
  // Cases without an answer have no evidence to keep.
  const isCounted = ({ budget, evidence }: Figures) => budget === budgets[0] && !Number.isNaN(evidence);
  const ours = (methods.get("Winnow") ?? []).filter(isCounted);
  const cases = ours.reduce((sum, one) => sum + one.cases, 0);
  const most = run.limit === null ? "" : `, at most ${run.limit} of each kind`;
  return `Means over ${ours.length} kinds of data, ${cases} cases${most}, operating point \`${run.point.label}\`.`;
}

/** The suites in which a peer keeps more than Winnow. */
function losses(): string {
  const ours = methods.get("Winnow") ?? [];
  const lost = ours.flatMap((own) =>
    [...methods].flatMap(([name, figures]) => {
      const other = figures.find(({ suite, budget }) => suite === own.suite && budget === own.budget);
      if (other === undefined || !(other.evidence >= own.evidence + LOST_MIN)) return [];
      const cells = [own.suite, budgetName(own.budget), name, share(other.evidence), share(own.evidence)];
      return [`| ${cells.join(" | ")} |`];
    }),
  );
  if (lost.length === 0) return "No peer keeps a point more than Winnow in any suite.";
  return ["| kind of data | budget | peer | the peer keeps | Winnow keeps |", "|---|---|---|---|---|", ...lost].join(
    "\n",
  );
}

function meanAt(figures: readonly Figures[], budget: number): number {
  return mean(figures.filter((one) => one.budget === budget).map(({ evidence }) => evidence));
}

/** @param budget in the form of `maxTokensOf` */
function budgetName(budget: number): string {
  return budget < 1 ? share(budget) : `${budget} tokens`;
}

function share(part: number): string {
  return `${Math.round(part * 100)} %`;
}
