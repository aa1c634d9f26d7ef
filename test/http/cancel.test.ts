import { type ClientHttp2Session, connect } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { END_HEADERS, END_STREAM, frameType, h2Field, h2Frame, h2Post } from "./fixtures/frames.ts";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { raw } from "./fixtures/raw.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

let served: Served;
let session: ClientHttp2Session;

beforeEach(async () => {
  served = await serve();
  session = connect(served.address);
});

afterEach(async () => {
  session.close();
  await served.drain();
});

const waiting = frame(
  toBinary(
    ContextRequestSchema,
    create(ContextRequestSchema, {
      requestId: "r",
      records: [{ text: "a" }],
      task: { prompt: "wait" },
      budget: { maxContextTokens: 9 },
    }),
  ),
);

describe("a client that leaves", () => {
  test("ends its REST call, and its quota is refunded", async () => {
    const waits = served.nextWaits();
    const leaving = new AbortController();
    const headers = { authorization: "Bearer good" };
    const init = { method: "POST", headers, body: selectBody("wait"), signal: leaving.signal };
    const answer = fetch(`${served.address}/v1/context/select`, init);
    await waits;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    expect(await served.stopped).toMatchObject({ name: "AbortError" });
    expect(await served.line((line) => line.status === "499")).toMatchObject({ level: "info", protocol: "rest" });
    expect(served.counted).toEqual({ quota: 1, refunds: 1 });
  });

  test("ends its REST call over HTTP/2", async () => {
    const waits = served.nextWaits();
    const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };
    const stream = open(session, headers, Buffer.from(selectBody("wait")));
    const answered = answerOf(stream);
    await waits;
    stream.close(8);
    await answered;
    expect(await served.stopped).toMatchObject({ name: "AbortError" });
    expect(await served.line((line) => line.status === "499")).toMatchObject({ protocol: "rest" });
  });

  test("ends its gRPC call", async () => {
    const waits = served.nextWaits();
    const stream = open(session, grpcHeaders("Select", "good"), waiting);
    const answered = answerOf(stream);
    await waits;
    stream.close(8);
    await answered;
    await served.stopped;
    expect(await served.line((line) => line.status === "CANCELLED")).toMatchObject({ protocol: "grpc" });
    expect(served.counted).toEqual({ quota: 1, refunds: 1 });
  });

  test("and closes its connection ends its gRPC call", async () => {
    const waits = served.nextWaits();
    const answered = answerOf(open(session, grpcHeaders("Select", "good"), waiting));
    await waits;
    session.destroy();
    await answered;
    await served.stopped;
    expect(await served.line((line) => line.status === "CANCELLED")).toMatchObject({ protocol: "grpc" });
  });
});

test("if a client leaves during admission, its quota is refunded and no work is done", async () => {
  const leaving = new AbortController();
  const headers = { authorization: "Bearer late" };
  const init = { method: "POST", headers, body: selectBody("x"), signal: leaving.signal };
  const answer = fetch(`${served.address}/v1/context/select`, init);
  await served.asked;
  leaving.abort();
  await expect(answer).rejects.toThrow();
  expect(await served.line((line) => line.status === "499")).not.toHaveProperty("outcome");
  served.decide();
  await new Promise(setImmediate);
  expect(served.counted).toEqual({ quota: 1, refunds: 1 });
  expect(served.lines().filter(({ msg }) => msg === "call")).toHaveLength(1);
});

/** Long enough for the call to be running by then, even on a busy machine. */
const SOON_MS = 1_000;

describe("a deadline", () => {
  test("ends a running gRPC call", async () => {
    const stream = open(session, { ...grpcHeaders("Select", "good"), "grpc-timeout": `${SOON_MS}m` }, waiting);
    const { headers, trailers } = await answerOf(stream);
    expect((trailers ?? headers)["grpc-status"]).toBe("4");
    await served.stopped;
    expect(await served.line((line) => line.status === "DEADLINE_EXCEEDED")).toMatchObject({ protocol: "grpc" });
  });

  test("that passed while the thread was busy ends a call before it starts", async () => {
    const headers = { ...grpcHeaders("Select", "late"), "grpc-timeout": "20m" };
    const answered = answerOf(open(session, headers, waiting));
    await served.asked;
    const until = performance.now() + 60;
    while (performance.now() < until);
    served.decide();
    const { headers: received, trailers } = await answered;
    expect((trailers ?? received)["grpc-status"]).toBe("4");
    expect(await served.line((line) => line.status === "DEADLINE_EXCEEDED")).not.toHaveProperty("outcome");
  });

  test.each([
    ["application/grpc-web+proto", { "grpc-timeout": "99999999H" }, waiting],
    ["application/proto", { "connect-timeout-ms": "9999999999" }, waiting.subarray(5)],
  ])("of years is ignored, as %s", async (type, deadline, body) => {
    const waits = served.nextWaits();
    const headers = { ...grpcHeaders("Select", "good"), "content-type": type, ...deadline };
    const answered = answerOf(open(session, headers, body));
    await waits;
    // Fires after any timer of Connect's that has overflowed, because those take a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 5));
    served.letGo();
    await answered;
    expect(await served.line(({ msg }) => msg === "call")).toMatchObject({ status: "OK" });
  });

  test("ends a running Connect call", async () => {
    const [authorization, type] = ["Bearer good", "application/json"];
    const headers = { authorization, "content-type": type, "connect-timeout-ms": String(SOON_MS) };
    const body = '{"requestId":"c","records":[{"text":"a"}],"task":{"prompt":"wait"},"budget":{"maxContextTokens":9}}';
    const answer = await fetch(`${served.address}/winnow.v1.ContextService/Select`, { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({ code: "deadline_exceeded" });
    await served.stopped;
  });
});

/** RFC 9113, section 6.9.2. */
const FIRST_WINDOW = 65_535;

test("a client that leaves before it has read its response does not count as a fault", async () => {
  const route = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
  const client = await raw(served.port);
  client.send(Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
  client.send(h2Frame(frameType.settings, 0, 0, Buffer.alloc(0)));
  client.send(
    h2Frame(frameType.headers, END_HEADERS, 1, h2Post(`/${route}`, h2Field("content-type", "application/grpc"))),
  );
  // Each message asks for the file of a service. The answers are larger than the client's window.
  const service = Buffer.from("winnow.v1.ContextService");
  const question = frame(Buffer.concat([Buffer.from([0x22, service.length]), service]));
  const asked = Buffer.concat(Array.from({ length: 100 }, () => question));
  client.send(h2Frame(frameType.data, END_STREAM, 1, asked));
  await expect.poll(() => client.received().length).toBeGreaterThan(FIRST_WINDOW);
  client.socket.end();
  await served.line((line) => line.route === route);
  const answer = await fetch(`${served.address}/v1/health`, { headers: { authorization: "Bearer good" } });
  expect(answer.status).toBe(200);
  await served.line((line) => line.route === "/v1/health");
  expect(served.lines().filter(({ msg }) => msg === "call_failed")).toEqual([]);
});
