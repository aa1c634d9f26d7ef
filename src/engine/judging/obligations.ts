// What a selection has to hold to serve the task: its names, ids, quotations, numbers, keywords and plain words, and
// what its question asks for.
// In: the task and its query. Out: obligations. Must not look at the records.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { flagged } from "../../text/flags.ts";
import type { Lexicon } from "../../text/lexicon.ts";
import type { Query } from "../corpus/query.ts";
import { writtenAt } from "../corpus/stated-terms.ts";
import type { Task } from "../model.ts";

export interface Obligation {
  readonly kind: "entity" | "id" | "number" | "quote" | "keyword" | "word";
  /** As the task writes it. */
  readonly text: string;
  readonly terms: readonly number[];
}

/** What kind of answer a question wants, as far as its words tell. */
export type Slot = "when" | "how_many" | "who" | "where";

export interface Demands {
  readonly obligations: readonly Obligation[];
  readonly slots: readonly Slot[];
  /** The task sets things side by side. */
  readonly comparison: boolean;
  /** The task asks for all of something. */
  readonly enumeration: boolean;
}

const KIND_OF_ENTITY = { name: "entity", id: "id", number: "number", quote: "quote" } as const;

const SLOT_WORDS: readonly (readonly [Slot, readonly string[]])[] = [
  ["when", ["when", "date", "year", "wann", "quand", "cuando", "когда"]],
  [
    "how_many",
    ["how many", "how much", "how long", "how often", "count", "number of", "wie viele", "combien", "cuantos"],
  ],
  ["who", ["who", "whom", "whose", "wer", "qui", "quien", "кто"]],
  ["where", ["where", "wo", "où", "donde", "где"]],
];
const COMPARING = ["compare", "compared", "than", "versus", "vs", "difference", "both", "change", "between"];
const ENUMERATING = ["all", "every", "list", "which", "each"];

/** What the task names or says that is read between two checkpoints: a few milliseconds. */
const NAMED_A_TURN = 1 << 12;

/** @param checkpoint runs now and then, and may throw */
export function demandsOf(task: Task, query: Query, lexicon: Lexicon, checkpoint: Checkpoint = unchecked): Demands {
  const lower = task.prompt.toLowerCase();
  checkpoint();
  const prompt = ` ${lower.replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const says = (words: readonly string[]): boolean => {
    checkpoint();
    return words.some((word) => prompt.includes(` ${word} `));
  };
  return {
    obligations: obligationsOf(task, query, lexicon, checkpoint),
    slots: SLOT_WORDS.filter(([, words]) => says(words)).map(([slot]) => slot),
    comparison: says(COMPARING),
    enumeration: says(ENUMERATING),
  };
}

function obligationsOf(task: Task, query: Query, lexicon: Lexicon, checkpoint: Checkpoint): readonly Obligation[] {
  const { entities, terms, inEntity, isRequest } = query;
  const isAsked = flagged(lexicon.size(), terms);
  const found = new Map<string, Obligation>();
  let named = 0;
  const add = (kind: Obligation["kind"], text: string, own: readonly number[]): void => {
    if (named++ % NAMED_A_TURN === 0) checkpoint();
    const key = text.toLowerCase();
    if (own.length > 0 && !found.has(key)) found.set(key, { kind, text, terms: own });
  };
  for (const { kind, start, end } of entities) {
    const text = task.prompt.slice(start, end);
    add(KIND_OF_ENTITY[kind], text, searched(text, isAsked, lexicon));
  }
  for (const keyword of task.keywords) add("keyword", keyword, termsOf(keyword, lexicon));
  for (let slot = 0; slot < terms.length; slot += 1)
    if (inEntity[slot] === 0 && isRequest[slot] === 0) add("word", writtenAt(query, slot, lexicon), [terms[slot] ?? 0]);
  return [...found.values()];
}

/** The terms of an entity that are searched for: a name's "of" is not. */
function searched(text: string, isAsked: Uint8Array, lexicon: Lexicon): readonly number[] {
  return termsOf(text, lexicon).filter((term) => isAsked[term] === 1);
}

function termsOf(text: string, lexicon: Lexicon): readonly number[] {
  return [...new Set(lexicon.termsIn(text))];
}
