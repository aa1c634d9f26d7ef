import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from "node:http2";
import { afterEach, describe, expect, test } from "vitest";
import { STREAMS_MAX } from "../../src/http/limits.ts";
import { answerOf, grpcHeaders, open } from "../http/fixtures/h2-call.ts";
import { raw } from "../http/fixtures/raw.ts";
import { type Served, selectBody, serve } from "../http/fixtures/served.ts";

let served: Served;
const sessions = new Set<ClientHttp2Session>();

afterEach(async () => {
  for (const session of sessions) session.destroy();
  sessions.clear();
  served.letGo();
  await served.drain();
});

const body = selectBody("x");

const start = "POST /v1/context/select HTTP/1.1\r\nHost: a\r\n";

function head(length: number): string {
  return `${start}Authorization: Bearer good\r\nContent-Length: ${length}\r\n\r\n`;
}

function select(): Promise<number> {
  const init = { method: "POST", headers: { authorization: "Bearer good" }, body };
  return fetch(`${served.address}/v1/context/select`, init).then(({ status }) => status);
}

describe("bodies that have not arrived", () => {
  test("leave slots for other organisations, over either version of HTTP", async () => {
    served = await serve({ maxRequestsInFlight: 4 });
    const slow = await Promise.all([1, 2, 3].map(() => raw(served.port)));
    for (const client of slow) client.send(head(body.length) + body.slice(0, 9));
    // The answer shows that the three have been read.
    await expect.poll(() => served.counted.quota).toBe(3);
    expect(await select()).toBe(503);
    const other = { authorization: "Bearer other" };
    const sent = await fetch(`${served.address}/v1/context/select`, { method: "POST", headers: other, body });
    expect(sent.status).toBe(200);
    expect(await answered(post(client(), "other", body))).toBe(200);
    for (const client of slow) {
      client.send(body.slice(9));
      expect(await client.until(/"request_id":"r-1"/)).toMatch(/^HTTP\/1\.1 200 /);
      client.socket.destroy();
    }
    expect(await select()).toBe(200);
  });

  test("leave bytes for other organisations", async () => {
    served = await serve({ maxBytesInFlight: 2_000 });
    const slow = await Promise.all([1, 2].map(() => raw(served.port)));
    for (const client of slow) client.send(head(900));
    await expect.poll(() => served.counted.quota).toBe(2);
    expect(await select()).toBe(503);
    const init = { method: "POST", headers: { authorization: "Bearer other" }, body };
    expect((await fetch(`${served.address}/v1/context/select`, init)).status).toBe(200);
    for (const client of slow) client.socket.destroy();
  });

  test("may exceed that if there are no others", async () => {
    served = await serve({ maxBytesInFlight: 150 });
    expect(body.length).toBeGreaterThan(75);
    const client = await raw(served.port);
    client.send(head(body.length));
    await expect.poll(() => served.counted.quota).toBe(1);
    client.send(body);
    expect(await client.until(/"request_id":"r-1"/)).toMatch(/^HTTP\/1\.1 200 /);
    client.socket.destroy();
  });

  test("are not overdue because the service could not read for a while", async () => {
    served = await serve({}, { bodyMs: 300 });
    const client = await raw(served.port);
    client.send(head(body.length) + body.slice(0, 9));
    await expect.poll(() => served.counted.quota).toBe(1);
    // After a `setImmediate`, timers run before sockets: the rest of the body is in the socket while this thread, which
    // is also the service's, is busy.
    await new Promise(setImmediate);
    client.send(body.slice(9));
    const until = performance.now() + 900;
    while (performance.now() < until);
    expect(await client.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /);
    client.socket.destroy();
  });
});

/** @param initialWindowSize 0 for a client that reads no response */
function client(initialWindowSize = 65_535): ClientHttp2Session {
  const session = connect(served.address, { settings: { initialWindowSize } });
  sessions.add(session);
  return session.on("error", () => {});
}

function post(session: ClientHttp2Session, key: string, text: string): ClientHttp2Stream {
  const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: `Bearer ${key}` };
  return open(session, headers, Buffer.from(text)).on("error", () => {});
}

function answered(stream: ClientHttp2Stream): Promise<unknown> {
  return new Promise((resolve) => stream.once("response", (headers) => resolve(headers[":status"])));
}

test("a call whose body has arrived over HTTP/2 is not overdue, however long its work takes", async () => {
  served = await serve({}, { bodyMs: 100 });
  const waits = served.nextWaits();
  const status = answered(post(client(), "good", selectBody("wait")));
  await waits;
  const later = await raw(served.port);
  later.send(head(body.length) + body.slice(0, 9));
  // This one started later and is already overdue.
  expect(await later.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 408 /);
  served.letGo();
  expect(await status).toBe(200);
  later.socket.destroy();
});

describe("unread responses", () => {
  test.each([
    ["selections", "good", 200],
    ["refusals", "unknown", 403],
  ])("leave their places to others: %s", async (_name, key, status) => {
    served = await serve({ maxRequestsInFlight: 4 });
    const session = client(0);
    for (let call = 0; call < 6; call += 1) expect(await answered(post(session, key, body))).toBe(status);
    expect(await select()).toBe(200);
  });

  describe("on ten connections full of calls", () => {
    /** @param initialWindowSize as for `client` */
    function crowd(initialWindowSize?: number): readonly ClientHttp2Stream[] {
      const headers = { ":path": "/v1/health", authorization: "Bearer good" };
      const full = (session: ClientHttp2Session) =>
        Array.from({ length: STREAMS_MAX }, () => open(session, headers, Buffer.alloc(0)).on("error", () => {}));
      return Array.from({ length: 10 }, () => full(client(initialWindowSize))).flat();
    }

    test("do not count if clients read them at once, even if all are produced before the first is sent", async () => {
      served = await serve({ maxRequestsInFlight: 1_000 });
      const codes = await Promise.all(crowd().map((call) => answerOf(call).then(({ rstCode }) => rstCode)));
      expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_NO_ERROR]));
    });

    test("are dropped after a while if there are too many, oldest first", async () => {
      served = await serve({ maxRequestsInFlight: 1_000 });
      const unread = crowd(0);
      await Promise.all(unread.map(answered));
      const ended = () => unread.filter((call) => call.rstCode === constants.NGHTTP2_CANCEL).length;
      const more = () => answered(post(client(0), "good", body));
      await expect.poll(() => more().then(ended)).toBeGreaterThan(0);
    });
  });

  test("hold their own bytes and no longer those of their requests", async () => {
    served = await serve({ maxBytesInFlight: 4_000 });
    expect(await answered(post(client(0), "good", "no JSON ".repeat(400)))).toBe(400);
    const init = {
      method: "POST",
      headers: { authorization: "Bearer good" },
      body: selectBody("x", "words ".repeat(500)),
    };
    expect((await fetch(`${served.address}/v1/context/select`, init)).status).toBe(200);
  });

  test("are dropped after a while if another call needs their room", async () => {
    served = await serve({ maxBytesInFlight: 4_000 }, { lingerMs: 50 });
    const large = selectBody("x", "words ".repeat(500));
    const unread = post(client(0), "good", large);
    const ended = new Promise((resolve) => unread.once("close", () => resolve(unread.rstCode)));
    expect(await answered(unread)).toBe(200);
    const init = { method: "POST", headers: { authorization: "Bearer good" }, body: large };
    const next = () => fetch(`${served.address}/v1/context/select`, init).then((answer) => answer.status);
    await expect.poll(next).toBe(200);
    expect(await ended).toBe(constants.NGHTTP2_CANCEL);
  });
});

test("streams that a client holds open leave slots for other organisations", async () => {
  served = await serve({ maxRequestsInFlight: 4 });
  const session = client();
  const watch = () => {
    const headers = { ...grpcHeaders("", "good"), ":path": "/grpc.health.v1.Health/Watch" };
    const stream = open(session, headers, Buffer.alloc(5)).on("error", () => {});
    return new Promise((resolve) => stream.once("response", (received) => resolve(received["grpc-status"])));
  };
  expect([await watch(), await watch(), await watch(), await watch()]).toEqual([undefined, undefined, undefined, "14"]);
  const init = { method: "POST", headers: { authorization: "Bearer other" }, body };
  expect((await fetch(`${served.address}/v1/context/select`, init)).status).toBe(200);
});
