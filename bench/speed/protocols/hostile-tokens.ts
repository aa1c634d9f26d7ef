// Token counting on hostile text from 1 KB to 6 MB: never below a minimum speed, at any size. Warm-up: prose.
import { getEncoding } from "js-tiktoken";
import { countTokens } from "../../../src/text/tokens.ts";
import { hostileText, hostileTexts } from "../../corpus/hostile.ts";
import { textOf } from "../../corpus/texts.ts";
import type { Curve, Findings, Row } from "../harness/benchmark.ts";
import { cpuOf } from "../harness/cpu.ts";
import { median } from "../harness/statistics.ts";

const FLOOR_MB_PER_SECOND = 8;
const SIZES = [1_000, 10_000, 100_000, 1_000_000, 6_000_000] as const;
const ROUNDS = 4;
/** Small texts are counted in groups, each from its own seed, so that one figure covers this many bytes. */
const BYTES_PER_SAMPLE = 200_000;
/** Sizes for which js-tiktoken, which is quadratic, finishes soon enough to compare counts. */
const COMPARED_BYTES = 1_000;

export async function run(): Promise<Findings> {
  countTokens(textOf("prose", 3, 1_000_000));
  const rows: Row[] = [];
  const series: { name: string; points: { x: number; y: number }[] }[] = [];
  const tiktoken = getEncoding("o200k_base");
  for (const kind of hostileTexts) {
    const small = hostileText(kind, 1, COMPARED_BYTES);
    if (countTokens(small) !== tiktoken.encode(small, [], []).length) throw new Error(`${kind}: the count is wrong`);
    const points = SIZES.map((size) => ({ x: size, y: throughput(kind, size) }));
    series.push({ name: kind, points });
    const rates = points.map(({ y }) => y);
    const what = `${kind}: slowest of 1 KB to 6 MB`;
    rows.push({
      what,
      figure: Math.min(...rates),
      unit: "MB/s",
      bar: { atLeast: FLOOR_MB_PER_SECOND },
      samples: rates,
    });
  }
  const curve: Curve = {
    name: "hostile-tokens",
    title: "Counting hostile text",
    xLabel: "bytes of text",
    yLabel: "MB/s",
    series,
  };
  return { rows, curves: [curve] };
}

/** Median MB of UTF-8 a second over new texts of `size` bytes. */
function throughput(kind: (typeof hostileTexts)[number], size: number): number {
  const rates: number[] = [];
  const copies = Math.max(1, Math.round(BYTES_PER_SAMPLE / size));
  for (let round = 0; round < (size >= 1_000_000 ? 3 : ROUNDS); round++) {
    const texts = Array.from({ length: copies }, (_, at) => hostileText(kind, round * copies + at + 2, size));
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const used = cpuOf(() => {
      for (const text of texts) countTokens(text);
    });
    rates.push(bytes / 1000 / used);
  }
  return median(rates);
}
