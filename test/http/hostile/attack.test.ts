import { type ClientHttp2Session, connect } from "node:http2";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { h2Opening, h2PostAs, h2Request } from "../fixtures/frames.ts";
import { answerOf, frame, grpcHeaders, open } from "../fixtures/h2-call.ts";
import { raw } from "../fixtures/raw.ts";
import { type Served, selectBody, serve } from "../fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await serve();
});

afterAll(() => served.drain());

async function expectAlive(): Promise<void> {
  const answer = await fetch(`${served.address}/v1/health`, { headers: { authorization: "Bearer good" } });
  expect([answer.status, (await answer.text()).includes('"ok"')]).toEqual([200, true]);
}

const BAD_HOSTS = ["foo:99999999", "[", "a b", "a:b:c", "%", "a/b:x", "\\", "[::1", "a@b", "a?b", "<>"];
const CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
const RPC = "/winnow.v1.ContextService/Select";

describe("an invalid authority", () => {
  test.each(BAD_HOSTS)("as Host %j gets a 400 on an RPC path, and the server continues", async (host) => {
    const client = await raw(served.port);
    client.send(`POST ${RPC} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer good\r\n`);
    client.send("Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"message":"Bad Request"\}$/);
    await expectAlive();
  });

  test.each(["foo:99999999", "[", "a b"])("as :authority %j resets only that call", async (authority) => {
    const session = connect(served.address);
    const bad = await answerOf(
      open(session, { ...grpcHeaders("Select", "good"), ":authority": authority }, frame(Buffer.alloc(0))),
    );
    expect(bad.rstCode).not.toBe(0);
    session.close();
    await expectAlive();
  });

  test.each(["//[", "//foo:99999999/x", "/\\foo:99999999/x", "http://["])(
    "as target %j gets a 400, even with a valid authority",
    async (target) => {
      const good = await raw(served.port);
      good.send("GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n");
      expect(await good.ended()).toMatch(/^HTTP\/1\.1 200 /);
      const client = await raw(served.port);
      client.send(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n`);
      expect(await client.ended()).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test.each([
    ["HTTP/1.0 without a Host", "GET /v1/health HTTP/1.0\r\nAuthorization: Bearer good\r\n\r\n"],
    ["an empty Host", "GET /v1/health HTTP/1.1\r\nHost:\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n"],
    [
      "a target in absolute form",
      "GET http://other/v1/health?a=b HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nConnection: close\r\n\r\n",
    ],
  ])("but %s is served", async (_name, request) => {
    const client = await raw(served.port);
    client.send(request);
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("over HTTP/1.0 without a Host an RPC is served", async () => {
    const client = await raw(served.port);
    client.send("POST /winnow.v1.ContextService/GetHealth HTTP/1.0\r\nAuthorization: Bearer good\r\n");
    client.send("Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"ok"/);
  });
});

describe("too many header fields over HTTP/2", () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x-${at}`, "y"]));

  test.each(["good", "bad"])("are refused with a status, with any key (%s)", async (key) => {
    const session = connect(served.address);
    const rpc = await answerOf(open(session, { ...grpcHeaders("Select", key), ...many }, frame(Buffer.alloc(0))));
    expect([rpc.rstCode, rpc.headers["grpc-status"]]).toEqual([0, "8"]);
    expect(rpc.headers["grpc-retry-pushback-ms"]).toBe("-1");
    const rest = await answerOf(
      open(
        session,
        { ":method": "GET", ":path": "/v1/health", authorization: `Bearer ${key}`, ...many },
        Buffer.alloc(0),
      ),
    );
    expect([rest.rstCode, rest.headers[":status"]]).toEqual([0, 431]);
    session.close();
    await expectAlive();
  });
});

describe("bytes that are not HTTP", () => {
  test.each([
    ["garbage", "\x00\x01\x02\x03\r\n\r\n", 400],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["headers without end", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(20_000)}`, 431],
    ["an unknown version of HTTP", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", 400],
    ["a request of HTTP/1.1 without a host", "GET /v1/health HTTP/1.1\r\nAuthorization: Bearer good\r\n\r\n", 400],
    ["two hosts", "GET /v1/health HTTP/1.1\r\nHost: a\r\nhost: b\r\nAuthorization: Bearer good\r\n\r\n", 400],
    ["chunks over HTTP/1.0", `POST / HTTP/1.0\r\nAuthorization: Bearer good\r\n${CHUNKED}2\r\n{}\r\n0\r\n\r\n`, 400],
    ...["zz", "+1", "-1", "0x1", "fffffffffffffffff1", "1 1"].map((size): [string, string, number] => [
      `a chunk of the size ${size}`,
      `POST / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n${CHUNKED}${size}\r\na\r\n`,
      400,
    ]),
    ["a tunnel", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n", 400],
  ])("(%s) are answered and the connection closed", async (_name, bytes, status) => {
    const client = await raw(served.port);
    client.send(bytes);
    const received = await client.ended();
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*connection: close[\\s\\S]*\\{"message":"`));
    await expectAlive();
  });

  test("in the body of a pipelined request are answered in order", async () => {
    const client = await raw(served.port);
    client.send("GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n");
    client.send("POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n");
    client.send('Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nzz\r\n');
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 400 [\s\S]*connection: close/);
    await served.line(({ status, route }) => status === "400" && route === "/v1/context/select");
  });

  test("after a request that is still running close the connection", async () => {
    const waits = served.nextWaits();
    const client = await raw(served.port);
    const body = selectBody("wait");
    client.send(`POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n`);
    client.send(`Content-Length: ${body.length}\r\n\r\n${body}`);
    await waits;
    client.send("garbage\r\n\r\n");
    expect(await client.ended()).toBe("");
    served.letGo();
  });

  test("in an HTTP/2 session close only that session", async () => {
    const client = await raw(served.port);
    client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    client.send(Buffer.from("ffffff00000000000000".repeat(10), "hex"));
    await client.ended();
    await expectAlive();
  });
});

test.each([
  ["HTTP/1.1", Buffer.from("GET /v1/health HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n"), /"ok"/],
  ["HTTP/2", h2Opening(), /^\0/],
])("an %s connection closes when the client closes its end", async (_name, opening, answered) => {
  const client = await raw(served.port);
  client.send(opening);
  await client.until(answered);
  client.socket.end();
  await client.ended();
});

describe("a slow client", () => {
  let hasty: Served;

  // Long enough for headers that are sent at once to arrive, and shorter than Node.js waits for a body.
  beforeAll(async () => {
    hasty = await serve({}, { headersMs: 1_000, bodyMs: 200, lingerMs: 100, stallMs: 300 });
  });

  afterAll(() => hasty.drain());

  test.each([
    ["says nothing", ""],
    ["stops inside the preface", "PRI * HTTP"],
  ])("that %s loses its connection", async (_name, bytes) => {
    const client = await raw(hasty.port);
    client.send(bytes);
    expect(await client.ended()).toBe("");
  });

  test("that stops inside the headers gets a status, and its connection is closed", async () => {
    const client = await raw(hasty.port);
    client.send("GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bear");
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 408 [\s\S]*\{"message":"Request Timeout"\}$/);
  });

  test("that stops inside a body gets a status, and its connection is closed", async () => {
    const client = await raw(hasty.port);
    client.send(
      "POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nContent-Length: 50\r\n\r\n{",
    );
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 408 [\s\S]*\{"message":"Request Timeout"\}$/);
  });

  describe("over HTTP/2", () => {
    let session: ClientHttp2Session;

    beforeAll(() => {
      session = connect(hasty.address);
    });

    afterAll(() => session.close());

    test("whose gRPC message never arrives has its call reset", async () => {
      expect(await answerOf(open(session, grpcHeaders("Select", "good"), null))).toMatchObject({ rstCode: 8 });
    });

    test("whose gRPC message stops halfway has its call reset", async () => {
      const stream = open(session, grpcHeaders("Select", "good"), null);
      stream.write(Buffer.from("000000ffff0a", "hex"));
      expect(await answerOf(stream)).toMatchObject({ rstCode: 8 });
    });

    test("whose REST body never arrives gets a 408", async () => {
      const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };
      const { headers: received } = await answerOf(open(session, headers, null));
      expect(received[":status"]).toBe(408);
    });
  });

  test("that does not read its gRPC response has its call reset", async () => {
    const session = connect(hasty.address, { settings: { initialWindowSize: 0 } });
    const stream = open(session, grpcHeaders("GetHealth", "good"), frame(Buffer.alloc(0)));
    expect(await answerOf(stream)).toMatchObject({ rstCode: 8 });
    session.close();
  });
});

describe("a client that reads nothing", () => {
  let patient: Served;

  // All that they send must arrive first, which is megabytes.
  beforeEach(async () => {
    patient = await serve({}, { bodyMs: 20_000, lingerMs: 100, stallMs: 300 });
  });

  afterEach(() => patient.drain());

  test("has its HTTP/2 connection closed", async () => {
    const client = await raw(patient.port);
    client.socket.pause();
    client.send(h2Opening());
    // More than the buffers between the two hold, so the message that a call is over cannot leave either.
    for (const [stream, prompt] of [
      [1, "wait"],
      [3, "x"],
      [5, "x"],
      [7, "x"],
    ] as const) {
      const body = Buffer.from(selectBody(prompt, "a".repeat(3_000_000)));
      client.send(h2Request(stream, h2PostAs(`other${stream}`, "/v1/context/select"), body));
    }
    await expect.poll(() => patient.counted.quota, { timeout: 20_000 }).toBe(4);
    patient.letGo();
    await patient.line((line) => line.status === "499");
    client.socket.resume();
    await client.ended();
  });

  test("has its HTTP/1.1 connection closed", async () => {
    const client = await raw(patient.port);
    client.socket.pause();
    const body = selectBody("x", "a".repeat(5_000_000));
    // Several answers, so that the system's buffers cannot hold them all.
    for (let i = 0; i < 4; i++) {
      client.send("POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n");
      client.send(`Content-Length: ${body.length}\r\n\r\n${body}`);
    }
    await patient.line((line) => line.status === "499" && line.outcome === "select");
    client.socket.resume();
    await client.ended();
  });
});

test("an unknown Expect header changes nothing", async () => {
  const client = await raw(served.port);
  client.send("GET /v1/health HTTP/1.1\r\nHost: a\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n");
  expect(await client.ended()).toMatch(/^HTTP\/1\.1 401 [\s\S]*\{"message":"Unauthorized"\}$/);
});

test("pipelined requests are answered in order", async () => {
  const client = await raw(served.port);
  const request = (text: string) => {
    const body = selectBody("x", text);
    const head = "POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n";
    return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  client.send(request("first") + request("second") + request("third"));
  await client.until(/"first"[\s\S]*"second"[\s\S]*"third"/);
  client.socket.destroy();
});

test("a thousand pipelined requests are answered, and no other call is refused", async () => {
  const client = await raw(served.port);
  const request = "GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n";
  client.send(`${request}\r\n`.repeat(999));
  client.send(`${request}Connection: close\r\n\r\n`);
  const statuses = (await client.ended()).match(/(?<=HTTP\/1\.1 )\d+/g);
  expect(statuses).toEqual(Array(1_000).fill("200"));
});

test.each([
  ["with a key", { authorization: "Bearer good" }, 404],
  ["without a key", {}, 401],
])("a CONNECT request over HTTP/2 is answered as any call, %s", async (_name, headers, status) => {
  const session = connect(served.address);
  const stream = session.request({ ":method": "CONNECT", ":authority": "a:443", ...headers }).end();
  const received = await new Promise((resolve) => stream.once("response", resolve));
  session.destroy();
  expect(received).toMatchObject({ ":status": status, "content-type": "application/json" });
});
