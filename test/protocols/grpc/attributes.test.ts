// Attributes in many parts decode as in the library, without its cost for each part.
import { gzipSync } from "node:zlib";
import { create, fromBinary, type JsonObject, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import {
  ContextRecordSchema,
  ContextRequestSchema,
  ContextResponseSchema,
  RecordKind,
} from "../../../gen/winnow/v1/context_pb.ts";
import { createConnectUnary } from "../../../src/protocols/connect/unary.ts";
import { frameOf } from "../../../src/protocols/grpc/frames.ts";
import { joinAttributes } from "../../../src/protocols/grpc/request.ts";
import { createGrpcUnary } from "../../../src/protocols/grpc/unary.ts";
import { compileChecks } from "../../../src/protocols/json/checks.ts";
import type { BufferedRequest } from "../../../src/protocols/reply.ts";
import type { ContextHandlers } from "../../../src/service/call.ts";
import { callWith, smallHandlers } from "../small-handlers.ts";

const value = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant<string[]>(["a"]),
);
const part = fc.record(
  {
    text: fc.string(),
    kind: fc.constantFrom(RecordKind.ERROR, RecordKind.ARTIFACT),
    importance: fc.double({ noNaN: true }),
    keywords: fc.array(fc.string(), { maxLength: 2 }),
    attributes: fc.dictionary(fc.constantFrom("a", "b", "__proto__", "é"), value, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
);

const records = (parts: readonly Uint8Array[]) => {
  const writer = new BinaryWriter().tag(1, WireType.LengthDelimited).string("id");
  for (const bytes of parts) writer.tag(2, WireType.LengthDelimited).bytes(bytes);
  return writer.tag(7, WireType.Varint).bool(true).finish();
};

test("a record in many parts decodes to the same record", () => {
  fc.assert(
    fc.property(fc.array(fc.array(part, { maxLength: 4 }), { maxLength: 4 }), (all) => {
      const sent = records(
        all.map((parts) =>
          Buffer.concat(parts.map((of) => toBinary(ContextRecordSchema, create(ContextRecordSchema, of)))),
        ),
      );
      const joined = joinAttributes(sent);
      expect(fromBinary(ContextRequestSchema, joined)).toEqual(fromBinary(ContextRequestSchema, sent));
      const scattered = all.some((parts) => parts.filter(({ attributes }) => attributes !== undefined).length > 1);
      expect(joined === sent).toBe(!scattered);
    }),
  );
});

const attributeParts = (count: number, keys = count) => {
  const parts = Array.from({ length: count }, (_, at) =>
    create(ContextRecordSchema, { attributes: { [`k${at % keys}`]: true } }),
  );
  return Buffer.concat(parts.map((each) => toBinary(ContextRecordSchema, each)));
};

/** The number of the first record's attributes; -1 if the bytes are not a message. */
function attributesRead(sent: Uint8Array): number {
  try {
    return Object.keys(fromBinary(ContextRequestSchema, joinAttributes(sent)).records[0]?.attributes ?? {}).length;
  } catch {
    return -1;
  }
}

test.each<[string, (bytes: Uint8Array) => Uint8Array, number]>([
  ["whole", (bytes) => bytes, 20_000],
  ["cut short", (bytes) => bytes.subarray(0, -1), -1],
  ["followed by bytes that are not a field", (bytes) => Buffer.concat([bytes, Uint8Array.of(0x0a, 0x7f)]), -1],
])("many parts cost in proportion to their bytes: %s", (_, changed, expected) => {
  const sent = changed(records([attributeParts(20_000)]));
  const started = ownCpuMs();
  // The library alone takes more than a minute.
  expect(attributesRead(sent)).toBe(expected);
  expect(ownCpuMs() - started).toBeLessThan(10_000);
});

const check = compileChecks(ContextRequestSchema);

test.each([
  ["a list", { list: Array.from({ length: 40_000 }, () => 1) }],
  ["many keys", Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, null]))],
])("attributes that are too large get the same error without being decoded: %s", (_, attributes) => {
  const record = (of: JsonObject) =>
    toBinary(ContextRecordSchema, create(ContextRecordSchema, { text: "a", attributes: of }));
  const sent = records([record({}), record(attributes)]);
  const joined = joinAttributes(sent);
  expect(joined.length).toBeLessThan(20_000);
  const [expected, found] = [sent, joined].map((bytes) => check(fromBinary(ContextRequestSchema, bytes)));
  expect(found).toEqual(expected);
  expect(found?.detail).toContain("records[1].attributes exceeds");
  const cutShort = sent.subarray(0, -3);
  expect(joinAttributes(cutShort).length).toBe(1);
  expect(() => fromBinary(ContextRequestSchema, cutShort)).toThrow();
});

test("attributes within the bound are decoded, however many bytes they take", () => {
  const attributes = { list: Array.from({ length: 8_180 }, () => 1) };
  const sent = records([toBinary(ContextRecordSchema, create(ContextRecordSchema, { text: "a", attributes }))]);
  expect(joinAttributes(sent)).toBe(sent);
});

test("a field with the wrong wire type decodes as in the library", () => {
  const text = new BinaryWriter().tag(1, WireType.Bit64).string("a text of more than eight").finish();
  const sent = records([Buffer.concat([text, attributeParts(3)])]);
  expect(fromBinary(ContextRequestSchema, joinAttributes(sent))).toEqual(fromBinary(ContextRequestSchema, sent));
});

/** The request that the handler gets for many parts; a task makes it well-formed. */
async function attributesServed(
  type: string,
  frame: (bytes: Uint8Array) => Uint8Array,
  headers: BufferedRequest["headers"],
): Promise<number> {
  let served = -1;
  const handlers: ContextHandlers = {
    ...smallHandlers(),
    select: async ({ records: [first] }) => {
      served = Object.keys(first?.attributes ?? {}).length;
      return { message: create(ContextResponseSchema) };
    },
  };
  const onFault = (fault: unknown) => expect.fail(String(fault));
  const others = toBinary(
    ContextRequestSchema,
    create(ContextRequestSchema, { requestId: "id", task: { prompt: "p" }, budget: { maxContextTokens: 9 } }),
  );
  const body = frame(
    Buffer.concat([others, records([Buffer.concat([Uint8Array.of(0x0a, 0), attributeParts(60_000, 900)])])]),
  );
  const isGrpc = type === "application/grpc";
  const answer = createGrpcUnary(handlers, onFault, createConnectUnary(handlers, onFault));
  await answer(
    {
      protocol: isGrpc ? "grpc" : type.startsWith("application/grpc-web") ? "grpc-web" : "connect",
      httpVersion: isGrpc ? "2.0" : "1.1",
      httpMethod: "POST",
      target: "/winnow.v1.ContextService/Select",
      headers: { "content-type": type, "content-length": String(body.length), ...headers },
      body,
    },
    callWith(),
  );
  return served;
}

test.each<[string, (bytes: Uint8Array) => Uint8Array, BufferedRequest["headers"]]>([
  ["application/grpc", (bytes) => frameOf(bytes, false), {}],
  ["application/grpc", (bytes) => frameOf(gzipSync(bytes), true), { "grpc-encoding": "gzip" }],
  ["application/grpc-web+proto", (bytes) => frameOf(bytes, false), {}],
  ["application/grpc-web+proto", (bytes) => frameOf(gzipSync(bytes), true), { "grpc-encoding": "gzip" }],
  ["application/proto", (bytes) => bytes, {}],
  ["application/proto", (bytes) => gzipSync(bytes), { "content-encoding": "gzip" }],
])("also in a call of any protocol: %s %#", async (type, frame, headers) => {
  const started = ownCpuMs();
  expect(await attributesServed(type, frame, headers)).toBe(900);
  expect(ownCpuMs() - started).toBeLessThan(10_000);
});
