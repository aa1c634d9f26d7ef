// What a user would write instead of Winnow: MiniSearch ranks the records, and a loop takes the best that still fit.
// Only benchmarks use it, so the package is a development dependency and `winnow eval` does not show it.
import MiniSearch from "minisearch";
import type { Ranking } from "../../src/evaluation/baselines.ts";

interface Searched {
  readonly title?: string | null | undefined;
  readonly text: string;
}

/** Records that match, best first; the others have no rank. */
export function rankByMiniSearch(records: readonly Searched[], prompt: string): Ranking {
  const index = new MiniSearch({ fields: ["title", "text"], idField: "at" });
  index.addAll(records.map(({ title, text }, at) => ({ at, title, text })));
  const order = index.search(prompt).map(({ id }): number => id);
  return { pieces: records.map(({ text }) => text), order };
}

/**
 * The hand-written pipeline that the speed benchmark runs.
 * @param counted the tokens of a record by its index; called only for records that the loop reaches
 * @returns which records, in order of arrival
 */
export function selectByHand(
  records: readonly Searched[],
  prompt: string,
  maxTokens: number,
  counted: (at: number) => number,
): readonly number[] {
  let left = maxTokens;
  const chosen: number[] = [];
  for (const at of rankByMiniSearch(records, prompt).order) {
    const tokens = counted(at);
    if (tokens > left) continue;
    left -= tokens;
    chosen.push(at);
  }
  return chosen.sort((a, b) => a - b);
}
