// Writes findings down: the table for people, and the folder of a run with its raw figures and plots.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Table from "cli-table3";
import { type Bar, type Findings, type Row, verdictOf } from "./benchmark.ts";
import { plot } from "./svg-plot.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Ran {
  readonly name: string;
  readonly seconds: number;
  /** null: the benchmark itself failed. */
  readonly findings: Findings | null;
}

interface Line {
  readonly benchmark: string;
  readonly row: Row;
}

function linesOf(ran: readonly Ran[]): readonly Line[] {
  return ran.flatMap(({ name, findings }) => (findings?.rows ?? []).map((row) => ({ benchmark: name, row })));
}

/** @param ruled true for lines around the cells, false for Markdown */
export function table(ran: readonly Ran[], ruled: boolean): string {
  const head = ["benchmark", "what", "figure", "bar", "verdict"];
  const cells = ran.flatMap(({ name, findings }) => {
    if (findings === null) return [[name, "did not finish", "", "", "failed"]];
    return findings.rows.map((row) => [
      name,
      row.what,
      `${shown(row.figure)} ${row.unit}`,
      barText(row.bar),
      verdictOf(row),
    ]);
  });
  if (!ruled) return [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
  const drawn = new Table({ head, style: { head: [], border: [] } });
  drawn.push(...cells);
  return drawn.toString();
}

/** Three significant digits. */
function shown(figure: number): string {
  return Math.abs(figure) >= 100 ? String(Math.round(figure)) : String(Number(figure.toPrecision(3)));
}

function barText(bar: Bar): string {
  if (bar === null) return "";
  return "atMost" in bar ? `<= ${shown(bar.atMost)}` : `>= ${shown(bar.atLeast)}`;
}

export function tally(ran: readonly Ran[]): string {
  const verdicts = linesOf(ran).map(({ row }) => verdictOf(row));
  const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
  const failed = ran.filter(({ findings }) => findings === null).length;
  return `${count("met")} bars met, ${count("missed")} missed${failed === 0 ? "" : `, ${failed} failed to finish`}`;
}

interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly v8: string;
  readonly commit: string;
  readonly packages: Readonly<Record<string, string>>;
}

function machine(): Machine {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const compared = ["js-tiktoken", "minisearch", "@grpc/grpc-js", "@connectrpc/connect-node"];
  const versions: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    kernel: release(),
    node: process.version,
    v8: process.versions.v8,
    commit: commit(),
    packages: Object.fromEntries(compared.map((name) => [name, versions[name] ?? ""])),
  };
}

/** "unknown" outside a clone. */
function commit(): string {
  const { stdout } = spawnSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" });
  return stdout?.trim() || "unknown";
}

/** @returns the folder, from the root */
export function writeRun(ran: readonly Ran[], loadBefore: number): string {
  const facts = machine();
  const name = `${facts.cpu.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${facts.cores}-cores`;
  const folder = join("bench/runs", `${facts.date.slice(0, 16).replaceAll(":", "")}-${name}`);
  mkdirSync(join(root, folder), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(join(root, folder, file), text);
  write("machine.json", `${JSON.stringify({ ...facts, loadBefore }, null, 2)}\n`);
  write("raw.csv", rawCsv(ran));
  const times = ran.map(({ name: benchmark, seconds }) => `${benchmark} ${seconds.toFixed(0)} s`).join(", ");
  const about = `${tally(ran)}. ${facts.cpu}, ${facts.cores} cores, load ${loadBefore} before the run.`;
  write("summary.md", `# ${facts.date}\n\n${about}\n\n${table(ran, false)}\n\nTook: ${times}\n`);
  for (const curve of ran.flatMap(({ findings }) => findings?.curves ?? [])) write(`${curve.name}.svg`, plot(curve));
  return folder;
}

function rawCsv(ran: readonly Ran[]): string {
  const lines = linesOf(ran).flatMap(({ benchmark, row }) => {
    const { what, figure, unit } = row;
    const about = `${benchmark},"${what.replaceAll('"', '""')}",${unit}`;
    return [
      `${about},figure,${figure}`,
      ...row.samples.map((sample, at) => `${about},${at},${Number(sample.toPrecision(6))}`),
    ];
  });
  return `benchmark,what,unit,sample,value\n${lines.join("\n")}\n`;
}
