// Select requests for the warm-up, made from a seed: texts of every content type, each several times with other words
// and numbers.
import { readFileSync } from "node:fs";
import { toBinary } from "@bufbuild/protobuf";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { frameOf } from "../protocols/grpc/frames.ts";
import { compileJsonReader } from "../protocols/json/reader.ts";
import { representativeTexts } from "./representative-texts.ts";

/** A request that the documentation shows: logs, JSON, Markdown, a table and prose, 13 kB in all. */
const exampleFile = new URL("../../docs/examples/incident.json", import.meta.url);

/** Lengths of records, spread evenly on a logarithmic scale, in characters. */
const RECORD_CHARS_MIN = 200;
const RECORD_CHARS_MAX = 8_000;

/** Records made at start; each request takes some. A prime number, so that any step visits every record once. */
const RECORDS = 293;

/** A request may exceed its requested length by this much. */
const EXCESS_CHARS_MAX = 500;

/** The budget is about an eighth of the tokens. */
const CHARS_PER_BUDGET_TOKEN = 24;

/** Words in the prompt that occur in some of the records. */
const TASK_WORDS = 12;

interface RecordBody {
  readonly id?: string;
  readonly kind?: string;
  readonly title?: string;
  readonly text: string;
}

/** At least 0, below 1. */
type Draw = () => number;

export interface RepresentativeRequests {
  /**
   * The body of a REST call.
   * @param chars of all its records together
   */
  readonly json: (seed: number, chars: number) => Buffer;
  /** The body of a gRPC call. @param json the body of the same call over REST */
  readonly frame: (json: Buffer) => Buffer;
}

export function createRepresentativeRequests(): RepresentativeRequests {
  const known = makeRecords();
  const readMessage = compileJsonReader(ContextRequestSchema);
  return {
    json: (seed, chars) => {
      const draw = drawsFrom(seed);
      const records = recordsOf(draw, known, chars);
      const tokens = Math.ceil(chars / CHARS_PER_BUDGET_TOKEN);
      const body = { request_id: `warm-up-${seed}`, records, task: { prompt: promptOf(draw, records) } };
      return Buffer.from(JSON.stringify({ ...body, ...variant(seed, tokens) }));
    },
    frame: (json) => {
      const read = readMessage(json);
      if ("failure" in read) throw new Error(read.failure.detail);
      return Buffer.from(frameOf(toBinary(ContextRequestSchema, read.message), false));
    },
  };
}

function makeRecords(): readonly RecordBody[] {
  const example: { readonly records: readonly RecordBody[] } = JSON.parse(readFileSync(exampleFile, "utf8"));
  const sources = [...example.records, ...representativeTexts.map((text) => ({ text }))];
  const words = [...new Set(sources.flatMap(({ text }) => text.match(/[A-Za-z]{4,}/g) ?? []))];
  const draw = drawsFrom(0);
  return Array.from({ length: RECORDS }, (_, at) => {
    const source = sources[at % sources.length] ?? { text: "" };
    const length = RECORD_CHARS_MIN * (RECORD_CHARS_MAX / RECORD_CHARS_MIN) ** draw();
    const text = textOf(draw, words, source.text, length);
    // With all fields or with some of them.
    return at % 3 === 0 ? { ...source, text } : { id: `r${at}`, kind: "tool_result", title: `result ${at}`, text };
  });
}

/** Every fourth call lets the engine re-encode records, every fifth has an adaptive budget. */
function variant(seed: number, tokens: number): object {
  const adaptive = {
    initial_tokens: Math.ceil(tokens / 2),
    escalation_tokens: [tokens],
    allow_full_context_fallback: false,
  };
  const budget = { max_context_tokens: tokens, ...(seed % 5 === 4 ? { mode: "adaptive", adaptive } : {}) };
  return { budget, render_format: seed % 4 === 3 ? "hybrid" : "plain" };
}

/** Different records in a random order. */
function recordsOf(draw: Draw, known: readonly RecordBody[], chars: number): readonly RecordBody[] {
  const [first, step] = [Math.floor(draw() * RECORDS), 1 + Math.floor(draw() * (RECORDS - 1))];
  const records: RecordBody[] = [];
  let left = chars;
  for (let at = 0; at < RECORDS && left > 0; at++) {
    const record = known[(first + at * step) % RECORDS];
    if (record === undefined || record.text.length > left + EXCESS_CHARS_MAX) continue;
    records.push(record);
    left -= record.text.length;
  }
  return records;
}

/** A changed copy of the text, repeated or cut to this length. JSON stays whole. */
function textOf(draw: Draw, words: readonly string[], source: string, length: number): string {
  let text = changed(draw, words, source);
  if (!/^[[{]/.test(source)) {
    while (text.length < length) text += `\n${changed(draw, words, source)}`;
    text = text.slice(0, length);
  }
  // Some get a character beyond Latin-1, because V8 compiles each pattern twice: for narrow and for wide strings.
  return draw() < 0.3 ? `${text}\n…` : text;
}

/** The same text with other numbers, and other words in half of the places. */
function changed(draw: Draw, words: readonly string[], text: string): string {
  return text.replaceAll(/[A-Za-z]{4,}|[1-9]/g, (found) => {
    if (found.length === 1) return String(1 + Math.floor(draw() * 9));
    return draw() < 0.5 ? found : picked(draw, words, found);
  });
}

function promptOf(draw: Draw, records: readonly RecordBody[]): string {
  const asked = Array.from({ length: TASK_WORDS }, () => {
    const { text } = picked(draw, records, { text: "" });
    return picked(draw, text.slice(0, RECORD_CHARS_MAX).match(/\p{L}{4,24}/gu) ?? [], "order");
  });
  return `What do the records say about ${asked.join(" ")}?`;
}

function picked<Item>(draw: Draw, from: readonly Item[], otherwise: Item): Item {
  return from[Math.floor(draw() * from.length)] ?? otherwise;
}

/** Pseudo-random numbers: xorshift32 (Marsaglia, "Xorshift RNGs", 2003). */
function drawsFrom(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
