// What a user would write instead of Winnow: MiniSearch ranks the records, and a loop takes the best that still fit.
// In: records, a prompt and a budget. Out: which records, in order of arrival.
import MiniSearch from "minisearch";

interface Searched {
  readonly title?: string | null | undefined;
  readonly text: string;
}

/** @param counted the tokens of a record by its index; asked of those alone that the loop comes to */
export function selectByHand(
  records: readonly Searched[],
  prompt: string,
  maxTokens: number,
  counted: (at: number) => number,
): readonly number[] {
  const index = new MiniSearch({ fields: ["title", "text"], idField: "at" });
  index.addAll(records.map(({ title, text }, at) => ({ at, title, text })));
  let left = maxTokens;
  const chosen: number[] = [];
  for (const { id } of index.search(prompt)) {
    const tokens = counted(id);
    if (tokens > left) continue;
    left -= tokens;
    chosen.push(id);
  }
  return chosen.sort((a, b) => a - b);
}
