// Turns findings into the table for people, and into the folder of a run with its raw figures and plots.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Table from "cli-table3";
import { type Bar, type Findings, type Row, type Verdict, verdictOf } from "./benchmark.ts";
import { machine, root } from "./machine.ts";
import { plot } from "./svg-plot.ts";

export interface Ran {
  readonly name: string;
  readonly seconds: number;
  /** null: the benchmark itself failed. */
  readonly findings: Findings | null;
  /** The findings of a second run, if the first missed a bar. */
  readonly again: Findings | null;
}

interface Line {
  readonly benchmark: string;
  readonly row: Row;
  /** The first measurement, if it missed its bar; `row` is then the second. */
  readonly first: Row | null;
}

function linesOf(ran: readonly Ran[]): readonly Line[] {
  return ran.flatMap(({ name, findings, again }) =>
    (findings?.rows ?? []).map((row): Line => {
      const second = verdictOf(row) === "missed" ? again?.rows.find(({ what }) => what === row.what) : undefined;
      return second === undefined
        ? { benchmark: name, row, first: null }
        : { benchmark: name, row: second, first: row };
    }),
  );
}

/** Whether to measure again. A noisy neighbour on the machine can spoil one measurement; a fault spoils both. */
export function hasMissed({ findings }: Ran): boolean {
  return (findings?.rows ?? []).some((row) => verdictOf(row) === "missed");
}

/** @param ruled true for lines around the cells, false for Markdown */
export function table(ran: readonly Ran[], ruled: boolean): string {
  const head = ["benchmark", "what", "figure", "bar", "verdict"];
  const cells = ran.flatMap((one) => {
    if (one.findings === null) return [[one.name, "did not finish", "", "", "failed"]];
    return linesOf([one]).map(({ row, first }) => [
      one.name,
      row.what,
      `${shown(row.figure)} ${row.unit}${first === null ? "" : ` (first ${shown(first.figure)})`}`,
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
  const lines = linesOf(ran);
  const count = (wanted: Verdict, of: readonly Line[]) => of.filter(({ row }) => verdictOf(row) === wanted).length;
  const again = count(
    "met",
    lines.filter(({ first }) => first !== null),
  );
  const failed = ran.filter(({ findings }) => findings === null).length;
  const met = `${count("met", lines)} bars met${again === 0 ? "" : `, ${again} of them when measured again`}`;
  return `${met}, ${count("missed", lines)} missed${failed === 0 ? "" : `, ${failed} failed to finish`}`;
}

/** Writes the folder of a run. Earlier runs keep only their summaries. @returns the folder, from the root */
export function writeRun(ran: readonly Ran[], loadBefore: number): string {
  const facts = machine();
  const name = `${facts.cpu.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${facts.cores}-cores`;
  const folder = join("bench/runs", `${facts.date.slice(0, 16).replaceAll(":", "")}-${name}`);
  dropRawFigures();
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

function dropRawFigures(): void {
  const runs = join(root, "bench/runs");
  for (const run of readdirSync(runs)) rmSync(join(runs, run, "raw.csv"), { force: true });
}

function rawCsv(ran: readonly Ran[]): string {
  const lines = linesOf(ran).flatMap(({ benchmark, row, first }) => [
    rawLine(benchmark, row, row.what),
    ...(first === null ? [] : [rawLine(benchmark, first, `${first.what} (first)`)]),
  ]);
  return `benchmark,what,unit,figure,samples\n${lines.join("\n")}\n`;
}

/** The samples are separated by spaces. */
function rawLine(benchmark: string, { figure, unit, samples }: Row, what: string): string {
  const short = (value: number) => Number(value.toPrecision(6));
  return `${benchmark},"${what.replaceAll('"', '""')}",${unit},${short(figure)},${samples.map(short).join(" ")}`;
}
