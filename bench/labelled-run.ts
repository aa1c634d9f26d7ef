// The options that every measurement over labelled cases shares: which cases, which operating point, how many threads.
// In: options of the command line. Out: the run that they describe. It must reject an unpublished point and a missing
// folder, because both would measure nothing.
import type { OperatingPoint } from "../src/engine/select.ts";
import { defaultLabel, findPoint } from "../src/points/published.ts";
import { type Case, caseFiles } from "./cases.ts";
import { wholeNumber } from "./command-line.ts";

/** The usage text of `labelledOptions`, besides `--data`. */
export const labelledUsage = "[--suites a,b] [--limit N] [--half even|odd] [--label L]";

/** For `parseArgs`, together with the options of the measurement itself. */
export const labelledOptions = {
  data: { type: "string", multiple: true },
  suites: { type: "string" },
  limit: { type: "string" },
  half: { type: "string", default: "both" },
  label: { type: "string", default: defaultLabel },
} as const;

/** The same for measurements on several threads. */
export const parallelUsage = `${labelledUsage} [--workers N]`;
export const parallelOptions = { ...labelledOptions, workers: { type: "string", default: "2" } } as const;

const HALVES = ["both", "even", "odd"];

interface Given {
  readonly data?: readonly string[] | undefined;
  readonly suites?: string | undefined;
  readonly limit?: string | undefined;
  readonly half: string;
  readonly label: string;
  readonly workers?: string;
}

/** The cases to measure. */
export interface Choice {
  /** null for all. */
  readonly suites: readonly string[] | null;
  /** The number of cases from the start of each suite; null for all. */
  readonly limit: number | null;
  /** `even`, `odd` or `both`: the part of each suite's cases by index. */
  readonly half: string;
}

interface LabelledRun extends Choice {
  readonly data: readonly string[];
  readonly point: OperatingPoint;
  readonly workers: number;
}

export function labelledRun({ data, suites, limit, half, label, workers = "1" }: Given): LabelledRun {
  const point = findPoint(label);
  if (point === null) throw new Error(`operating point ${label} is not published`);
  if (data === undefined) throw new Error("--data is missing: a folder of labelled cases");
  if (data.flatMap(caseFiles).length === 0) throw new Error(`${data.join(", ")} holds no *.jsonl or *.jsonl.gz`);
  if (!HALVES.includes(half)) throw new Error(`--half is ${half}, must be one of ${HALVES.join(", ")}`);
  return {
    data,
    suites: suites?.split(",") ?? null,
    limit: limit === undefined ? null : wholeNumber("--limit", limit),
    half,
    point,
    workers: wholeNumber("--workers", workers),
  };
}

/** The chosen cases of one suite, each with its index in the suite. */
export function chosenOf(all: readonly Case[], { suites, limit, half }: Choice): readonly (readonly [number, Case])[] {
  const suite = all[0]?.suite;
  if (suite === undefined || (suites !== null && !suites.includes(suite))) return [];
  const isChosen = (at: number): boolean => half === "both" || at % 2 === (half === "odd" ? 1 : 0);
  return [...all.slice(0, limit ?? all.length).entries()].filter(([at]) => isChosen(at));
}
