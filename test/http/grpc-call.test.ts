// Plain gRPC calls through the whole edge: how their frames may arrive, and when their answers are compressed.
import { type ClientHttp2Session, connect } from "node:http2";
import { gunzipSync, gzipSync } from "node:zlib";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContextRequestSchema, ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { type Served, serve } from "./fixtures/served.ts";

let served: Served;
let session: ClientHttp2Session;

beforeAll(async () => {
  served = await serve();
  session = connect(served.address);
});

afterAll(() => {
  session.close();
  return served.drain();
});

const text = "word ".repeat(20_000);
const message = toBinary(
  ContextRequestSchema,
  create(ContextRequestSchema, {
    requestId: "r",
    records: [{ text }],
    task: { prompt: "p" },
    budget: { maxContextTokens: 5 },
  }),
);
const whole = frame(message);
const headers = grpcHeaders("Select", "good");

/** Sends the pieces one after the other, and awaits the answer. */
async function ask(pieces: readonly Buffer[], more: Readonly<Record<string, string>> = {}) {
  const stream = open(session, { ...headers, ...more }, null);
  const answered = answerOf(stream);
  for (const piece of pieces) await new Promise((sent) => stream.write(piece, sent));
  stream.end();
  return answered;
}

describe("a call", () => {
  test.each([
    ["in one piece", [whole]],
    ["in pieces", [whole.subarray(0, 5), whole.subarray(5, 70_000), whole.subarray(70_000)]],
    ["with its first bytes separately", [whole.subarray(0, 3), whole.subarray(3)]],
  ])("is read if it comes %s", async (_, pieces) => {
    const { body, trailers } = await ask(pieces);
    expect(trailers).toMatchObject({ "grpc-status": "0" });
    expect(fromBinary(ContextResponseSchema, body.subarray(5)).renderedContext).toBe(text);
  });

  const longer = Buffer.concat([Buffer.from("00001fffff", "hex"), message]);
  const endless = Buffer.concat([Buffer.from("007fffffff", "hex"), message]);
  test.each([
    ["announces more than comes", [longer], "3"],
    ["announces more than may come", [endless], "8"],
    ["sends more than it has announced", [whole, whole], "12"],
    ["sends only a head", [whole.subarray(0, 5)], "12"],
    ["sends nothing", [], "12"],
  ])("is refused if it %s", async (_, pieces, status) => {
    const { headers: first, trailers } = await ask(pieces);
    expect({ ...first, ...trailers }).toMatchObject({ "grpc-status": status });
  });
});

describe("a response", () => {
  const accepts = { "grpc-accept-encoding": "identity,deflate,gzip" };
  const gzip = { "grpc-encoding": "gzip" };
  const compressed = frame(gzipSync(message));
  compressed[0] = 1;

  test.each([
    ["to a client that accepts gzip, as all do", accepts],
    ["to a client that accepts no encoding", {}],
  ])("%s, is not compressed", async (_, more) => {
    const { headers: first, body } = await ask([whole], more);
    expect([first["grpc-encoding"], body[0]]).toEqual([undefined, 0]);
    expect(fromBinary(ContextResponseSchema, body.subarray(5)).renderedContext).toBe(text);
  });

  test("to a compressed call is compressed", async () => {
    const { headers: first, body } = await ask([compressed], { ...accepts, ...gzip });
    expect([first["grpc-encoding"], body[0]]).toEqual(["gzip", 1]);
    expect(fromBinary(ContextResponseSchema, gunzipSync(body.subarray(5))).renderedContext).toBe(text);
  });

  test("to a compressed call whose client does not accept gzip is not compressed", async () => {
    const { headers: first, body } = await ask([compressed], { "grpc-accept-encoding": "identity", ...gzip });
    expect([first["grpc-encoding"], body[0]]).toEqual([undefined, 0]);
  });
});
