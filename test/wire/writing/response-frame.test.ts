// The frame of an answer written by hand against the library's own writer, for any answer there can be.
import {
  create,
  type DescMessage,
  fromBinary,
  type JsonObject,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { ListValueSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ContextResponseSchema,
  GateSummarySchema,
  RecordKind,
  SelectedRecordSchema,
  SpanSchema,
} from "../../../gen/winnow/v1/context_pb.ts";
import { frameOf } from "../../../src/wire/writing/frame.ts";
import { responseFrame } from "../../../src/wire/writing/response-frame.ts";

type Response = MessageInitShape<typeof ContextResponseSchema>;

function framed(response: Response): Buffer {
  return Buffer.from(frameOf(toBinary(ContextResponseSchema, create(ContextResponseSchema, response)), false));
}

function written(response: Response): Buffer {
  return Buffer.from(responseFrame(create(ContextResponseSchema, response)));
}

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.constantFrom("", "\ud800", "é".repeat(50)));
const whole = fc.oneof(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.nat(200));
const real = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0));
const number = fc.oneof(real, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY));
const json: fc.Arbitrary<JsonObject> = fc.dictionary(
  text,
  fc.oneof(real, text, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 }), fc.dictionary(text, real)),
  { maxKeys: 4 },
);
/** An absent one is one that was not said. */
const maybe = <Given>(given: fc.Arbitrary<Given>) => fc.option(given, { nil: undefined });
const few = <Given>(given: fc.Arbitrary<Given>) => fc.array(given, { maxLength: 4 });

const record = fc.record({
  recordId: text,
  kind: fc.constantFrom(RecordKind.UNSPECIFIED, RecordKind.TOOL_RESULT, RecordKind.EXTERNAL_DATA),
  title: maybe(text),
  source: maybe(text),
  score: number,
  reason: text,
  excerpt: text,
  excerptFormat: text,
  selectedTokens: whole,
  spans: few(fc.record({ start: whole, end: whole })),
  omittedTokens: whole,
  position: whole,
  scoreParts: fc.dictionary(text, number, { maxKeys: 4 }),
});
const terms = fc.dictionary(
  text,
  few(text).map((values) =>
    create(ListValueSchema, { values: values.map((value) => ({ kind: { case: "stringValue" as const, value } })) }),
  ),
  { maxKeys: 3 },
);
const safety = fc.record({
  selectionSafe: fc.boolean(),
  fallbackRequired: fc.boolean(),
  fallbackReason: text,
  coverageScore: number,
  evidenceShape: text,
  evidenceTerms: terms,
  repairReasons: few(text),
});
const gate = fc.record({ engaged: fc.boolean(), reason: text, signals: maybe(json) });
const response = fc.record({
  requestId: text,
  renderedContext: text,
  policyVersion: maybe(text),
  selected: few(record),
  tokensBefore: whole,
  tokensAfter: whole,
  tokensSaved: whole,
  recordsAvailable: whole,
  recordsSelected: whole,
  fallbackUsed: fc.boolean(),
  selectionError: maybe(text),
  engineLatencyMs: number,
  budgetTokens: whole,
  attemptedBudgetTokens: few(whole),
  reductionRatio: number,
  safety: maybe(safety),
  gate: maybe(gate),
  formatMetrics: maybe(json),
});

test("any answer is framed as the library would write it, to the byte", () => {
  fc.assert(
    fc.property(response, (given) => {
      expect(written(given).equals(framed(given))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

/** A field that is added to one of them has to be written, too; the first test knows only those that it makes. */
test("the fields of the answer and of the messages in it are those that are written", () => {
  const names = ({ fields }: DescMessage) => fields.map(({ localName }) => localName).sort();
  const [made] = fc.sample(
    response.filter(({ selected, gate }) => selected[0]?.spans[0] !== undefined && gate !== undefined),
    1,
  );
  expect(names(ContextResponseSchema)).toEqual(Object.keys(made ?? {}).sort());
  expect(names(SelectedRecordSchema)).toEqual(Object.keys(made?.selected[0] ?? {}).sort());
  expect(names(SpanSchema)).toEqual(Object.keys(made?.selected[0]?.spans[0] ?? {}).sort());
  expect(names(GateSummarySchema)).toEqual(Object.keys(made?.gate ?? {}).sort());
});

test("an answer that is written behind a large one, or behind one that cannot be written, is its own", () => {
  const small = { requestId: "r-1", renderedContext: "words", tokensBefore: 3 };
  const large = { ...small, renderedContext: "é".repeat(400_000) };
  expect(written(large).equals(framed(large))).toBe(true);
  expect(written(small).equals(framed(small))).toBe(true);
  expect(() => written({ ...small, tokensBefore: 0.5 })).toThrow("invalid int32");
  const again = written(small);
  expect(fromBinary(ContextResponseSchema, again.subarray(5))).toMatchObject(small);
  expect(again.equals(framed(small))).toBe(true);
});
