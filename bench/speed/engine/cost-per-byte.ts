// The cost of a byte of body that tokens do not meter (white space, repeated records, fields other than text), relative
// to a byte of prose. Compares the server's processor time for a select call, divided by the bytes of its body.
// Warm-up: the rounds given below, each form of body in rotation.
import { seeded } from "../../corpus/random.ts";
import { textOf } from "../../corpus/texts.ts";
import { word } from "../../corpus/words.ts";
import { createRestClient } from "../clients/rest-client.ts";
import { type Bar, type Findings, medianRow, type Row } from "../harness/benchmark.ts";
import { cpuMsOf } from "../harness/cpu.ts";
import { interleaved } from "../harness/rounds.ts";
import { ratios } from "../harness/statistics.ts";
import { startUnlimited } from "../servers/winnow-server.ts";

/** Length of a body, approximately. */
const BYTES = 1_500_000;
const WARMUPS = 3;
const ROUNDS = 5;
const PROSE = "prose";

interface Form {
  readonly name: string;
  /** Bar on the cost relative to prose. */
  readonly bar: Bar;
  /** @returns records of about BYTES as JSON */
  readonly records: (seed: number) => readonly object[];
}

/** Records of about `bytes` bytes each, enough for one body. */
function records(bytes: number, make: (at: number) => object): readonly object[] {
  return Array.from({ length: Math.round(BYTES / bytes) }, (_, at) => make(at));
}

const prose = (seed: number, bytes: number) => textOf("prose", seed, bytes);

/** `count` words that no other record has. */
function words(seed: number, count: number): readonly string[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => word(random));
}

/** Nested objects, as deep as attributes may be, with a word in each. */
function nested(seed: number, depth: number): object {
  const [key = "", value = ""] = words(seed, 2);
  return depth === 0 ? { [key]: value } : { [key]: value, inner: nested(seed + 1, depth - 1) };
}

function spacesAtRandom(seed: number): string {
  const random = seeded(seed);
  return Array.from({ length: 11_300 }, () => (random.chance(0.5) ? " " : "\n")).join("");
}

const SAME_AS_PROSE: Bar = { atMost: 1 };
const TWICE_PROSE: Bar = { atMost: 2 };
const EIGHT_TIMES_PROSE: Bar = { atMost: 8 };
const TEN_TIMES_PROSE: Bar = { atMost: 10 };

const forms: readonly Form[] = [
  {
    name: PROSE,
    bar: SAME_AS_PROSE,
    records: (seed) => records(2_000, (at) => ({ text: prose(seed + at, 2_000) })),
  },
  ...Object.entries({ blanks: " ", "line ends": "\n", tabs: "\t" }).map(([name, space]) => ({
    name: `runs of ${name}`,
    bar: SAME_AS_PROSE,
    records: (seed: number) =>
      records(11_000 * Buffer.byteLength(JSON.stringify(space).slice(1, -1)), (at) => ({
        text: `${words(seed + at, 3).join(" ")}${space.repeat(11_000)}`,
      })),
  })),
  {
    name: "blanks and line ends in turn",
    bar: SAME_AS_PROSE,
    records: (seed) => records(17_000, (at) => ({ text: `${words(seed + at, 3).join(" ")}${" \n".repeat(5_650)}` })),
  },
  // Any record costs two to three microseconds, for its scores, units and place in the answer.
  { name: "one word in each record", bar: EIGHT_TIMES_PROSE, records: () => records(17, () => ({ text: "alpha" })) },
  {
    name: "another word in each record",
    bar: TEN_TIMES_PROSE,
    records: (seed) => words(seed, Math.round(BYTES / 21)).map((text) => ({ text })),
  },
  {
    // No two parts are alike, so every token must be merged.
    name: "blanks and line ends at random",
    bar: null,
    records: (seed) =>
      records(17_000, (at) => ({ text: `${words(seed + at, 3).join(" ")}${spacesAtRandom(seed + at)}` })),
  },
  {
    name: "the same 2 kB in each record",
    bar: SAME_AS_PROSE,
    records: (seed) => records(2_000, () => ({ text: prose(seed, 2_000) })),
  },
  {
    name: "attributes of prose",
    bar: TWICE_PROSE,
    records: (seed) =>
      records(2_000, (at) => ({
        text: "alpha",
        attributes: { note: prose(seed + at, 1_000), more: prose(seed, 900) },
      })),
  },
  {
    name: "nested attributes",
    bar: TWICE_PROSE,
    records: (seed) =>
      records(2_000, (at) => ({
        text: "alpha",
        attributes: Object.fromEntries(words(seed + at, 6).map((key, nth) => [key, nested(seed + at + nth, 14)])),
      })),
  },
  {
    name: "attributes of numbers",
    bar: TWICE_PROSE,
    records: (seed) =>
      records(2_000, (at) => ({
        text: "alpha",
        attributes: { n: Array.from({ length: 900 }, (_, n) => (n + at + seed) % 10) },
      })),
  },
  {
    name: "attributes of empty arrays",
    bar: TWICE_PROSE,
    records: () => records(2_000, () => ({ text: "alpha", attributes: { of: Array.from({ length: 650 }, () => []) } })),
  },
  {
    name: "keywords",
    bar: TWICE_PROSE,
    records: (seed) => records(2_000, (at) => ({ text: "alpha", keywords: words(seed + at, 200) })),
  },
  {
    name: "tags",
    bar: TWICE_PROSE,
    records: (seed) => records(2_000, (at) => ({ text: "alpha", tags: words(seed + at, 200) })),
  },
  {
    name: "ids and sources",
    bar: TWICE_PROSE,
    records: (seed) => records(2_000, (at) => ({ text: "alpha", id: prose(seed + at, 950), source: prose(seed, 950) })),
  },
  {
    name: "unknown keys",
    bar: TWICE_PROSE,
    records: (seed) =>
      records(2_000, (at) => ({
        text: "alpha",
        extra: Object.fromEntries(words(seed + at, 90).map((key) => [key, key])),
      })),
  },
  {
    name: "unknown keys of empty arrays",
    bar: TWICE_PROSE,
    records: () => records(2_000, () => ({ text: "alpha", extra: Array.from({ length: 650 }, () => []) })),
  },
];

function bodyOf(form: Form, round: number): Buffer {
  return Buffer.from(
    JSON.stringify({
      request_id: `cost-${round}`,
      records: form.records(10_000 * round),
      task: { prompt: "What do the records say about alpha and the last of the others?" },
      budget: { max_context_tokens: 4_000 },
    }),
  );
}

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = createRestClient(server.url, server.key);
  /** Processor milliseconds a megabyte of the body. */
  const cost = (form: Form) => async (round: number) => {
    const body = bodyOf(form, round);
    const before = cpuMsOf(server.pid);
    await client.select(body);
    return (1e6 * (cpuMsOf(server.pid) - before)) / body.length;
  };
  const used = await interleaved(WARMUPS, ROUNDS, Object.fromEntries(forms.map((form) => [form.name, cost(form)])));
  client.close();
  await server.stop();
  const ofProse = used[PROSE] ?? [];
  const rows: Row[] = [medianRow(`${PROSE}: server's processor time`, ofProse, "ms/MB", null)];
  for (const { name, bar } of forms.slice(1)) {
    rows.push(medianRow(`${name}, over ${PROSE}`, ratios(used[name] ?? [], ofProse), "x a byte", bar));
  }
  return { rows, curves: [] };
}
