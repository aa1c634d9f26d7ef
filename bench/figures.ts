// How much of a case's evidence a selection kept, and the means over many cases.
import { folded, holds } from "../src/evaluation/evidence.ts";
import { attributedOf } from "./attribution.ts";
import type { Case } from "./cases.ts";

export interface Row {
  readonly suite: string;
  readonly id: string;
  readonly budget: number;
  /** Share of the evidence kept, and 1 if all of it is; null if no record answers the task. */
  readonly evidence: number | null;
  readonly all: number | null;
  /** Share of the evidence that is kept and can be attributed; see attribution.ts. */
  readonly attributed: number | null;
  /** 1 if the engine stood down, and if it exceeded its budget. */
  readonly down: number;
  readonly over: number;
  /** Share of the budget used; null if it stood down. */
  readonly used: number | null;
  /** Records sent, and the share of them sent in full; null if it stood down. */
  readonly sent: number | null;
  readonly whole: number | null;
  readonly reason: string;
}

export interface Figures {
  readonly suite: string;
  readonly budget: number;
  readonly cases: number;
  readonly evidence: number;
  readonly all: number;
  readonly attributed: number;
  readonly used: number;
  readonly sent: number;
  readonly whole: number;
  readonly down: number;
  readonly over: number;
}

/** White space is folded; evidence of several lines counts if each line is there. */
export function kept(one: Case, rendered: string, down: boolean): Pick<Row, "evidence" | "all" | "attributed"> {
  const of = one.evidence.length;
  if (of === 0) return { evidence: null, all: null, attributed: null };
  if (down) return { evidence: 0, all: 0, attributed: 0 };
  const context = folded(rendered);
  const found = one.evidence.filter((needle) => holds(context, needle));
  return {
    evidence: found.length / of,
    all: found.length === of ? 1 : 0,
    attributed: attributedOf(one, rendered, found) / of,
  };
}

/** Means by suite and budget, suites in name order. */
export function summarise(rows: readonly Row[]): readonly Figures[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.budget}\u0000${row.suite}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const keys = [...groups.keys()].sort();
  return keys.map((key) => {
    const group = groups.get(key) ?? [];
    return {
      suite: group[0]?.suite ?? "",
      budget: group[0]?.budget ?? 0,
      cases: group.length,
      evidence: mean(group.map((row) => row.evidence)),
      all: mean(group.map((row) => row.all)),
      attributed: mean(group.map((row) => row.attributed)),
      used: mean(group.map((row) => row.used)),
      sent: mean(group.map((row) => row.sent)),
      whole: mean(group.map((row) => row.whole)),
      down: mean(group.map((row) => row.down)),
      over: group.reduce((sum, row) => sum + row.over, 0),
    };
  });
}

/** The mean of the values that are not null; NaN if there are none. */
export function mean(values: readonly (number | null)[]): number {
  const there = values.filter((value) => value !== null && !Number.isNaN(value));
  return there.reduce((sum: number, value) => sum + (value ?? 0), 0) / there.length;
}

/** A table of the suites and their means, with the difference in points to `before` if given. */
export function table(figures: readonly Figures[], before: readonly Figures[]): string {
  const lines = [
    "budget suite                  cases evidence    all  attr.   used   sent  whole   down over  d.evi  d.all  d.att",
  ];
  for (const one of figures) {
    const old = before.find((other) => other.suite === one.suite && other.budget === one.budget);
    lines.push(line(one.suite, one, old));
  }
  for (const budget of new Set(figures.map((one) => one.budget))) {
    const old = before.filter((one) => one.budget === budget);
    lines.push(line("MEAN", overall(figures, budget), old.length > 0 ? overall(before, budget) : undefined));
  }
  return lines.join("\n");
}

function overall(figures: readonly Figures[], budget: number): Figures {
  const of = figures.filter((one) => one.budget === budget);
  return {
    suite: "MEAN",
    budget,
    cases: of.reduce((sum, one) => sum + one.cases, 0),
    evidence: mean(of.map((one) => one.evidence)),
    all: mean(of.map((one) => one.all)),
    attributed: mean(of.map((one) => one.attributed)),
    used: mean(of.map((one) => one.used)),
    sent: mean(of.map((one) => one.sent)),
    whole: mean(of.map((one) => one.whole)),
    down: mean(of.map((one) => one.down)),
    over: of.reduce((sum, one) => sum + one.over, 0),
  };
}

function line(name: string, one: Figures, old: Figures | undefined): string {
  const share = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(3)).padStart(6);
  const change = (now: number, then: number | undefined): string =>
    then === undefined || Number.isNaN(now) ? "" : ((now - then) * 100).toFixed(1).padStart(6);
  const cells = [
    String(one.budget).padEnd(6),
    name.padEnd(20),
    String(one.cases).padStart(6),
    `  ${share(one.evidence)}`,
    share(one.all),
    share(one.attributed),
    share(one.used),
    one.sent.toFixed(1).padStart(6),
    share(one.whole),
    share(one.down),
    String(one.over).padStart(4),
    change(one.evidence, old?.evidence),
    change(one.all, old?.all),
    change(one.attributed, old?.attributed),
  ];
  return cells.join(" ").trimEnd();
}
