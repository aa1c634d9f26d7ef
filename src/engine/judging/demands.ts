// What a task wants: what a selection has to hold, and what its question asks for.
// In: the task and its query. Out: its demands. Must not look at the records.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { Query } from "../corpus/query.ts";
import type { Task } from "../model.ts";
import { type Obligations, obligationsOf } from "./obligations.ts";

/** What kind of answer a question wants, as far as its words tell. */
export type Slot = "when" | "how_many" | "who" | "where";

export interface Demands {
  readonly obligations: Obligations;
  readonly slots: readonly Slot[];
  /** The task sets things side by side. */
  readonly comparison: boolean;
  /** The task asks for all of something. */
  readonly enumeration: boolean;
}

/** A text in lower case that holds one of these words, or phrases, whatever parts their words. */
function saying(...phrases: readonly string[]): RegExp {
  const words = phrases.join("|").replaceAll(" ", "[^\\p{L}\\p{N}]+");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "u");
}

const SLOTS: readonly (readonly [Slot, RegExp])[] = [
  ["when", saying("when", "date", "year", "wann", "quand", "cuando", "когда")],
  [
    "how_many",
    saying("how many", "how much", "how long", "how often", "count", "number of", "wie viele", "combien", "cuantos"),
  ],
  ["who", saying("who", "whom", "whose", "wer", "qui", "quien", "кто")],
  ["where", saying("where", "wo", "où", "donde", "где")],
];
const COMPARING = saying("compare", "compared", "than", "versus", "vs", "difference", "both", "change", "between");
const ENUMERATING = saying("all", "every", "list", "which", "each");

/** @param checkpoint runs now and then, and may throw */
export function demandsOf(
  task: Task,
  query: Query,
  vocabulary: Vocabulary,
  checkpoint: Checkpoint = unchecked,
): Demands {
  const prompt = task.prompt.toLowerCase();
  const says = (words: RegExp): boolean => {
    checkpoint();
    return words.test(prompt);
  };
  return {
    obligations: obligationsOf(task, query, vocabulary, checkpoint),
    slots: SLOTS.filter(([, words]) => says(words)).map(([slot]) => slot),
    comparison: says(COMPARING),
    enumeration: says(ENUMERATING),
  };
}
