// What a rung of half the tokens costs after one of a fiftieth, where most of what is sent is cut from its records.
// In: a kind of text. Out: processor time of this process for the first rung, with all that is read before it, and for
// the second. On the engine: over a wire an answer of 200 kB would be most of the difference.
import { coverage, measureAll, plainStage, prepare, release, selectWithin } from "../../src/engine/select.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { point, record, task } from "../../test/engine/request.ts";
import { type TextKind, textOf } from "../corpus/texts.ts";
import { ownCpuMs } from "./cpu.ts";

const TOKENS = 100_000;
const FIRST_RUNG = TOKENS / 50;
const SECOND_RUNG = TOKENS / 2;

/** So many words, from all over the records, no small rung covers. */
const WORDS_ASKED = 150;

/** Characters that tell how many a token of a kind of text has. */
const SAMPLE_CHARS = 4_000;

export interface RungCost {
  readonly first: number;
  readonly second: number;
}

/** Records of `tokens` tokens each, 100,000 in all: others for each seed, so that none was met before. */
export async function secondRung(kind: TextKind, tokens: number, seed: number): Promise<RungCost> {
  const chars = Math.round((tokens * SAMPLE_CHARS) / countTokens(textOf(kind, seed, SAMPLE_CHARS)));
  const texts = Array.from({ length: TOKENS / tokens }, (_, at) => textOf(kind, 1_000 * seed + at, chars));
  const asked = task(`Compare ${texts.flatMap((text) => wordsOf(text, texts.length)).join(", ")}`);
  const budget = { maxRecords: null, renderFormat: "plain" } as const;
  const before = ownCpuMs();
  const records = texts.map((text) => record(text));
  const prepared = await prepare(await measureAll(records, plainStage), asked, point, plainStage);
  const climb = async (maxTokens: number) => {
    const selection = await selectWithin(prepared, { ...budget, maxTokens }, point, plainStage);
    await coverage(prepared, selection, true, point, plainStage);
  };
  await climb(FIRST_RUNG);
  const halfway = ownCpuMs();
  await climb(SECOND_RUNG);
  const second = ownCpuMs() - halfway;
  release(prepared);
  return { first: halfway - before, second };
}

/** Some words of one of `records` texts, from all over it. */
function wordsOf(text: string, records: number): readonly string[] {
  const words = text.match(/\b[a-z]{5,14}\b/g) ?? [];
  const count = Math.ceil(WORDS_ASKED / records);
  return Array.from({ length: count }, (_, at) => words[Math.floor(((at + 0.5) * words.length) / count)] ?? "");
}
