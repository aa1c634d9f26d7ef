// Compares the unary codec of gRPC with Connect's router: both get the same raw requests, and every header is compared.
import { type ClientHttp2Session, connect, createServer, type Http2Server, type IncomingHttpHeaders } from "node:http2";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { Http2Exchange } from "../../../src/http/connections/http2-exchange.ts";
import { bufferedRequest } from "../../../src/http/serve.ts";
import { createServing } from "../../../src/protocols/connect/health.ts";
import { createRpc } from "../../../src/protocols/connect/listener.ts";
import { createConnectUnary } from "../../../src/protocols/connect/unary.ts";
import { createGrpcUnary } from "../../../src/protocols/grpc/unary.ts";
import { answerOf, frame, type H2Answer, open } from "../../http/fixtures/h2-call.ts";
import { listeningPort } from "../../listening-port.ts";
import { callWith, smallHandlers } from "../small-handlers.ts";

const handlers = smallHandlers();
const onFault = () => {};
/** Whether the unary codec answered the last request. */
let taken = false;
const connectUnary = createConnectUnary(handlers, onFault);
const unaryCodec = createGrpcUnary(handlers, onFault, (request, call) => {
  taken = false;
  return connectUnary(request, call);
});
let plain: { server: Http2Server; session: ClientHttp2Session };
let fast: { server: Http2Server; session: ClientHttp2Session };

beforeAll(async () => {
  const rpc = createRpc(handlers, { serving: createServing(), onFault });
  plain = await listening(createServer((request, response) => rpc(request, response, callWith())));
  const codecServer = createServer();
  codecServer.on("stream", async (stream, headers, _flags, rawHeaders) => {
    const exchange = new Http2Exchange(stream, headers, rawHeaders, () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of exchange.body) chunks.push(chunk);
    const request = bufferedRequest(exchange, "grpc", Buffer.concat(chunks));
    taken = true;
    exchange.send(await unaryCodec(request, callWith()));
  });
  fast = await listening(codecServer);
});

afterAll(() => {
  for (const { server, session } of [plain, fast]) {
    session.close();
    server.close();
  }
});

async function listening(server: Http2Server) {
  return { server, session: connect(`http://127.0.0.1:${await listeningPort(server)}`) };
}

function message(prompt: string, text = "alpha", more = {}): Uint8Array {
  const request = {
    requestId: "r",
    records: [{ text }],
    task: { prompt },
    budget: { maxContextTokens: 5 },
    ...more,
  };
  return toBinary(ContextRequestSchema, create(ContextRequestSchema, request));
}

function gzipped(bytes: Uint8Array): Buffer {
  const framed = frame(gzipSync(bytes));
  framed[0] = 1;
  return framed;
}

interface Request {
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly body: Buffer;
}

async function ask({ session }: { session: ClientHttp2Session }, { headers, method = "Select", body }: Request) {
  const fixed = { ":method": "POST", ":path": `/winnow.v1.ContextService/${method}`, te: "trailers" };
  return comparable(await answerOf(open(session, { ...fixed, "content-type": "application/grpc", ...headers }, body)));
}

function comparable({ headers, headersAlone, trailers, body, rstCode }: H2Answer) {
  return { headers: undated(headers), headersAlone, trailers, body: body.toString("hex"), rstCode };
}

function undated({ date, ...rest }: IncomingHttpHeaders): IncomingHttpHeaders {
  return { ...rest, ...(date === undefined ? {} : { date: "some day" }) };
}

const big = "word ".repeat(5_000);
const gzip = { "grpc-encoding": "gzip" };
const acceptsGzip = { "grpc-accept-encoding": "identity,deflate,gzip" };

const ordinary: Readonly<Record<string, Request>> = {
  "a select": { body: frame(message("p")) },
  "the content type with its suffix": {
    body: frame(message("p")),
    headers: { "content-type": "application/grpc+proto" },
  },
  "a distant deadline": { body: frame(message("p")), headers: { "grpc-timeout": "20S" } },
  "a client that accepts gzip, a small answer": { body: frame(message("p")), headers: acceptsGzip },
  "a client that accepts gzip, a large answer": { body: frame(message("p", big)), headers: acceptsGzip },
  "a client that accepts no known encoding": {
    body: frame(message("p", big)),
    headers: { "grpc-accept-encoding": "br" },
  },
  "a compressed message": { body: gzipped(message("p", big)), headers: gzip },
  "a compressed message, gzip not accepted": {
    body: gzipped(message("p", big)),
    headers: { ...gzip, "grpc-accept-encoding": "identity" },
  },
  "an uncompressed message with an encoding header": { body: frame(message("p")), headers: gzip },
  "an answer of megabytes": { body: frame(message("twice", "x".repeat(3_000_000))) },
  "an answer that is empty": { body: frame(message("p", "", { requestId: "" })) },
  "a missing field": { body: frame(message("p", "alpha", { task: undefined })) },
  "a ceiling": { body: frame(message("too large")) },
  "a failure of the service": { body: frame(message("engine error")) },
  "a fault": { body: frame(message("throw")) },
  "an error for a client that accepts gzip": { body: frame(message("engine error")), headers: acceptsGzip },
  "a message without fields": { body: frame(Buffer.alloc(0)) },
  health: { body: frame(Buffer.alloc(0)), method: "GetHealth" },
  "the registry": { body: frame(Buffer.alloc(0)), method: "ListOperatingPoints" },
};

const odd: Readonly<Record<string, Request>> = {
  "JSON messages": {
    body: frame(Buffer.from('{"requestId":"r","task":{"prompt":"p"},"budget":{"maxContextTokens":5}}')),
    headers: { "content-type": "application/grpc+json" },
  },
  "an unknown content type": { body: frame(message("p")), headers: { "content-type": "application/grpc+thrift" } },
  "no message": { body: Buffer.alloc(0) },
  "half a message": { body: frame(message("p")).subarray(0, 12) },
  "half a frame": { body: frame(message("p")).subarray(0, 3) },
  "two messages": { body: Buffer.concat([frame(message("p")), frame(message("p"))]) },
  "bytes after the message": { body: Buffer.concat([frame(message("p")), Buffer.from("x")]) },
  "bytes that are not a message": { body: frame(Buffer.from("ff", "hex")) },
  "an unknown flag": { body: Buffer.concat([Buffer.from([4]), frame(message("p")).subarray(1)]) },
  "a compressed message without an encoding": { body: gzipped(message("p")) },
  "a message that only claims to be compressed": {
    body: Buffer.concat([Buffer.from([1]), frame(message("p")).subarray(1)]),
    headers: gzip,
  },
  "a bomb": { body: gzipped(Buffer.alloc(16 * 1024 * 1024)), headers: gzip },
  "an encoding that is not served": { body: frame(message("p")), headers: { "grpc-encoding": "br" } },
  "a deadline that cannot be read": { body: frame(message("p")), headers: { "grpc-timeout": "soon" } },
};

describe("a call of the usual form", () => {
  test.each(Object.entries(ordinary))("%s gets the response that Connect gives", async (_name, request) => {
    const [expected, got] = [await ask(plain, request), await ask(fast, request)];
    expect(taken).toBe(true);
    expect(got).toEqual(expected);
  });
});

describe("a call of another form", () => {
  test.each(Object.entries(odd))("%s is passed on to Connect", async (_name, request) => {
    const [expected, got] = [await ask(plain, request), await ask(fast, request)];
    expect(taken).toBe(false);
    expect(got).toEqual(expected);
  });
});
