// The cost of a rung of half the tokens or more after one of a fiftieth, if most of what is sent is cut from its
// records, or if there are many records. In: a form of records. Out: processor time of this process for the first rung,
// including all that is read before it, and for the second. It calls the engine directly, because over HTTP an answer
// of 200 kB would be most of the difference.
import { coverage, measureAll, plainStage, prepare, release, selectWithin } from "../../../src/engine/select.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { point, record, task } from "../../../test/engine/request.ts";
import { type TextKind, textOf } from "../../corpus/texts.ts";
import { ownCpuMs } from "../harness/cpu.ts";

const FIRST_SHARE = 0.02;

/** From this number on, records are one text cut by length, like a split file: they begin and end anywhere. */
const MANY_RECORDS = 10_000;

/** Too many words for a small rung, from all over the records. */
const WORDS_ASKED = 150;

/** Length of the sample that gives the characters per token of a kind of text. */
const SAMPLE_CHARS = 4_000;

export interface RungForm {
  readonly kind: TextKind;
  readonly records: number;
  /** Tokens of each record. */
  readonly tokens: number;
  /** The second rung's share of all tokens. */
  readonly share: number;
}

interface RungCost {
  readonly first: number;
  readonly second: number;
}

/** New texts for each seed. */
export async function secondRung({ kind, records: count, tokens, share }: RungForm, seed: number): Promise<RungCost> {
  const chars = Math.round((tokens * SAMPLE_CHARS) / countTokens(textOf(kind, seed, SAMPLE_CHARS)));
  const whole = count < MANY_RECORDS ? null : textOf(kind, seed, count * chars);
  const texts = Array.from({ length: count }, (_, at) => {
    return whole?.slice(at * chars, (at + 1) * chars) ?? textOf(kind, 1_000 * seed + at, chars);
  });
  const asked = task(`Compare ${wordsOf(texts).join(", ")}`);
  const budget = { maxRecords: null, renderFormat: "plain" } as const;
  const before = ownCpuMs();
  const records = texts.map((text) => record(text));
  const prepared = await prepare(await measureAll(records, plainStage), asked, point, plainStage);
  const climb = async (maxContextTokens: number) => {
    const selection = await selectWithin(prepared, { ...budget, maxContextTokens }, point, plainStage);
    await coverage(prepared, selection, true, point, plainStage);
  };
  await climb(FIRST_SHARE * count * tokens);
  const halfway = ownCpuMs();
  await climb(share * count * tokens);
  const second = ownCpuMs() - halfway;
  release(prepared);
  return { first: halfway - before, second };
}

/** Some words from all over the texts; of many texts, from some of them. */
function wordsOf(texts: readonly string[]): readonly string[] {
  const step = Math.ceil(texts.length / WORDS_ASKED);
  const count = Math.ceil(WORDS_ASKED / texts.length);
  return texts
    .filter((_, at) => at % step === 0)
    .flatMap((text) => {
      const words = text.match(/\b[a-z]{5,14}\b/g) ?? [];
      return Array.from({ length: count }, (_, at) => words[Math.floor(((at + 0.5) * words.length) / count)] ?? "");
    });
}
