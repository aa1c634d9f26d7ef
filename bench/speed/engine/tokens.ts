// Token counting on new real and generated text, against the encoding's own split regex and against js-tiktoken.
// Warm-up: the first third of every corpus, because each form of text has its own compiled code. The second third is
// timed against the regex, and the last against js-tiktoken, each part once. They are separate because js-tiktoken's
// data would evict our tables from the caches each time before we are timed.
import { Tiktoken } from "js-tiktoken/lite";
import encoding from "js-tiktoken/ranks/o200k_base";
import { countTokens } from "../../../src/text/tokens.ts";
import { type InstalledKind, installedTexts } from "../../corpus/installed-text.ts";
import { scriptNames, scriptText } from "../../corpus/scripts.ts";
import { textOf } from "../../corpus/texts.ts";
import { type Bar, type Findings, medianRow, type Row } from "../harness/benchmark.ts";
import { cpuOf } from "../harness/cpu.ts";
import { interleaved } from "../harness/rounds.ts";
import { ratios } from "../harness/statistics.ts";
import { splitByRegex } from "./split-regex.ts";

const ROUNDS = 9;
const CORPUS_CHARS = 4_000_000;
/** js-tiktoken is so slow that a fraction of a part gives a stable figure. */
const TIKTOKEN_CHARS = 16_000;

interface Corpus {
  readonly name: string;
  readonly warming: readonly string[];
  /** The parts timed against the regex, one per round. */
  readonly parts: readonly string[];
  /** The parts timed against js-tiktoken. */
  readonly others: readonly string[];
  /** Bar on the throughput relative to the split regex; null for none. */
  readonly overRegex: number | null;
  /** Bar on the throughput relative to js-tiktoken's encode. */
  readonly overTiktoken: number | null;
}

/**
 * V8 stores a string in one byte a character if all are in Latin-1, and the regex is three times as fast on it as on a
 * string with one other character, such as a curly quote. So each kind is measured in both forms. Each form has its own
 * texts, because a counter caches what it has counted.
 */
function corpora(): readonly Corpus[] {
  const real = (["prose", "markdown", "code", "json"] as const).flatMap((kind: InstalledKind) => {
    const sources = kind === "prose" ? (["comments", "prose"] as const) : [kind];
    const text = sources.flatMap((source) => installedTexts(source, 2 * CORPUS_CHARS)).join("\n");
    const middle = text.length / 2;
    const bars = { overRegex: 1.5, overTiktoken: 15 };
    return [
      { name: `${kind}, wide`, ...partsOf(text.slice(0, middle), (part) => `${part}\u2019`), ...bars },
      { name: `${kind}, ASCII`, ...partsOf(text.slice(middle), ascii), ...bars },
    ];
  });
  const eastern = (["chinese", "japanese"] as const).map((kind) => {
    const parts = partsOf(textOf(kind, 7, CORPUS_CHARS / 2), (part) => part);
    return { name: kind, ...parts, overRegex: 0.8, overTiktoken: null };
  });
  const scripts = scriptNames.map((name) => {
    const parts = partsOf(scriptText(name, 7, CORPUS_CHARS / 2), (part) => part);
    return { name, ...parts, overRegex: name === "hindi" ? null : 1.5, overTiktoken: 15 };
  });
  return [...real, ...eastern, ...scripts];
}

function ascii(text: string): string {
  return text.replaceAll(/\P{ASCII}/gu, "?");
}

/** Cuts a text into parts, as many for the warm-up as for each comparison. */
function partsOf(text: string, change: (part: string) => string): Pick<Corpus, "warming" | "parts" | "others"> {
  const size = Math.floor(text.length / (3 * ROUNDS));
  const all = Array.from({ length: 3 * ROUNDS }, (_, at) => flat(change(text.slice(at * size, (at + 1) * size))));
  return { warming: all.slice(0, ROUNDS), parts: all.slice(ROUNDS, 2 * ROUNDS), others: all.slice(2 * ROUNDS) };
}

/** A flat string, neither a slice nor a concatenation; in one byte a character if possible. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}

function atLeast(bar: number | null): Bar {
  return bar === null ? null : { atLeast: bar };
}

export async function run(): Promise<Findings> {
  const tiktoken = new Tiktoken(encoding);
  const rows: Row[] = [];
  const all = corpora();
  for (const { warming } of all) {
    for (const part of warming) {
      countTokens(part);
      splitByRegex(part);
    }
    tiktoken.encode((warming[0] ?? "").slice(0, TIKTOKEN_CHARS), [], []);
  }
  for (const { name, parts, others, overRegex, overTiktoken } of all) {
    const rate = (texts: readonly string[], count: (text: string) => unknown) => (round: number) => {
      const text = texts[round] ?? "";
      return Buffer.byteLength(text) / 1000 / cpuOf(() => count(text));
    };
    const encoded: number[] = [];
    const rates = await interleaved(0, ROUNDS, { ours: rate(parts, countTokens), regex: rate(parts, splitByRegex) });
    const heads = others.map((part) => flat(part.slice(0, TIKTOKEN_CHARS)));
    const encode = (text: string) => encoded.push(tiktoken.encode(text, [], []).length);
    const withTiktoken = await interleaved(0, ROUNDS, {
      ours: rate(others, countTokens),
      tiktoken: rate(heads, encode),
    });
    const equal = heads.every((head, round) => countTokens(head) === encoded[round]);
    if (!equal) throw new Error(`${name}: the count differs from js-tiktoken's`);
    const againstRegex = ratios(rates.ours, rates.regex);
    const againstTiktoken = ratios(withTiktoken.ours, withTiktoken.tiktoken);
    rows.push(
      medianRow(`${name}: throughput over the split regex`, againstRegex, "x", atLeast(overRegex)),
      medianRow(`${name}: throughput over js-tiktoken`, againstTiktoken, "x", atLeast(overTiktoken)),
      medianRow(`${name}: throughput`, rates.ours, "MB/s", null),
    );
  }
  return { rows, curves: [] };
}
