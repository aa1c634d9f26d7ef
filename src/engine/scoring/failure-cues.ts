// A task about a failure is served by the lines that speak of one, whatever words they share with it.
// In: the task and the corpus. Out: what each unit gains. Must stay silent when the task does not speak of failure.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { flagged } from "../../text/int-list.ts";
import { float64s } from "../../text/slab.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../index/corpus.ts";
import type { ContentType, SegmentedRecord } from "../model.ts";
import { NO_GAIN } from "./unit-parts.ts";

const TASK_CUES =
  "fail failed fails failing failure error errors exception crash crashed " +
  "crashes bug broken traceback wrong panic abort";
const TEXT_CUES =
  "fail failed failure failures error errors exception traceback assert assertion " +
  "panic fatal abort aborted denied refused timeout crash";

/** Endings by which an identifier names a failure: `KeyError`, `IOException`. */
const CUE_ENDINGS = ["error", "exception", "failure", "warning"];

/** What a single such word gains, of what several do. */
const SINGLE_CUE_SHARE = 0.7;

/** Code speaks of errors all day; only what reports a run is searched for them. */
const REPORTS: ReadonlySet<ContentType> = new Set(["log", "test_output", "stack_trace", "lines"]);

export function failureScores(
  { task, corpus, records }: Analysed,
  weight: number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  if (weight <= 0 || !records.some(isReport)) return NO_GAIN;
  if (!speaksOfFailure(task.prompt, corpus.vocabulary, checkpoint)) return NO_GAIN;
  const gained = float64s(corpus.blockOf.length);
  const cues = cueTerms(corpus.vocabulary);
  let unit = 0;
  for (const record of records) {
    const next = unit + record.units.length;
    for (; isReport(record) && unit < next; unit += 1) {
      const count = cuesIn(corpus, unit, cues);
      gained[unit] = count > 0 ? weight * (count > 1 ? 1 : SINGLE_CUE_SHARE) : 0;
    }
    unit = next;
  }
  return gained;
}

function isReport({ type }: SegmentedRecord): boolean {
  return REPORTS.has(type);
}

function cuesIn({ terms, unitFrom, ownTo }: Corpus, unit: number, cues: Uint8Array): number {
  const end = ownTo[unit] ?? 0;
  let count = 0;
  for (let at = unitFrom[unit] ?? 0; at < end; at += 1) count += cues[terms[at] ?? 0] ?? 0;
  return count;
}

function speaksOfFailure(prompt: string, vocabulary: Vocabulary, checkpoint: Checkpoint): boolean {
  const cues = new Set(vocabulary.termsIn(TASK_CUES));
  return vocabulary.termsIn(prompt, checkpoint).some((term) => cues.has(term));
}

function cueTerms(vocabulary: Vocabulary): Uint8Array {
  const plain = vocabulary.termsIn(TEXT_CUES);
  const cues = flagged(vocabulary.size(), plain);
  for (let term = 0; term < cues.length; term += 1) {
    // No string is made of a term that ends otherwise: a long request has a quarter of a million.
    if (!LAST_LETTERS.has(vocabulary.end(term))) continue;
    const form = vocabulary.form(term);
    for (const ending of CUE_ENDINGS) if (form.endsWith(ending)) cues[term] = 1;
  }
  return cues;
}

const LAST_LETTERS: ReadonlySet<number> = new Set(CUE_ENDINGS.map(endOf));

/** The last four letters as `Vocabulary.end` gives them. */
function endOf(ending: string): number {
  const [first = 0, second = 0, third = 0, last = 0] = Array.from(ending.slice(-4), (letter) => letter.charCodeAt(0));
  return first | (second << 8) | (third << 16) | (last << 24);
}
