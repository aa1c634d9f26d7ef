import { once } from "node:events";
import { connect } from "node:http2";
import { gzipSync } from "node:zlib";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import * as grpc from "@grpc/grpc-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BadRequestSchema } from "../../../gen/google/rpc/error_details_pb.ts";
import {
  type ContextRequest,
  ContextRequestSchema,
  ContextResponseSchema,
  ContextService,
  ErrorCode,
  ErrorEnvelopeSchema,
  LimitName,
} from "../../../gen/winnow/v1/context_pb.ts";
import { createServing } from "../../../src/protocols/connect/health.ts";
import { createRpc } from "../../../src/protocols/connect/listener.ts";
import { type Listening, listening } from "../listening.ts";
import { decodeRpcStatus } from "../rpc-status.ts";
import { callWith, type SmallHandlers, smallHandlers } from "../small-handlers.ts";

/** A request with this header was admitted. One without it stands for a bug in front of the listener. */
const admittedHeader = "x-test-admitted";

let handlers: SmallHandlers = smallHandlers();
let server: Listening;
const faults: unknown[] = [];
/** Aborts every call as a stopping server does. */
let stop = new AbortController();

beforeAll(async () => {
  const current = { ...handlers, select: (...of: Parameters<SmallHandlers["select"]>) => handlers.select(...of) };
  const rpc = createRpc(current, {
    serving: createServing(),
    onFault: (fault) => faults.push(fault),
  });
  server = await listening((request, response) => {
    rpc(request, response, request.headers[admittedHeader] === undefined ? undefined : callWith(stop.signal));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  handlers = smallHandlers();
  faults.length = 0;
  stop = new AbortController();
});

const transports: readonly (readonly [string, (httpVersion: "1.1" | "2") => Transport])[] = [
  ["gRPC", () => createGrpcTransport({ baseUrl: server.http2 })],
  ["gRPC-Web", (httpVersion) => createGrpcWebTransport({ baseUrl: base(httpVersion), httpVersion })],
  ["Connect JSON", (httpVersion) => createConnectTransport({ baseUrl: base(httpVersion), httpVersion })],
  [
    "Connect binary",
    (httpVersion) => createConnectTransport({ baseUrl: base(httpVersion), httpVersion, useBinaryFormat: true }),
  ],
];
const clients = transports.flatMap(([name, transport]) =>
  (name === "gRPC" ? (["2"] as const) : (["1.1", "2"] as const)).map(
    (version) => [`${name} over HTTP/${version}`, () => createClient(ContextService, transport(version))] as const,
  ),
);

function base(httpVersion: "1.1" | "2"): string {
  return httpVersion === "2" ? server.http2 : server.http1;
}

function request(prompt: string, text = "alpha"): ContextRequest {
  return create(ContextRequestSchema, {
    requestId: "r",
    records: [{ text }],
    task: { prompt },
    budget: { maxContextTokens: 5 },
  });
}
const headers = { [admittedHeader]: "1" };

async function failed(call: Promise<unknown>): Promise<ConnectError> {
  return ConnectError.from(
    await call.then(
      () => new Error("the call succeeded"),
      (error: unknown) => error,
    ),
  );
}

describe.each(clients)("%s", (_, client) => {
  test("answers every method", async () => {
    expect(await client().select(request("p"), { headers })).toMatchObject({
      requestId: "r",
      renderedContext: "alpha",
    });
    expect(await client().listOperatingPoints({}, { headers })).toMatchObject({ default: "one" });
    expect(await client().getHealth({}, { headers })).toMatchObject({ status: "ok" });
  });

  test("answers UNAUTHENTICATED to a call that was not admitted", async () => {
    expect((await failed(client().select(request("p")))).code).toBe(Code.Unauthenticated);
    expect((await failed(client().getHealth({}))).code).toBe(Code.Unauthenticated);
  });

  test("names a missing field", async () => {
    const error = await failed(client().select({ ...request("p"), task: undefined }, { headers }));
    expect([error.code, error.rawMessage]).toEqual([Code.InvalidArgument, "task is missing"]);
    expect(error.findDetails(ErrorEnvelopeSchema)).toMatchObject([
      { error: ErrorCode.BAD_REQUEST, detail: "task is missing" },
    ]);
    expect(error.findDetails(BadRequestSchema)).toMatchObject([
      { fieldViolations: [{ field: "task", description: "task is missing" }] },
    ]);
  });

  test("names the exceeded ceiling", async () => {
    const error = await failed(client().select(request("too large"), { headers }));
    expect(error.code).toBe(Code.OutOfRange);
    expect(error.findDetails(ErrorEnvelopeSchema)).toMatchObject([
      { error: ErrorCode.REQUEST_TOO_LARGE, limitName: LimitName.RECORDS, limit: 10, observed: 11 },
    ]);
  });

  test("reports a failure of the service", async () => {
    const error = await failed(client().select(request("engine error"), { headers }));
    expect([error.code, error.rawMessage]).toEqual([Code.Internal, "no such label"]);
    expect(error.findDetails(ErrorEnvelopeSchema)).toMatchObject([{ error: ErrorCode.ENGINE_ERROR }]);
  });

  test("hides what a handler threw from the caller, and reports it", async () => {
    const error = await failed(client().select(request("throw"), { headers }));
    expect(error.code).toBe(Code.Internal);
    expect(JSON.stringify(error.findDetails(ErrorEnvelopeSchema)) + error.message).not.toContain("secret");
    expect(error.findDetails(ErrorEnvelopeSchema)).toMatchObject([{ error: ErrorCode.ENGINE_ERROR }]);
    expect(faults).toMatchObject([{ message: "secret of the caller" }]);
  });

  test("ends the work at the client's deadline", async () => {
    // Long enough for the work to start first, even on a busy machine.
    const error = await failed(client().select(request("wait"), { headers, timeoutMs: 1_000 }));
    expect(error.code).toBe(Code.DeadlineExceeded);
    await handlers.stopped;
    expect(faults).toEqual([]);
  });

  test("ends the work when the client cancels", async () => {
    const cancel = new AbortController();
    const call = failed(client().select(request("wait", "x".repeat(10)), { headers, signal: cancel.signal }));
    await handlers.waiting;
    cancel.abort();
    expect((await call).code).toBe(Code.Canceled);
    await handlers.stopped;
    expect(faults).toEqual([]);
  });

  test.each([
    [undefined, Code.Canceled],
    [new DOMException("", "TimeoutError"), Code.DeadlineExceeded],
  ])("ends the work when the edge ends the call for %s", async (reason, code) => {
    const call = failed(client().select(request("wait"), { headers }));
    await handlers.waiting;
    stop.abort(reason);
    expect((await call).code).toBe(code);
  });

  test("refuses a message over 6 MiB and takes one just under", async () => {
    const over = await failed(client().select(request("p", "x".repeat(6 * 1024 * 1024)), { headers }));
    expect(over.code).toBe(Code.ResourceExhausted);
    const fits = await client().select(request("p", "x".repeat(6 * 1024 * 1024 - 200)), { headers });
    expect(fits.renderedContext.length).toBe(6 * 1024 * 1024 - 200);
  });

  test("sends responses that are longer than a request may be", async () => {
    const answer = await client().select(request("twice", "x".repeat(5_000_000)), { headers });
    expect(answer.renderedContext.length).toBe(10_000_000);
  });
});

describe("bytes that are not a message", () => {
  const garbage = Buffer.from([0x0a, 0xff, 0xff, 0xff, 0x7f, 0x01]);

  test.each([
    ["application/proto", garbage],
    ["application/json", Buffer.from('{"requestId": 5}')],
    ["application/json", Buffer.from('{"requestId": ')],
    ["application/json", Buffer.from(JSON.stringify({ budget: "secret ".repeat(10_000) }))],
    ["application/json", Buffer.from(`{"${"k".repeat(90_000)}secret": 1, "${"k".repeat(90_000)}secret": 2}`)],
  ])("as %s are the caller's error on Connect", async (type, body) => {
    const reply = await fetch(`${server.http1}/winnow.v1.ContextService/Select`, {
      method: "POST",
      headers: { "content-type": type, ...headers },
      body,
    });
    const text = await reply.text();
    expect(reply.status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: "invalid_argument" });
    expect(text).not.toContain("secret");
    expect(text).toContain("winnow.v1.ErrorEnvelope");
    expect(text.length).toBeLessThan(2000);
  });

  test("are the caller's error on gRPC", async () => {
    const { trailers } = await grpcFrame("application/grpc", envelope(garbage));
    expect(trailers["grpc-status"]).toBe("3");
    const status = decodeRpcStatus(String(trailers["grpc-status-details-bin"]));
    const detail = status.details.get("type.googleapis.com/winnow.v1.ErrorEnvelope") ?? new Uint8Array();
    expect(fromBinary(ErrorEnvelopeSchema, detail)).toMatchObject({
      error: ErrorCode.BAD_REQUEST,
      detail: expect.stringContaining("the body is not a readable message: parse binary: "),
    });
  });

  test("are the caller's error on gRPC-Web", async () => {
    const reply = await fetch(`${server.http1}/winnow.v1.ContextService/Select`, {
      method: "POST",
      headers: { "content-type": "application/grpc-web+proto", ...headers },
      body: envelope(garbage),
    });
    expect(await reply.text()).toContain("grpc-status: 3\r\n");
  });

  test("that do not follow their compression are the caller's error", async () => {
    const cut = envelope(gzipSync(Buffer.alloc(1000)).subarray(0, 20), 1);
    const { trailers } = await grpcFrame("application/grpc", cut, { "grpc-encoding": "gzip" });
    expect(trailers["grpc-status"]).toBe("3");
  });

  test("have the same bound after decompression", async () => {
    const bomb = envelope(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 1);
    const { trailers } = await grpcFrame("application/grpc", bomb, { "grpc-encoding": "gzip" });
    expect(trailers["grpc-status"]).toBe("8");
  });
});

describe("a gRPC content type never gets an HTTP error", () => {
  test.each([
    ["an unknown method", "POST", "/winnow.v1.ContextService/Nope", "application/grpc"],
    ["an unknown path", "POST", "/v1/nothing", "application/grpc+proto"],
    ["a REST path", "POST", "/v1/context/select", "application/grpc"],
    ["an unknown codec", "POST", "/winnow.v1.ContextService/Select", "application/grpc+thrift"],
    ["another HTTP method", "GET", "/winnow.v1.ContextService/Select", "application/grpc"],
    ["gRPC-Web of an unknown method", "POST", "/x.Y/Z", "application/grpc-web+proto"],
  ])("%s is UNIMPLEMENTED in one frame", async (_, method, path, type) => {
    const session = connect(server.http2);
    const stream = session.request({ ":method": method, ":path": path, "content-type": type, ...headers });
    stream.end();
    const [answer, flags] = await once(stream, "response");
    stream.resume();
    await once(stream, "close");
    session.close();
    expect(answer).toMatchObject({ ":status": 200, "grpc-status": "12" });
    // END_STREAM on the HEADERS frame: Trailers-Only.
    expect(Number(flags) & 1).toBe(1);
  });

  test("reflection over HTTP/1.1 says that it needs HTTP/2", async () => {
    const path = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    const reply = await fetch(`${server.http1}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/grpc-web+proto", ...headers },
      body: "",
    });
    expect([reply.status, reply.headers.get("grpc-status")]).toEqual([200, "12"]);
  });
});

describe("Connect's other forms", () => {
  test("a GET is answered for methods without side effects", async () => {
    const query = "encoding=json&message=%7B%7D&connect=v1";
    const reply = await fetch(`${server.http1}/winnow.v1.ContextService/GetHealth?${query}`, { headers });
    expect([reply.status, await reply.json()]).toMatchObject([200, { status: "ok" }]);
  });

  test("a GET without its query gets an error object", async () => {
    const reply = await fetch(`${server.http1}/winnow.v1.ContextService/GetHealth`, { headers });
    expect([reply.status, await reply.json()]).toMatchObject([415, { code: "unimplemented" }]);
  });

  test("brotli is never used", async () => {
    const reply = await fetch(`${server.http1}/winnow.v1.ContextService/Select`, {
      method: "POST",
      headers: { "content-type": "application/json", "accept-encoding": "br", ...headers },
      body: JSON.stringify({
        requestId: "r",
        records: [{ text: "x".repeat(9000) }],
        task: { prompt: "p" },
        budget: { maxContextTokens: 1 },
      }),
    });
    expect([reply.status, reply.headers.get("content-encoding")]).toEqual([200, null]);
  });

  test("gzip is used in both directions", async () => {
    const reply = await fetch(`${server.http1}/winnow.v1.ContextService/Select`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-encoding": "gzip",
        "accept-encoding": "gzip",
        ...headers,
      },
      body: gzipSync(
        JSON.stringify({
          requestId: "r",
          records: [{ text: "x".repeat(9000) }],
          task: { prompt: "p" },
          budget: { maxContextTokens: 1 },
        }),
      ),
    });
    expect([reply.status, reply.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect(await reply.json()).toMatchObject({ renderedContext: "x".repeat(9000) });
  });
});

describe("@grpc/grpc-js", () => {
  const serialize = (message: ContextRequest) => Buffer.from(toBinary(ContextRequestSchema, message));
  const deserialize = (bytes: Buffer) => fromBinary(ContextResponseSchema, bytes);

  function unary(message: ContextRequest): Promise<unknown> {
    const client = new grpc.Client(new URL(server.http2).host, grpc.credentials.createInsecure());
    const metadata = new grpc.Metadata();
    metadata.set(admittedHeader, "1");
    return new Promise((resolve, reject) => {
      const path = "/winnow.v1.ContextService/Select";
      client.makeUnaryRequest(path, serialize, deserialize, message, metadata, (error, value) => {
        client.close();
        if (error === null) resolve(value);
        else reject(error);
      });
    });
  }

  test("gets responses", async () => {
    expect(await unary(request("p"))).toMatchObject({ requestId: "r", renderedContext: "alpha" });
  });

  test("decodes the status details of a failure", async () => {
    const error: unknown = await unary(request("too large")).catch((thrown: unknown) => thrown);
    const { code, metadata } = Object(error);
    const [details] = metadata.get("grpc-status-details-bin");
    const status = decodeRpcStatus(Buffer.from(details).toString("base64"));
    expect([code, status.code]).toEqual([grpc.status.OUT_OF_RANGE, grpc.status.OUT_OF_RANGE]);
    const envelopeBytes = status.details.get("type.googleapis.com/winnow.v1.ErrorEnvelope") ?? new Uint8Array();
    expect(fromBinary(ErrorEnvelopeSchema, envelopeBytes)).toMatchObject({ limit: 10, observed: 11 });
  });
});

/** A gRPC message frame. */
function envelope(message: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flags;
  head.writeUInt32BE(message.byteLength, 1);
  return Buffer.concat([head, message]);
}

/** Sends raw bytes as a gRPC call and collects the trailers. */
async function grpcFrame(type: string, body: Buffer, extra: Record<string, string> = {}) {
  const session = connect(server.http2);
  const path = "/winnow.v1.ContextService/Select";
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    te: "trailers",
    "content-type": type,
    ...headers,
    ...extra,
  });
  stream.end(body);
  stream.resume();
  const [trailers] = await once(stream, "trailers");
  session.close();
  return { trailers };
}
