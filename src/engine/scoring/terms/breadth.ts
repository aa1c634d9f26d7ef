// How widely to search beyond the task's own words: a long answer draws on more than a short one.
// In: the task. Out: a factor, 1 where the task does not say how long its answer is to be.
import type { Task } from "../../model.ts";

/** Answers up to so many tokens name one thing; from so many on they survey many. */
const SHORT_ANSWER_TOKENS = 100;
const LONG_ANSWER_TOKENS = 1500;

/** What short and long answers make of the share that related words may weigh. */
const NARROW = 0.5;
const WIDE = 1.5;

export function breadthOf({ outputTokenBudget }: Task): number {
  if (outputTokenBudget === null) return 1;
  if (outputTokenBudget <= SHORT_ANSWER_TOKENS) return NARROW;
  return outputTokenBudget >= LONG_ANSWER_TOKENS ? WIDE : 1;
}
