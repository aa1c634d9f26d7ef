// Requests of too many records are judged on both wires as they would be whole, though no record is kept.
import { create, fromBinary, fromJsonString, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ContextRequest, ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { readCrowdedJson } from "../../../src/wire/reading/crowded-json.ts";
import { readCrowded } from "../../../src/wire/reading/crowded-request.ts";
import { compileJsonReader } from "../../../src/wire/reading/json-reader.ts";
import { compilePresence } from "../../../src/wire/reading/presence.ts";
import { bytes, validRequest } from "../requests.ts";

const RECORDS_MAX = 3;
const check = compilePresence(ContextRequestSchema);

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 8 });
const record = fc.record({
  text: maybe(fc.string()),
  keywords: fc.constantFrom<string[]>([], ["k"], ["x".repeat(257)]),
});
const part = fc.record({
  requestId: maybe(fc.string()),
  records: fc.array(record, { maxLength: 8 }),
  task: maybe(fc.record({ prompt: maybe(fc.string()) })),
  budget: maybe(fc.record({ maxContextTokens: maybe(fc.integer({ min: -2, max: 9 })) })),
});

function judged({ records, ...others }: ContextRequest) {
  const failure = check({ ...others, records });
  return { ...others, count: records.length, failure };
}

test("in protobuf, whatever is wrong with them, and in however many parts they come", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
      const encoded = parts.map((part) => toBinary(ContextRequestSchema, create(ContextRequestSchema, part)));
      const message = Buffer.concat(encoded);
      const whole = fromBinary(ContextRequestSchema, message);
      const crowded = readCrowded(message, RECORDS_MAX);
      expect(crowded === null).toBe(whole.records.length <= RECORDS_MAX);
      expect(judged(crowded ?? whole)).toEqual(judged(whole));
      expect(new Set(crowded?.records).size).toBeLessThanOrEqual(2);
    }),
  );
});

test("in protobuf, malformed ones as malformed, wherever they are", () => {
  const [field, record, cutShort] = [
    [0x12, 0],
    [0x12, 2, 0x0a, 0],
    [0x12, 9, 0x0a],
  ];
  const sound = [...Array.from({ length: 9 }, () => record).flat(), ...field];
  expect(readCrowded(Uint8Array.from(sound), RECORDS_MAX)?.records.length).toBe(10);
  expect(() => readCrowded(Uint8Array.from([...sound, ...cutShort]), RECORDS_MAX)).toThrow();
  expect(() => readCrowded(Uint8Array.from([0x12, 2, 0x0a, 7, ...sound]), RECORDS_MAX)).toThrow();
});

test("in JSON, whatever is wrong with them", () => {
  const read = compileJsonReader(ContextRequestSchema);
  const item = fc.oneof(
    { weight: 9, arbitrary: fc.constant({ text: "a" }) },
    fc.constantFrom<unknown>({}, { text: 1 }, null, []),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (records) => {
      const body = bytes({ ...validRequest(), records });
      const [whole, short] = [read(body), read(body, RECORDS_MAX)];
      const outcome = (of: typeof whole) => ("failure" in of ? of.failure : of.message.records.length);
      expect(outcome(short)).toEqual(outcome(whole));
      const kept = "message" in short ? new Set(short.message.records).size : 0;
      expect(kept).toBeLessThanOrEqual(records.length > RECORDS_MAX ? 1 : RECORDS_MAX);
    }),
  );
});

test("in Connect's JSON, whatever is wrong with them", () => {
  const item = fc.oneof(
    { weight: 9, arbitrary: fc.constant<unknown>({ text: "a", keywords: ["k"], unknown: [] }) },
    fc.constantFrom<unknown>({}, { text: 1 }, { kind: "no kind" }, null, [], "a", { tags: ["x".repeat(257)] }),
  );
  const parts = fc.record({
    request_id: fc.constantFrom<unknown>("r", undefined, 1),
    records: fc.array(item, { maxLength: 8 }),
    task: fc.constantFrom<unknown>({ prompt: "p" }, {}, "p"),
    // The bound on a body that is looked at more closely.
    unknown: fc.constant("[".repeat(1_100_000)),
  });
  const read = (of: () => ContextRequest) => {
    try {
      return judged(of());
    } catch (error) {
      return String(error);
    }
  };
  fc.assert(
    fc.property(
      parts,
      fc.shuffledSubarray(["request_id", "records", "task"] as const, { minLength: 3 }),
      (sent, order) => {
        // Its fields in any order: the first that is wrong is told.
        const text = JSON.stringify(
          Object.fromEntries([...order, "unknown" as const].map((name) => [name, sent[name]])),
        );
        const whole = () => fromJsonString(ContextRequestSchema, text, { ignoreUnknownFields: true });
        const crowded = () => readCrowdedJson(Buffer.from(text), RECORDS_MAX) ?? whole();
        expect(read(crowded)).toEqual(read(whole));
      },
    ),
    { numRuns: 50 },
  );
});

test("in Connect's JSON no record is kept", () => {
  const text = JSON.stringify({ ...validRequest(), records: Array.from({ length: 400_000 }, () => ({})) });
  const { records = [] } = readCrowdedJson(Buffer.from(text), RECORDS_MAX) ?? {};
  expect([records.length, new Set(records).size]).toEqual([400_000, 2]);
});

test("ordinary JSON is left to Connect", () => {
  expect(readCrowdedJson(Buffer.from(JSON.stringify(validRequest())), RECORDS_MAX)).toBeNull();
});

const many = "{},".repeat(400_000);
const deep = (inner: string) => `{"zz":${"[".repeat(1_100_000)}${inner}${"]".repeat(1_100_000)}}`;
test.each([
  ["what is no JSON", `{"records":[${many}]`],
  ["a name twice", `{"a":1,"records":[${many}{}],"a":1}`],
  ["a list", `[${many}{}]`],
  ["a list so deep", deep("")],
  ["what is no JSON behind one", deep("]")],
])("%s is read as Connect reads it", (_, text) => {
  const read = (of: () => ContextRequest | null) => {
    try {
      return of();
    } catch (error) {
      return String(error);
    }
  };
  const whole = read(() => fromJsonString(ContextRequestSchema, text, { ignoreUnknownFields: true }));
  expect(read(() => readCrowdedJson(Buffer.from(text), RECORDS_MAX))).toEqual(whole);
});

test.each([
  ["no JSON", deep("x")],
  ["a name twice", deep('{"a":1,"a":1}')],
])("%s is refused however deep it is", (_, text) => {
  expect(() => readCrowdedJson(Buffer.from(text), RECORDS_MAX)).toThrow(
    "cannot decode message winnow.v1.ContextRequest from JSON: it is wrong below level 1000",
  );
});
