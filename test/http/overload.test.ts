import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { REFUSAL_DELAY } from "../../src/scheduling/rejection-delay.ts";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

const MIB = 1024 * 1024;
const BODY = 512 * 1024;

let served: Served;
let session: ClientHttp2Session;

beforeEach(async () => {
  served = await serve({ maxRequestsInFlight: 2, maxBytesInFlight: MIB }, { lingerMs: 1_000 });
  session = connect(served.address);
});

afterEach(async () => {
  served.letGo();
  session.close();
  await served.drain();
});

function select(prompt: string, text = "", key = "good"): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${served.address}/v1/context/select`, { method: "POST", headers, body: selectBody(prompt, text) });
}

/** Takes both places: one call runs on the main thread, and the other waits behind it. */
async function takePlaces(): Promise<readonly Promise<Response>[]> {
  const waits = served.nextWaits();
  const running = select("wait", "", "other0");
  await waits;
  const behind = select("x", "", "other1");
  await expect.poll(() => served.counted.quota).toBe(2);
  return [running, behind];
}

const unavailable = {
  headersAlone: true,
  headers: { "grpc-status": "14", "grpc-retry-pushback-ms": expect.stringMatching(/^1[0-4]\d\d$/) },
};

describe("requests over the limit", () => {
  test("get a 503 or UNAVAILABLE, use no quota, and are admitted once others have ended", async () => {
    const waiting = await takePlaces();
    const refused = await select("x");
    expect([refused.status, await refused.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
    expect(refused.headers.get("retry-after")).toMatch(/^[12]$/);
    expect(await answerOf(open(session, grpcHeaders("GetHealth", "good"), frame(Buffer.alloc(0))))).toMatchObject(
      unavailable,
    );
    expect(served.counted).toEqual({ quota: 3, refunds: 1 });
    served.letGo();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await select("x")).status).toBe(200);
  });
});

test("1,200 calls over the limit all get their refusals", async () => {
  await takePlaces();
  const calls = Array.from({ length: 1_200 }, () =>
    answerOf(open(session, grpcHeaders("GetHealth", "good"), frame(Buffer.alloc(0)))),
  );
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(unavailable);
});

test("many calls over their rate get their refusals later, so clients without a pause take little time", async () => {
  const startedMs = performance.now();
  const calls = Array.from({ length: 700 }, () =>
    answerOf(open(session, grpcHeaders("GetHealth", "slow"), frame(Buffer.alloc(0)))),
  );
  for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ headers: { "grpc-status": "8" } });
  expect(performance.now() - startedMs).toBeGreaterThan(REFUSAL_DELAY.waitMs);
});

describe("bytes over the limit", () => {
  test("get a 503 by their declared length, which is then released", async () => {
    const waits = served.nextWaits();
    const held = select("wait", "a".repeat(BODY));
    await waits;
    const refused = await select("x", "a".repeat(BODY));
    expect(refused.status).toBe(503);
    await refused.arrayBuffer();
    await served.line((line) => line.refused === "unavailable");
    expect(served.counted).toEqual({ quota: 2, refunds: 1 });
    served.letGo();
    await (await held).arrayBuffer();
    expect((await select("x", "a".repeat(BODY))).status).toBe(200);
  });

  test("get UNAVAILABLE in one frame while a gRPC message of unknown length arrives", async () => {
    const stream = open(session, grpcHeaders("Select", "good"), null);
    const answered = answerOf(stream);
    // A frame that announces 2 MiB, with slightly more bytes than may be in flight.
    stream.write(Buffer.from("0000200000", "hex"));
    stream.write(Buffer.alloc(MIB + 1));
    expect(await answered).toMatchObject(unavailable);
    expect(await served.line((line) => line.refused === "unavailable")).toMatchObject({ status: "UNAVAILABLE" });
    expect((await select("x", "a".repeat(BODY))).status).toBe(200);
  });

  test("get a 503 while a REST body of unknown length arrives", async () => {
    const body = ReadableStream.from([Buffer.alloc(MIB), Buffer.alloc(1)]);
    const headers = { authorization: "Bearer good" };
    const init = { method: "POST", headers, body, duplex: "half" } as const;
    expect((await fetch(`${served.address}/v1/context/select`, init)).status).toBe(503);
  });
});

test("large responses that wait for their reader do not block new calls on their connection", async () => {
  const roomy = await serve();
  const client = connect(roomy.address);
  const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };
  const unread = [1, 2, 3].map(() => open(client, headers, Buffer.from(selectBody("x", "a".repeat(5 * MIB)))));
  await Promise.all(unread.map((stream) => once(stream, "response")));
  const answer = await answerOf(open(client, grpcHeaders("GetHealth", "good"), frame(Buffer.alloc(0))));
  expect(answer.trailers).toMatchObject({ "grpc-status": "0" });
  client.destroy();
  await roomy.drain();
});
