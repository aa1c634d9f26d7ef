// gRPC servers that refuse, hang and lie, spoken to over real HTTP/2.
import { once } from "node:events";
import { constants, createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { afterEach, describe, expect, test } from "vitest";
import { listeningPort } from "../../../test/listening-port.ts";
import { ContextService } from "../src/gen/winnow/v1/context_pb.ts";
import { createGrpcClient } from "../src/grpc.ts";
import { request } from "./lying-server.ts";

type Answer = (stream: ServerHttp2Stream, attempt: number, headers: IncomingHttpHeaders) => void;

const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  const sessions = new Set<{ destroy: () => void }>();
  server.on("session", (session) => sessions.add(session));
  const port = await listeningPort(server);
  opened.push(async () => {
    for (const session of sessions) session.destroy();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${port}`;
}

async function refusing(answer: Answer) {
  const attempts: IncomingHttpHeaders[] = [];
  const server = createServer();
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {}).resume();
    answer(stream, attempts.push(headers), headers);
  });
  return { url: await listening(server), attempts };
}

/** A status in headers alone, which is how a gRPC server refuses. */
function trailersOnly(status: number, headers: Record<string, string> = {}): Answer {
  return (stream) => {
    const reply = { ":status": 200, "content-type": "application/grpc", "grpc-status": String(status), ...headers };
    stream.respond(reply, { endStream: true });
  };
}

/** What a proxy answers of its own, which speaks no gRPC. */
function page(status: number, headers: Record<string, string> = {}): Answer {
  return (stream) => {
    stream.respond({ ":status": status, "content-type": "text/html", ...headers });
    stream.end("<html>");
  };
}

const exhausted = 8;
const internal = 13;
const unavailable = 14;

describe("a refusal", () => {
  test.each<[string, Answer, string, number]>([
    ["that passes, pushed back", trailersOnly(exhausted, { "grpc-retry-pushback-ms": "10" }), "throttled", 4],
    ["that passes", trailersOnly(unavailable), "unavailable", 4],
    [
      "that asks not to be tried again",
      trailersOnly(unavailable, { "grpc-retry-pushback-ms": "-1" }),
      "unavailable",
      1,
    ],
    [
      "pushed back beyond the deadline",
      trailersOnly(unavailable, { "grpc-retry-pushback-ms": "60000" }),
      "unavailable",
      1,
    ],
    ["for its size", trailersOnly(exhausted), "request_too_large", 1],
    ["without a word of the service", trailersOnly(internal), "unavailable", 4],
    ["of the key", trailersOnly(7), "forbidden", 1],
    ["of a call without a key", trailersOnly(16), "unauthenticated", 1],
    ["of the method", trailersOnly(12), "not_found", 1],
    ["of the deadline", trailersOnly(4), "timed_out", 1],
    ["by a proxy's 400", page(400), "bad_request", 1],
    ["by a proxy's 413", page(413), "request_too_large", 1],
    ["by a proxy's 502", page(502), "unavailable", 4],
    ["by a proxy that asks to wait", page(503, { "retry-after": "3600" }), "unavailable", 1],
    ["by a proxy that redirects", page(308), "unexpected_status", 1],
    ["by a broken connection", (stream) => stream.session?.destroy(), "connection_failed", 4],
    ["by a reset stream", (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), "connection_failed", 4],
  ])("%s", async (_name, answer, kind, attempts) => {
    const server = await refusing(answer);
    const client = createGrpcClient({ baseUrl: server.url, apiKey: "key", timeoutMs: 60_000 });
    const selection = await client.select(request);
    expect(selection).toMatchObject({ failedOpen: true, context: "first\n\nsecond", cause: { kind } });
    expect(server.attempts).toHaveLength(attempts);
  });

  test("is waited for as long as it asks", async () => {
    const { url } = await refusing(trailersOnly(unavailable, { "grpc-retry-pushback-ms": "100" }));
    const startedAt = performance.now();
    await createGrpcClient({ baseUrl: url, apiKey: "key" }).select(request);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295);
  });
});

test("a server that says nothing is left at the deadline, which it was told", async () => {
  const { url, attempts } = await refusing(() => {});
  // Long enough for the call to be told to the server before, on a busy machine too.
  const client = createGrpcClient({ baseUrl: url, apiKey: "key", timeoutMs: 1_000 });
  expect(await client.select(request)).toMatchObject({ cause: { kind: "timed_out" } });
  expect(attempts[0]?.["grpc-timeout"]).toMatch(/^\d+m$/);
});

test("large calls that were given up leave their connection to others", async () => {
  const large = { ...request, records: [{ text: "x".repeat(5_000_000) }] };
  let leaving = new AbortController();
  // Of the large ones, which are every other, it reads no more than its window.
  const { url } = await refusing((stream, attempt, headers) => {
    stream.pause();
    if (attempt % 2 === 0) trailersOnly(7)(stream, attempt, headers);
    else leaving.abort();
  });
  const client = createGrpcClient({ baseUrl: url, apiKey: "key", timeoutMs: 60_000 });
  for (let times = 0; times < 4; times += 1) {
    leaving = new AbortController();
    await expect(client.select(large, { signal: leaving.signal })).rejects.toThrow("aborted");
    expect(await client.select(request)).toMatchObject({ cause: { kind: "forbidden" } });
  }
});

test("where nobody listens no answer came, and the message says why", async () => {
  const server = createServer();
  const port = await listeningPort(server);
  server.close();
  await once(server, "close");
  const selection = await createGrpcClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "key" }).select(request);
  expect(selection).toMatchObject({
    failedOpen: true,
    cause: { kind: "connection_failed", status: null, message: expect.stringContaining("ECONNREFUSED") },
  });
});

test("an abort of the caller's goes through", async () => {
  const reason = new Error("enough");
  const { url } = await refusing(() => {});
  const controller = new AbortController();
  const call = createGrpcClient({ baseUrl: url, apiKey: "key" }).select(request, { signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test.each([
  ["wrong_echo", { requestId: "r-2", renderedContext: "kept", recordsSelected: 1 }],
  ["empty_selection", { requestId: "r-1" }],
])("a lie is found out: %s", async (kind, answer) => {
  const routes = connectNodeAdapter({
    routes: (router) => router.service(ContextService, { select: () => answer }),
  });
  const url = await listening(createServer(routes));
  const selection = await createGrpcClient({ baseUrl: url, apiKey: "key" }).select(request);
  expect(selection).toMatchObject({ failedOpen: true, cause: { kind } });
});
