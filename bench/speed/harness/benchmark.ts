// The result of a benchmark: figures, each with its bar, and curves to draw.
import { median } from "./statistics.ts";

/** `null` for a figure without a bar, which explains the others. */
export type Bar = { readonly atMost: number } | { readonly atLeast: number } | null;

export interface Row {
  /** What was measured. It must be understandable without the benchmark's name. */
  readonly what: string;
  readonly figure: number;
  /** As in `x the split regex`, `MB/s`, `ms`. */
  readonly unit: string;
  readonly bar: Bar;
  /** The samples. The figure is their median, or what `what` says. */
  readonly samples: readonly number[];
}

/** The usual figure: the median of the rounds. */
export function medianRow(what: string, samples: readonly number[], unit: string, bar: Bar): Row {
  return { what, figure: median(samples), unit, bar, samples };
}

/** From one measurement, or from all rounds together. */
export function soleRow(what: string, figure: number, unit: string, bar: Bar): Row {
  return { what, figure, unit, bar, samples: [] };
}

export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Drawn with logarithmic axes. */
export interface Curve {
  /** File name without its ending. */
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
}

export interface Findings {
  readonly rows: readonly Row[];
  readonly curves: readonly Curve[];
}

export type Verdict = "met" | "missed" | "";

export function verdictOf({ figure, bar }: Row): Verdict {
  if (bar === null) return "";
  const met = "atMost" in bar ? figure <= bar.atMost : figure >= bar.atLeast;
  return met ? "met" : "missed";
}
