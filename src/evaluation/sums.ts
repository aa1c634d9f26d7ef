// The sums of a probe as the cells of a table, on a page and on a terminal alike.
// In: a sum. Out: text, a cell a figure, in the order of the columns.
import { percent } from "../report/figures.ts";
import type { ProbeSum } from "./summary.ts";

/** How a table writes what is its own matter. */
export interface SumStyle {
  readonly count: (count: number) => string;
  /** What stands where nothing is labelled. */
  readonly unlabelled: string;
}

/** Requests, tokens, tokens sent, what was saved, evidence, all of it, stood down. */
export function sumCells(sum: ProbeSum, { count, unlabelled }: SumStyle): readonly string[] {
  const { requests, tokensBefore, tokensSent, evidence, complete, stoodDown, failed } = sum;
  const share = (value: number | null): string => (value === null ? unlabelled : percent(value));
  const counts = [requests, tokensBefore, tokensSent].map(count);
  return [...counts, saved(sum), share(evidence), share(complete), count(stoodDown + failed)];
}

/** Net of headings and marks, stand-downs included. */
export function saved({ tokensBefore, tokensSent }: ProbeSum): string {
  return percent(tokensBefore === 0 ? 0 : (tokensBefore - tokensSent) / tokensBefore);
}
