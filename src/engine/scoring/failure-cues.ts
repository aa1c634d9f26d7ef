// A task about a failure is served by the lines that speak of one, whatever words they share with it.
// In: the task and the corpus. Out: what each unit gains. Must stay silent when the task does not speak of failure.

import { flagged } from "../../text/flags.ts";
import type { Lexicon } from "../../text/lexicon.ts";
import type { Analysed } from "../analyse.ts";
import type { ContentType } from "../model.ts";
import { NO_GAIN } from "./levels.ts";

const TASK_CUES =
  "fail failed fails failing failure error errors exception crash crashed " +
  "crashes bug broken traceback wrong panic abort";
const TEXT_CUES =
  "fail failed failure failures error errors exception traceback assert assertion " +
  "panic fatal abort aborted denied refused timeout crash";

/** Endings by which an identifier names a failure: `KeyError`, `IOException`. */
const CUE_ENDINGS = ["error", "exception", "failure", "warning"];

/** Code speaks of errors all day; only what reports a run is searched for them. */
const REPORTS: ReadonlySet<ContentType> = new Set(["log", "test_output", "stack_trace", "lines"]);

export function failureScores({ task, corpus, records }: Analysed, weight: number): Float64Array {
  const { lexicon } = corpus;
  if (weight <= 0 || !speaksOfFailure(task.prompt, lexicon)) return NO_GAIN;
  const gained = new Float64Array(corpus.blockOf.length);
  const cues = cueTerms(lexicon);
  for (let unit = 0; unit < gained.length; unit += 1) {
    const type = records[corpus.recordOf[unit] ?? 0]?.type;
    if (type === undefined || !REPORTS.has(type)) continue;
    let count = 0;
    const end = corpus.ownTo[unit] ?? 0;
    for (let at = corpus.unitFrom[unit] ?? 0; at < end; at += 1) if (cues[corpus.terms[at] ?? 0] === 1) count += 1;
    gained[unit] = count > 0 ? weight * (count > 1 ? 1 : 0.7) : 0;
  }
  return gained;
}

function speaksOfFailure(prompt: string, lexicon: Lexicon): boolean {
  const cues = termsIn(TASK_CUES, lexicon);
  let found = false;
  lexicon.eachTerm(prompt, 0, prompt.length, (term) => {
    if (cues.has(term)) found = true;
  });
  return found;
}

function cueTerms(lexicon: Lexicon): Uint8Array {
  const plain = termsIn(TEXT_CUES, lexicon);
  const cues = flagged(lexicon.size(), [...plain]);
  const ends = new Set(CUE_ENDINGS.map(endOf));
  for (let term = 0; term < cues.length; term += 1) {
    // No string is made of a term that ends otherwise: a long request has a quarter of a million.
    if (!ends.has(lexicon.end(term))) continue;
    const form = lexicon.form(term);
    if (CUE_ENDINGS.some((ending) => form.endsWith(ending))) cues[term] = 1;
  }
  return cues;
}

/** The last four letters as `Lexicon.end` gives them. */
function endOf(ending: string): number {
  const [first = 0, second = 0, third = 0, last = 0] = Array.from(ending.slice(-4), (letter) => letter.charCodeAt(0));
  return first | (second << 8) | (third << 16) | (last << 24);
}

function termsIn(words: string, lexicon: Lexicon): ReadonlySet<number> {
  const terms = new Set<number>();
  lexicon.eachTerm(words, 0, words.length, (term) => terms.add(term));
  return terms;
}
