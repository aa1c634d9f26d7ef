// Complete select requests of generated texts, in the form of POST /v1/context/select.
import { countTokens } from "../../src/text/tokens.ts";
import { RECORDS_MAX } from "./hostile.ts";
import { seeded } from "./random.ts";
import { type TextKind, textOf } from "./texts.ts";

export interface RecordBody {
  readonly id?: string;
  readonly kind?: string;
  readonly title?: string;
  readonly text: string;
}

interface AdaptiveBody {
  readonly initial_tokens: number;
  readonly escalation_tokens: readonly number[];
  readonly allow_full_context_fallback: boolean;
}

export interface RequestBody {
  readonly request_id: string;
  readonly records: readonly RecordBody[];
  readonly task: { readonly prompt: string };
  readonly render_format?: "hybrid" | "plain";
  readonly budget: {
    readonly max_context_tokens: number;
    readonly mode?: string;
    readonly require_evidence_coverage?: boolean;
    readonly adaptive?: AdaptiveBody;
  };
}

const western = ["prose", "markdown", "code", "json", "log", "table"] as const;
/** The context of an agent: mostly tool results of every form, some prose, a little of it Chinese or Japanese. */
const mixture: readonly [TextKind, ...TextKind[]] = [...western, ...western, "chinese", "japanese"];
const RECORD_CHARS_MIN = 200;
const RECORD_CHARS_MAX = 8_000;
/** Bytes that JSON adds to the text of a record. */
const RECORD_OVERHEAD_BYTES = 60;

/** Texts of mixed records with `chars` characters in total, of sizes spread evenly on a logarithmic scale. */
export function mixedTexts(seed: number, chars: number): readonly string[] {
  const random = seeded(seed);
  const texts: string[] = [];
  for (let left = chars; left > 0; ) {
    const drawn = Math.round(RECORD_CHARS_MIN * (RECORD_CHARS_MAX / RECORD_CHARS_MIN) ** random.next());
    const text = textOf(random.pick(mixture), random.below(2 ** 31), Math.min(drawn, Math.max(left, 20)));
    texts.push(text);
    left -= text.length;
  }
  return texts;
}

/** `chars` characters of small mixed parts, joined to `count` records of equal length. */
export function equalTexts(seed: number, chars: number, count: number): readonly string[] {
  const random = seeded(seed);
  const parts = Array.from({ length: RECORDS_MAX }, (_, at) => {
    return textOf(mixture[at % mixture.length] ?? "prose", random.below(2 ** 31), Math.round(chars / RECORDS_MAX));
  });
  const each = Math.ceil(RECORDS_MAX / count);
  return Array.from({ length: count }, (_, at) => parts.slice(at * each, (at + 1) * each).join("\n"));
}

/** Mixed texts whose records, as JSON, take about `bytes` bytes. */
export function textsOfBytes(seed: number, bytes: number): readonly string[] {
  const texts = mixedTexts(seed, bytes);
  let left = bytes;
  return texts.filter((text) => {
    left -= Buffer.byteLength(JSON.stringify(text)) + RECORD_OVERHEAD_BYTES;
    return left >= 0;
  });
}

/** Mixed texts that count about `tokens` tokens. */
export function textsOfTokens(seed: number, tokens: number): readonly string[] {
  let left = tokens;
  return mixedTexts(seed, tokens * 5).filter((text) => {
    if (left <= 0) return false;
    left -= countTokens(text);
    return true;
  });
}

/** A request with a prompt about words that some of the records contain. */
export function requestOf(texts: readonly string[], budgetTokens: number, seed: number): RequestBody {
  const random = seeded(seed + 1);
  const asked: string[] = [];
  for (let left = 12; left > 0; left--) {
    const words = (texts[random.below(texts.length)] ?? "").slice(0, 2_000).match(/[\p{L}\p{N}]{4,24}/gu) ?? [];
    const found = words[random.below(words.length)];
    if (found !== undefined) asked.push(found);
  }
  return {
    request_id: `bench-${seed}`,
    records: texts.map((text, at) => {
      return { id: `r${at}`, kind: "tool_result", title: `result ${at}`, text };
    }),
    task: { prompt: `What do the records say about ${asked.join(" ")}?` },
    budget: { max_context_tokens: budgetTokens },
  };
}

/** The JSON body. */
export function encoded(body: RequestBody): Buffer {
  return Buffer.from(JSON.stringify(body));
}
