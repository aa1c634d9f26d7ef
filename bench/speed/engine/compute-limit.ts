// How far each tier's bound on processor time (`max_compute_ms`) is above the costliest request that the tier allows.
// The bound is a safety net: a request that a healthy machine can answer must never reach it. Measures the processor
// time of the engine's stages, which is what the bound limits. Warm-up: the rounds given below, each form in rotation.
import { ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { shippedTiers, type Tier } from "../../../src/config/tiers.ts";
import { compileJsonReader } from "../../../src/protocols/json/reader.ts";
import { machineEnvironment } from "../../../src/service/call.ts";
import { createHandlers } from "../../../src/service/handlers.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { threadCpuMs } from "../../../src/time/clock.ts";
import { hostileRecordSets, hostileRecords, hostileText, hostileTexts } from "../../corpus/hostile.ts";
import { mixedTexts } from "../../corpus/requests.ts";
import { textOf } from "../../corpus/texts.ts";
import { type Findings, medianRow, type Row } from "../harness/benchmark.ts";
import { interleaved } from "../harness/rounds.ts";
import { median } from "../harness/statistics.ts";
import { unlimitedCaller } from "../servers/unlimited-caller.ts";

/** The interface's bound on a body is 6 MiB. */
const BODY_BYTES = 6_000_000;
/** The tokens of a form are estimated from a text of this length. */
const SAMPLE_CHARS = 30_000;
/** Kept free for the task, and for samples that have fewer tokens than the text. */
const TOKENS_SHARE = 0.97;
const WARMUPS = 2;
const ROUNDS = 3;
/** The bar of every tier. */
const MARGIN_MIN = 5;

interface Form {
  readonly name: string;
  /** Records of about `chars` characters. */
  readonly records: (seed: number, chars: number) => readonly object[];
}

const forms: readonly Form[] = [
  { name: "mixed records", records: (seed, chars) => mixedTexts(seed, chars).map((text) => ({ text })) },
  ...hostileTexts.map((kind) => ({
    name: `one record of ${kind}`,
    records: (seed: number, chars: number) => [{ text: hostileText(kind, seed, chars) }],
  })),
  ...hostileRecordSets.map((kind) => ({
    name: kind,
    records: (seed: number, chars: number) => hostileRecords(kind, seed, chars).map((text) => ({ text })),
  })),
  ...(["tags", "keywords"] as const).map((field) => ({
    name: `${field} of prose`,
    records: (seed: number, chars: number) =>
      Array.from({ length: Math.ceil(chars / 1_800) }, (_, at) => ({
        text: "alpha",
        [field]: textOf("prose", seed + at, 1_500)
          .split(" ")
          .slice(0, 256),
      })),
  })),
  {
    name: "attributes of prose",
    records: (seed, chars) =>
      Array.from({ length: Math.ceil(chars / 6_000) }, (_, at) => ({
        text: "alpha",
        attributes: { note: textOf("prose", seed + at, 6_000) },
      })),
  },
];

/** What makes one request. */
interface Combination {
  readonly form: Form;
  readonly seed: number;
  readonly tier: Tier;
}

const readMessage = compileJsonReader(ContextRequestSchema);
const handlers = createHandlers(machineEnvironment, { selectPath: "/v1/context/select", buildId: "" });

/** As many records of the form as the body, the tier's tokens and its records allow. */
function bodyOf({ form, seed, tier }: Combination): Buffer {
  const sample = form.records(seed, SAMPLE_CHARS);
  const bytes = Buffer.byteLength(JSON.stringify(sample));
  const tokens = sample.reduce((sum, record) => sum + ("text" in record ? countTokens(String(record.text)) : 0), 0);
  const times = Math.min(BODY_BYTES / bytes, (TOKENS_SHARE * tier.maxInputTokens) / tokens);
  const records = form.records(seed, SAMPLE_CHARS * times).slice(0, tier.maxRecords);
  return Buffer.from(
    JSON.stringify({
      request_id: "r",
      records,
      task: { prompt: "What do the records say about alpha, the gate and the last of the others?" },
      budget: { max_context_tokens: 4_000 },
    }),
  );
}

/** Processor time of all stages, in milliseconds. */
async function costOf(combination: Combination): Promise<number> {
  const read = readMessage(bodyOf(combination));
  if ("failure" in read) throw new Error(read.failure.detail);
  let used = 0;
  await handlers.select(read.message, {
    caller: unlimitedCaller,
    signal: new AbortController().signal,
    stage: async (_name, work) => {
      const before = threadCpuMs();
      const result = work(unchecked);
      used += threadCpuMs() - before;
      return result;
    },
    report: () => {},
  });
  return used;
}

export async function run(): Promise<Findings> {
  const rows: Row[] = [];
  for (const tier of shippedTiers.values()) {
    const runs = forms.map(
      (form) => [form.name, (round: number) => costOf({ form, seed: 100 * round, tier })] as const,
    );
    const used = await interleaved(WARMUPS, ROUNDS, Object.fromEntries(runs));
    const costs = forms.map(({ name }) => ({ name, costs: used[name] ?? [] }));
    const most = costs.reduce((worst, each) => (median(each.costs) > median(worst.costs) ? each : worst));
    const margins = most.costs.map((cost) => tier.maxComputeMs / cost);
    rows.push(
      medianRow(`${tier.name}: bound over the costliest request (${most.name})`, margins, "x", { atLeast: MARGIN_MIN }),
      medianRow(`${tier.name}: processor time of that request`, most.costs, "ms", null),
    );
  }
  return { rows, curves: [] };
}
