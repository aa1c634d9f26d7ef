// Compares the reader with an independent oracle: the rules of a well-formed request, written again with zod.
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { compileJsonReader } from "../../../src/protocols/json/reader.ts";
import { adaptiveRequest, bytes, changed, type Json, validRequest } from "../requests.ts";

const read = compileJsonReader(ContextRequestSchema);

const count = z.custom<number>((value) => typeof value === "number" && value >= 0 && Math.floor(value) === value);
const short = z.string().refine((text) => Array.from(text).length <= 256);
const words = z.array(short).max(256);
const strings = z.array(z.string());

function levels(value: unknown): number {
  return typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levels)) : 0;
}
const attributes = z
  .custom<object>((value) => typeof value === "object" && value !== null && !Array.isArray(value))
  .refine((value) => levels(value) <= 16)
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= 16 * 1024);

const record = z.object({
  text: z.string(),
  // The service, not the reader, rejects values outside the enum.
  kind: z.string().optional(),
  id: z.string().nullish(),
  source: z.string().nullish(),
  title: z.string().nullish(),
  step_id: z.string().nullish(),
  importance: z.number().optional(),
  keywords: words.optional(),
  tags: words.optional(),
  attributes: attributes.optional(),
});
const task = z.object({
  prompt: z.string(),
  tool_name: z.string().nullish(),
  required_record_ids: strings.optional(),
  parent_record_ids: strings.optional(),
  keywords: words.optional(),
  tags: words.optional(),
  step_id: z.string().nullish(),
  recent_prompts: strings.optional(),
  output_mode: z.string().nullish(),
  output_token_budget: count.nullish(),
});
const adaptive = z
  .object({
    initial_tokens: count,
    escalation_tokens: z.array(count).max(16).optional(),
    allow_full_context_fallback: z.boolean().optional(),
  })
  .refine(({ initial_tokens, escalation_tokens = [] }) => {
    // Above 2^31-1 an integer is read as 2^31-1, so two of those are equal.
    const rungs = [initial_tokens, ...escalation_tokens].map((rung) => Math.min(rung, 2 ** 31 - 1));
    return rungs.every((rung, index) => index === 0 || rung > (rungs[index - 1] ?? 0));
  });
const budget = z.object({
  max_context_tokens: count,
  operating_point: z.string().nullish(),
  max_records: count.nullish(),
  max_excerpt_tokens_per_record: count.nullish(),
  mode: z.enum(["fixed", "adaptive"]).optional(),
  adaptive: adaptive.nullish(),
  require_evidence_coverage: z.boolean().nullish(),
});
const oracle = z.object({
  request_id: z.string(),
  records: z.array(record),
  task,
  budget,
  render: z.boolean().optional(),
  render_format: z.enum(["plain", "hybrid"]).optional(),
  return_per_record: z.boolean().optional(),
});

/** Every field of a request, and a few unknown ones. */
const places: readonly (readonly (string | number)[])[] = [
  ...Object.keys(oracle.shape).map((field) => [field]),
  ...Object.keys(record.shape).flatMap((field) => [0, 1].map((index) => ["records", index, field])),
  ...Object.keys(task.shape).map((field) => ["task", field]),
  ...Object.keys(budget.shape).map((field) => ["budget", field]),
  ...["initial_tokens", "escalation_tokens", "allow_full_context_fallback", "other"].map((field) => [
    ...["budget", "adaptive", field],
  ]),
  ["records", 0],
  ["records", 1, "other"],
  ["other"],
];

const rungs = fc.array(fc.nat({ max: 60 }), { maxLength: 18 });
const odd = fc.oneof(
  fc.constantFrom<(Json | undefined)[]>(undefined, null, true, false, "", "5", [], {}, 0, -0, -1, 1.5, 2 ** 31, 1e300),
  fc.constantFrom("fixed", "adaptive", "plain", "hybrid", "tool_call", "PLAIN", "bogus", "__proto__"),
  fc.constantFrom(0, 1, 17, 256, 257).map((length) => Array<Json>(length).fill("w")),
  fc.constantFrom(255, 256, 257).map((length) => ["😀".repeat(length), "é".repeat(length)]),
  fc.constantFrom(14, 15, 16, 17).map((depth) => JSON.parse(`${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`)),
  fc.constantFrom(16_375, 16_376, 16_377).map((length) => ({ a: "x".repeat(length) })),
  rungs,
  rungs.map((list) => list.toSorted((a, b) => a - b)),
  fc.array(fc.oneof(fc.string(), fc.double(), fc.constant(null)), { maxLength: 3 }),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
);

const request = fc
  .tuple(
    fc.constantFrom(validRequest(), adaptiveRequest()),
    fc.array(fc.tuple(fc.constantFrom(...places), odd), { maxLength: 3 }),
  )
  .map(([base, changes]) => changes.reduce((body, [place, value]) => safely(body, place, value), base));

/** A change below a field that an earlier change made a scalar does nothing. */
function safely(body: Record<string, Json>, place: readonly (string | number)[], value: Json | undefined) {
  try {
    return changed(body, place, value);
  } catch {
    return body;
  }
}

test("accepts exactly what the oracle accepts", () => {
  fc.assert(
    fc.property(request, (body) => {
      const sent = bytes(body);
      const expected = oracle.safeParse(JSON.parse(Buffer.from(sent).toString())).success;
      expect("message" in read(sent)).toBe(expected);
    }),
    { numRuns: 4000 },
  );
});

test("the oracle accepts some cases and rejects others", () => {
  const verdicts = fc.sample(request, { numRuns: 500, seed: 1 }).map((body) => oracle.safeParse(body).success);
  expect(new Set(verdicts)).toEqual(new Set([true, false]));
  expect(verdicts.filter((accepted) => accepted).length).toBeGreaterThan(100);
});

test("never throws for any bytes, and its error text is short", () => {
  const json = fc.json().map((text) => Buffer.from(text));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 60 }), json), (body) => {
      const result = read(body);
      const detail = "failure" in result ? result.failure.detail : "";
      expect(detail.length).toBeLessThan(300);
    }),
    { numRuns: 1000 },
  );
});
