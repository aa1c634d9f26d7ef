import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answerOf, frame, grpcHeaders, open } from "./h2-call.ts";
import { raw } from "./raw.ts";
import { type Served, selectBody, serve } from "./served.ts";

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

async function selecting(prompt: string) {
  const client = await raw(served.port);
  const waits = served.nextWaits();
  const body = selectBody(prompt);
  client.send(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  await waits;
  return client;
}

describe("a drain", () => {
  test("lets a call in flight finish, takes no new one, then closes everything", async () => {
    const busy = await selecting("wait");
    const idle = await raw(served.port);
    idle.send(health);
    await idle.until(/"ok"/);
    const opened = await raw(served.port);

    const drained = served.drain();
    await idle.ended();
    // A connection that was opened before and says its first word now.
    opened.send(health);
    expect(await opened.ended()).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"Service Unavailable"/i);
    await expect(raw(served.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });

    served.letGo();
    // Told to close, lest the client reuse a connection that is about to go.
    expect(await busy.ended()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"request_id":"r-1"/i);
    await drained;
    expect(served.lines().map(({ msg }) => msg)).not.toContain("drain_cut_short");
  });

  test("tells HTTP/2 clients to move on and lets their calls finish", async () => {
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

  test("takes what comes until the news of it has arrived", async () => {
    const telling = await serve({}, { noticeMs: 300 });
    const session: ClientHttp2Session = connect(telling.address);
    await once(session, "remoteSettings");
    const opened = await raw(telling.port);
    const goaway = once(session, "goaway");
    const drained = telling.drain();
    const late = answerOf(open(session, grpcHeaders("GetHealth", "good"), frame(Buffer.alloc(0))));
    opened.send(health);
    expect((await late).trailers).toMatchObject({ "grpc-status": "0" });
    // The call that was on its way is the last one taken.
    expect((await goaway).slice(0, 2)).toEqual([0, 1]);
    expect(await opened.ended()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    await drained;
  });

  test("says so to probes before anything else, as long as it lasts", async () => {
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

  test("ends a health watch with the news", async () => {
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

  test("cuts what does not finish in time, and says how many", async () => {
    const busy = await selecting("wait");
    await served.drain();
    expect(await busy.ended()).toBe("");
    expect(served.lines().find(({ msg }) => msg === "drain_cut_short")).toMatchObject({ count: 1, level: "warn" });
    await served.stopped;
  });

  test("asked for twice is one drain", async () => {
    await Promise.all([served.drain(), served.drain()]);
    expect(served.lines().filter(({ msg }) => msg === "draining")).toHaveLength(1);
  });
});
