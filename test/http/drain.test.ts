import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Notice } from "../../src/http/connections/connections.ts";
import { drain } from "../../src/http/drain.ts";
import { timeoutsOf } from "../../src/http/limits.ts";
import { createServing } from "../../src/protocols/connect/health.ts";
import { createInFlight } from "../../src/scheduling/in-flight.ts";
import { createScheduler } from "../../src/scheduling/scheduler.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { noTelemetry } from "../../src/telemetry/otel.ts";
import { manualClock } from "../time/manual-clock.ts";
import {
  ACK,
  frameType,
  h2Frame,
  h2Opening,
  h2PostAs,
  h2Request,
  h2SettingsAck,
  lastCallsNamed,
} from "./fixtures/frames.ts";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { raw } from "./fixtures/raw.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

let served: Served;

beforeEach(async () => {
  served = await serve({ drainTimeoutMs: 1_000, internalPort: 0 });
});

afterEach(async () => {
  served.letGo();
  await served.drain();
});

const head = "POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n";
const health = "GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n";

/** The highest number that a call over HTTP/2 can have. */
const ANY_CALL = 2 ** 31 - 1;

function selects(stream: number, prompt: string): Buffer {
  return h2Request(stream, h2PostAs(`other${stream}`, "/v1/context/select"), Buffer.from(selectBody(prompt)));
}

async function selecting(prompt: string) {
  const client = await raw(served.port);
  const waits = served.nextWaits();
  const body = selectBody(prompt);
  client.send(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  await waits;
  return client;
}

describe("a drain", () => {
  test("lets a call in flight finish, accepts no new one, then closes everything", async () => {
    const busy = await selecting("wait");
    const idle = await raw(served.port);
    idle.send(health);
    await idle.until(/"ok"/);
    const opened = await raw(served.port);

    const drained = served.drain();
    await idle.ended();
    // A connection that was opened earlier and sends its first bytes now.
    opened.send(health);
    expect(await opened.ended()).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"Service Unavailable"/i);
    await expect(raw(served.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });

    served.letGo();
    // `connection: close` keeps the client from reusing a connection that is about to close.
    expect(await busy.ended()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"request_id":"r-1"/i);
    await drained;
    expect(served.lines().map(({ msg }) => msg)).not.toContain("drain_cut_short");
  });

  test("sends HTTP/2 clients a GOAWAY and lets their calls finish", async () => {
    const session: ClientHttp2Session = connect(served.address);
    const waits = served.nextWaits();
    const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };
    const busy = answerOf(open(session, headers, Buffer.from(selectBody("wait"))));
    await waits;
    const goaway = once(session, "goaway");
    const drained = served.drain();
    await goaway;
    served.letGo();
    const { headers: received, body } = await busy;
    expect([received[":status"], body.toString().includes("r-1")]).toEqual([200, true]);
    await drained;
  });

  test("serves new calls until the notice has arrived", async () => {
    const telling = await serve({}, { noticeMs: 300 });
    const session: ClientHttp2Session = connect(telling.address);
    await once(session, "remoteSettings");
    const opened = await raw(telling.port);
    const named: unknown[] = [];
    session.on("goaway", (code, last) => named.push([code, last]));
    const drained = telling.drain();
    const late = answerOf(open(session, grpcHeaders("GetHealth", "good"), frame(Buffer.alloc(0))));
    expect((await late).trailers).toMatchObject({ "grpc-status": "0" });
    await expect.poll(() => named.length).toBeGreaterThan(0);
    opened.send(health);
    expect(await opened.ended()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    await drained;
    // No further call, but one in transit is accepted.
    expect(named.at(0)).toEqual([0, ANY_CALL]);
  });

  test("never names a later last call in a GOAWAY than in the one before", async () => {
    const telling = await serve({}, { noticeMs: 100 });
    const client = await raw(telling.port);
    const waits = telling.nextWaits();
    client.send(Buffer.concat([h2Opening(), h2SettingsAck(), selects(1, "wait")]));
    await waits;
    const drained = telling.drain();
    await expect.poll(() => lastCallsNamed(client.received())).toEqual([ANY_CALL]);
    client.send(Buffer.concat([selects(3, "a"), selects(5, "a"), selects(7, "a")]));
    // A client that got two GOAWAY frames would have ended these calls at the first.
    expect(lastCallsNamed(client.received())).toEqual([ANY_CALL]);
    client.send(h2Frame(frameType.ping, ACK, 0, Buffer.alloc(8)));
    await expect.poll(() => lastCallsNamed(client.received())).toEqual([ANY_CALL, 7]);
    telling.letGo();
    await client.until(/(r-1[\s\S]*){4}/);
    await drained;
    expect(lastCallsNamed(client.received()).filter((last) => last !== 7)).toEqual([ANY_CALL]);
  });

  test("is reported to probes first, and as long as it lasts", async () => {
    const probe = (path: string) => fetch(served.internalAddress + path).then(({ status }) => status);
    expect([await probe("/livez"), await probe("/readyz")]).toEqual([200, 200]);
    const busy = await selecting("wait");
    const drained = served.drain();
    expect([await probe("/livez"), await probe("/readyz")]).toEqual([200, 503]);
    served.letGo();
    await busy.ended();
    await drained;
    await expect(probe("/livez")).rejects.toThrow();
  });

  test("ends a health watch with its last status", async () => {
    const session = connect(served.address);
    const watch = { ...grpcHeaders("", "good"), ":path": "/grpc.health.v1.Health/Watch" };
    const stream = open(session, watch, frame(Buffer.alloc(0)));
    const answered = answerOf(stream);
    await once(stream, "data");
    await served.drain();
    const { body, trailers } = await answered;
    // SERVING, then NOT_SERVING, then the end.
    expect(body.toString("hex")).toBe("00000000020801" + "00000000020802");
    expect(trailers).toMatchObject({ "grpc-status": "14" });
  });

  test("aborts calls that do not finish in time, and logs how many", async () => {
    const busy = await selecting("wait");
    await served.drain();
    expect(await busy.ended()).toBe("");
    expect(served.lines().find(({ msg }) => msg === "drain_cut_short")).toMatchObject({ count: 1, level: "warn" });
    await served.stopped;
  });

  test("runs once, however often it is requested", async () => {
    await Promise.all([served.drain(), served.drain()]);
    expect(served.lines().filter(({ msg }) => msg === "draining")).toHaveLength(1);
  });
});

describe("the notice of a drain", () => {
  /** A drain of a service whose connections confirm the notice when `confirm` is called. */
  async function draining() {
    const clock = manualClock("2026-01-01T00:00:00Z");
    const { resolve: confirm, promise: confirmed } = Promise.withResolvers<void>();
    const done: string[] = [];
    const drained = drain({
      serving: createServing(),
      listener: {
        address: "",
        shut: async () => {
          await new Promise(setImmediate);
          done.push("shut");
        },
        notice: (): Notice => {
          done.push("notice");
          return { confirmed };
        },
        retire: () => done.push("retired"),
        close: async () => {},
      },
      internal: null,
      scheduler: createScheduler({ unary: null, workers: null, clock }),
      inFlight: createInFlight({ maxRequests: 1, maxBytes: 1, ...timeoutsOf(1_000) }, clock),
      telemetry: noTelemetry,
      log: createLog("silent"),
      clock,
      drainTimeoutMs: 1_000,
      noticeMs: 250,
    });
    const pass = async (milliseconds: number) => {
      await new Promise(setImmediate);
      clock.pass(milliseconds);
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    };
    return { pass, confirm, done, drained };
  }

  test("is waited for until all clients have confirmed it", async () => {
    const { pass, confirm, done, drained } = await draining();
    await pass(1_900);
    expect(done).toEqual(["shut", "notice"]);
    confirm();
    await drained;
    expect(done).toEqual(["shut", "notice", "retired"]);
  });

  test("lasts its full time even if all clients confirm it at once", async () => {
    const { pass, confirm, done, drained } = await draining();
    confirm();
    await pass(249);
    expect(done).not.toContain("retired");
    await pass(1);
    await drained;
  });

  test("has at most eight times its usual time", async () => {
    const { pass, done, drained } = await draining();
    await pass(2_000);
    expect(done).toContain("retired");
    await drained;
  });

  test("is not confirmed by a client that does not respond", async () => {
    const telling = await serve({}, { noticeMs: 50 });
    const silent = await raw(telling.port);
    silent.send(h2Opening());
    await silent.until(/./);
    const startedAt = performance.now();
    await telling.drain();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(395);
    expect(await silent.ended()).not.toBe("");
  });
});
