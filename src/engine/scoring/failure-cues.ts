// A task about a failure is served by the lines that speak of one, whatever words they share with it.
// In: the task and the corpus. Out: what each unit gains. Must stay silent when the task does not speak of failure.
import type { Lexicon } from "../../text/lexicon.ts";
import type { Analysed } from "../analyse.ts";
import type { ContentType } from "../model.ts";

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
  const units = corpus.blockOf.length;
  const gained = new Float64Array(units);
  if (weight <= 0 || !speaksOfFailure(task.prompt, lexicon)) return gained;
  const cues = cueTerms(lexicon);
  for (let unit = 0; unit < units; unit += 1) {
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
  return Uint8Array.from({ length: lexicon.size() }, (_, term) =>
    plain.has(term) || CUE_ENDINGS.some((ending) => lexicon.form(term).endsWith(ending)) ? 1 : 0,
  );
}

function termsIn(words: string, lexicon: Lexicon): ReadonlySet<number> {
  const terms = new Set<number>();
  lexicon.eachTerm(words, 0, words.length, (term) => terms.add(term));
  return terms;
}
