import { deflateSync, gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { frameOf } from "../../src/protocols/grpc/frames.ts";
import type { BufferedRequest } from "../../src/protocols/reply.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import { unzipped } from "../../src/protocols/unzipped.ts";
import { callWith, smallHandlers } from "./small-handlers.ts";

const RPC = "/winnow.v1.ContextService/Select";
const MAX = 32 * 1024;
const unary = createUnary(smallHandlers(), () => {});

/** The answer is long enough to be compressed. */
const fields = { records: [{ text: "alpha ".repeat(2_000) }], task: { prompt: "p" } };
const json = Buffer.from(JSON.stringify({ request_id: "r", ...fields, budget: { max_context_tokens: 5 } }));
const message = toBinary(
  ContextRequestSchema,
  create(ContextRequestSchema, { requestId: "r", ...fields, budget: { maxContextTokens: 5 } }),
);
const zipped = gzipSync(message);

function request(
  protocol: BufferedRequest["protocol"],
  body: Uint8Array,
  headers: BufferedRequest["headers"],
): BufferedRequest {
  const target = protocol === "rest" ? "/v1/context/select" : RPC;
  return { protocol, httpVersion: "2.0", httpMethod: "POST", target, headers, body };
}

const inGzip = { "content-encoding": "gzip" };
const rest = request("rest", gzipSync(json), inGzip);
const connectJson = request("connect", gzipSync(json), { ...inGzip, "content-type": "application/json" });
const connectProto = request("connect", zipped, { ...inGzip, "content-type": "application/proto" });
const grpc = request("grpc", frameOf(zipped, true), { "grpc-encoding": "gzip", "content-type": "application/grpc" });
const grpcWeb = request("grpc-web", grpc.body, { ...grpc.headers, "content-type": "application/grpc-web" });
const plainFrame = { ...grpc, body: frameOf(message, false) };

describe("a request in gzip", () => {
  test.each([
    ["REST", rest, {}],
    ["Connect with JSON", connectJson, {}],
    ["Connect with JSON and a length", connectJson, { "content-length": String(connectJson.body.length) }],
    ["Connect with protobuf", connectProto, {}],
    ["Connect with protobuf, to a client that accepts only plain responses", connectProto, { "accept-encoding": "br" }],
    ["gRPC", grpc, {}],
    ["gRPC, to a client that accepts only plain responses", grpc, { "grpc-accept-encoding": "identity" }],
    ["gRPC-Web", grpcWeb, {}],
  ])("is in plain form and gets the same response over %s", async (_, from, more) => {
    const original = { ...from, headers: { ...from.headers, ...more } };
    const plain = unzipped(original, MAX);
    expect(plain?.body.length).toBeGreaterThan(10_000);
    const reply = await unary(plain ?? original, callWith());
    expect(reply.status).toBe(200);
    expect(reply).toEqual(await unary(original, callWith()));
  });

  test("is not decoded beyond the limit, whatever length it states", () => {
    const long = gzipSync(Buffer.alloc(MAX + 1, " "));
    expect(unzipped({ ...rest, body: gzipSync(Buffer.alloc(MAX, " ")) }, MAX)?.body.length).toBe(MAX);
    expect(unzipped({ ...rest, body: long }, MAX)).toBeNull();
    // The length at the end is that of the second part.
    expect(unzipped({ ...rest, body: Buffer.concat([long, gzipSync("x")]) }, MAX)).toBeNull();
    expect(unzipped({ ...grpc, body: frameOf(long, true) }, MAX)).toBeNull();
  });
});

test("a plain message on a stream that names a compression stays as it is", () => {
  expect(unzipped(plainFrame, MAX)).toBe(plainFrame);
});

test.each([
  ["a body in another coding", { ...rest, headers: { "content-encoding": "deflate" }, body: deflateSync(json) }],
  ["a body that is not gzip", { ...rest, body: json }],
  ["a body without a coding", { ...rest, headers: {} }],
  ["a message in a coding that its stream does not name", { ...grpc, headers: {} }],
  ["two messages", { ...grpc, body: Buffer.concat([plainFrame.body, grpc.body]) }],
  ["a frame of another kind", { ...grpc, body: Buffer.concat([Buffer.from([2]), grpc.body.subarray(1)]) }],
  ["less than a frame's head", { ...grpc, body: grpc.body.subarray(0, 4) }],
])("%s is left alone", (_, original) => {
  expect(unzipped(original, MAX)).toBeNull();
});
