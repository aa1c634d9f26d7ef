import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterEach, expect, test, vi } from "vitest";
import { ContextRequestSchema, ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import { createConnectUnary } from "../../../src/protocols/connect/unary.ts";
import { frameOf } from "../../../src/protocols/grpc/frames.ts";
import type { BufferedRequest } from "../../../src/protocols/reply.ts";
import { rpcName } from "../../../src/protocols/routes.ts";
import { callWith, smallHandlers } from "../small-handlers.ts";

afterEach(() => vi.restoreAllMocks());

const onFault = (fault: unknown) => expect.fail(String(fault));

function select(protocol: "connect" | "grpc-web", prompt: string): BufferedRequest {
  const message = toBinary(
    ContextRequestSchema,
    create(ContextRequestSchema, {
      requestId: "r",
      records: [{ text: "alpha" }],
      task: { prompt },
      budget: { maxContextTokens: 5 },
    }),
  );
  return {
    protocol,
    httpVersion: "1.1",
    httpMethod: "POST",
    target: `/${rpcName(ContextService.method.select)}`,
    headers: { "content-type": protocol === "connect" ? "application/proto" : "application/grpc-web+proto" },
    body: protocol === "connect" ? message : frameOf(message, false),
  };
}

const protocols = ["connect", "grpc-web"] as const;

test.each(protocols)("the work ends if the call is aborted: %s", async (protocol) => {
  const handlers = smallHandlers();
  const over = new AbortController();
  const reply = createConnectUnary(handlers, onFault)(select(protocol, "wait"), callWith(over.signal));
  await handlers.waiting;
  const reason = new DOMException("", "TimeoutError");
  over.abort(reason);
  expect(await handlers.stopped).toBe(reason);
  expect(Buffer.from((await reply).body).toString()).toMatch(/deadline_exceeded|grpc-status: 4/);
});

// `AbortSignal.any` keeps signals by weak references, so they and their call live until a full collection.
test.each(protocols)("no joined signal keeps a call in memory: %s", async (protocol) => {
  const join = vi.spyOn(AbortSignal, "any");
  const reply = await createConnectUnary(smallHandlers(), onFault)(select(protocol, "find"), callWith());
  expect(reply.status).toBe(200);
  expect(join).not.toHaveBeenCalled();
});

test("a unary call with a million messages costs no more than one with two", async () => {
  const unary = createConnectUnary(smallHandlers(), onFault);
  const call = select("grpc-web", "find");
  const many = { ...call, body: Buffer.concat([call.body, Buffer.alloc(5_000_000)]) };
  const two = { ...call, body: many.body.subarray(0, call.body.length + 5) };
  const startedMs = performance.now();
  const [first, second] = [await unary(two, callWith()), await unary(many, callWith())];
  expect(Buffer.from(second.body).toString()).toBe(Buffer.from(first.body).toString());
  expect(Buffer.from(first.body).toString()).toContain("grpc-status: 12");
  expect(performance.now() - startedMs).toBeLessThan(500);
});

test.each([
  ["plain", (json: Buffer) => ({ headers: {}, body: json })],
  ["compressed", (json: Buffer) => ({ headers: { "content-encoding": "gzip" }, body: gzipSync(json) })],
])("only Select takes a long message: %s", async (_name, sent) => {
  const long = Buffer.from(JSON.stringify({ unknown: "a".repeat(20_000) }));
  const { headers, body } = sent(long);
  const request = (method: string): BufferedRequest => ({
    ...select("connect", "find"),
    target: `/winnow.v1.ContextService/${method}`,
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const unary = createConnectUnary(smallHandlers(), onFault);
  // It is read, and has no records.
  const codes = await Promise.all(
    ["GetHealth", "ListOperatingPoints", "Select"].map(async (method) => {
      const reply = await unary(request(method), callWith());
      return JSON.parse(Buffer.from(reply.body).toString()).code ?? "ok";
    }),
  );
  expect(codes).toEqual(["resource_exhausted", "resource_exhausted", "invalid_argument"]);
});
