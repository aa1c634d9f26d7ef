// Behaviour over gRPC that the table cannot express: the deadline that is sent, aborts, and what large calls leave
// behind.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { afterEach, expect, test } from "vitest";
import { listeningPort } from "../../../test/listening-port.ts";
import { createGrpcClient } from "../src/grpc.ts";
import { request } from "./faulty-server.ts";

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

/** A status in headers alone, as in a refusal of a gRPC server. */
function trailersOnly(status: number, headers: Record<string, string> = {}): Answer {
  return (stream) => {
    const reply = { ":status": 200, "content-type": "application/grpc", "grpc-status": String(status), ...headers };
    stream.respond(reply, { endStream: true });
  };
}

test("the server receives the deadline", async () => {
  const { url, attempts } = await refusing(() => {});
  // Long enough for the call to reach the server on a busy machine.
  const client = createGrpcClient({ baseUrl: url, apiKey: "key", timeoutMs: 1_000 });
  expect(await client.select(request)).toMatchObject({ cause: { kind: "timed_out" } });
  expect(attempts[0]?.["grpc-timeout"]).toMatch(/^\d+m$/);
});

test("aborted large calls do not block the connection", async () => {
  const large = { ...request, records: [{ text: "x".repeat(5_000_000) }] };
  let leaving = new AbortController();
  // It reads no more than its window of the large calls, which are every second one.
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

test("the message says why no connection was made", async () => {
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

test("an aborted call rejects with the caller's reason", async () => {
  const reason = new Error("enough");
  const { url } = await refusing(() => {});
  const controller = new AbortController();
  const call = createGrpcClient({ baseUrl: url, apiKey: "key" }).select(request, { signal: controller.signal });
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
});
