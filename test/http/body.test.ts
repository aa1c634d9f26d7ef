import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:http2";
import { deflateSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectBytes, expectedLength } from "../../src/http/body.ts";
import { answerOf, frame, grpcHeaders, open } from "./fixtures/h2-call.ts";
import { raw } from "./fixtures/raw.ts";
import { type Served, selectBody, serve } from "./fixtures/served.ts";

const CAP = 6 * 1024 * 1024;
const TOO_LONG = '{"message":"Request Too Long"}';

let served: Served;
/** Reads on for longer than a busy machine takes to send 6 MB. */
let patient: Served;

beforeAll(async () => {
  served = await serve({}, { lingerMs: 300 });
  patient = await serve({}, { lingerMs: 20_000 });
});

afterAll(async () => {
  await served.drain();
  await patient.drain();
});

const head = "POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n";
const health = "GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n";

function post(body: Buffer | string, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = "Bearer good";
  const bytes = typeof body === "string" ? body : new Uint8Array(body);
  return fetch(`${patient.address}/v1/context/select`, {
    method: "POST",
    headers: { authorization, ...headers },
    body: bytes,
  });
}

/** A well-formed body of exactly that length. */
function bodyOf(bytes: number): string {
  return selectBody("x", "a".repeat(bytes - selectBody("x", "").length));
}

function twoParts(body: Buffer, at: number): Buffer {
  return Buffer.concat([gzipSync(body.subarray(0, at)), gzipSync(body.subarray(at))]);
}

describe("a body over the cap", () => {
  test("gets a 413, and one at the cap is served", async () => {
    expect((await post(bodyOf(CAP))).status).toBe(200);
    const answer = await post(bodyOf(CAP + 1));
    expect([answer.status, await answer.text()]).toEqual([413, TOO_LONG]);
  });

  test("with a declared length is refused before it is sent, and the connection stays usable", async () => {
    const client = await raw(patient.port);
    client.send(`${head}Content-Length: ${CAP + 1}\r\n\r\n`);
    await client.until(/413 [\s\S]*Too Long"\}$/);
    client.send("x".repeat(CAP + 1));
    client.send(health);
    await client.until(/413 [\s\S]*HTTP\/1\.1 200 OK/);
    client.socket.destroy();
  });

  test("with a declared length that never arrives closes the connection", async () => {
    const client = await raw(served.port);
    client.send(`${head}Content-Length: ${CAP + 1}\r\n\r\n`);
    expect(await client.ended()).toContain(TOO_LONG);
  });

  test("of unknown length is refused at the first byte over the cap, and the connection stays usable", async () => {
    const client = await raw(patient.port);
    client.send(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = "x".repeat(64 * 1024);
    for (let sent = 0; sent <= CAP; sent += chunk.length) client.send(`10000\r\n${chunk}\r\n`);
    await client.until(/413 [\s\S]*Too Long"\}$/);
    client.send(`10000\r\n${chunk}\r\n0\r\n\r\n${health}`);
    await client.until(/413 [\s\S]*HTTP\/1\.1 200 OK/);
    client.socket.destroy();
  });

  test("of an RPC, of unknown length, is refused, and the connection stays usable", async () => {
    const client = await raw(patient.port);
    client.send("POST /winnow.v1.ContextService/Select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n");
    client.send("Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = "x".repeat(64 * 1024);
    for (let sent = 0; sent <= CAP; sent += chunk.length) client.send(`10000\r\n${chunk}\r\n`);
    await client.until(/^HTTP\/1\.1 429 [\s\S]*"resource_exhausted"/);
    client.send(`10000\r\n${chunk}\r\n0\r\n\r\n${health}`);
    await client.until(/429 [\s\S]*HTTP\/1\.1 200 OK/);
    client.socket.destroy();
  });

  test("is refused as soon as a message's first bytes state its length", async () => {
    const session = connect(patient.address);
    const stream = open(session, grpcHeaders("Select", "good"), null);
    stream.write(frame(Buffer.alloc(CAP + 1)).subarray(0, 100));
    const [headers] = await once(stream, "response");
    expect([headers["grpc-status"], headers["grpc-message"]]).toEqual([
      "8",
      "Request Too Long: more than 6291456 bytes",
    ]);
    session.destroy();
  });

  test("is refused over HTTP/2, and the client is asked to stop sending", async () => {
    const session = connect(served.address);
    const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };
    const stream = open(session, headers, null);
    const answered = answerOf(stream);
    stream.write(Buffer.alloc(CAP + 1));
    const { headers: received, body, rstCode } = await answered;
    expect([received[":status"], body.toString(), rstCode]).toEqual([413, TOO_LONG, 0]);
    session.close();
  });

  test("with a declared length is refused over HTTP/2 while the client still sends, and the call ends", async () => {
    // A window for the data that this client still has to send.
    const session = connect(served.address, { maxSessionMemory: 100 });
    const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };
    const body = Buffer.alloc(2 * CAP);
    const declared = { ...headers, "content-length": String(body.length) };
    const answers = await Promise.all([1, 2, 3].map(() => answerOf(open(session, declared, body))));
    expect(answers.map((answer) => [answer.headers[":status"], answer.rstCode])).toEqual(Array(3).fill([413, 0]));
    session.close();
  });

  test("is counted after decompression", async () => {
    const bomb = gzipSync(Buffer.alloc(10 * CAP));
    const before = patient.lines().length;
    const answer = await post(bomb, { "content-encoding": "gzip" });
    expect([answer.status, await answer.text()]).toEqual([413, TOO_LONG]);
    const line = await patient.line((one) => patient.lines().indexOf(one) >= before && one.msg === "call");
    expect(line).toMatchObject({ status: "413", refused: "body_too_long" });
  });
});

describe("a compressed body", () => {
  test.each([
    ["gzip", gzipSync],
    ["GZIP", gzipSync],
    ["identity, gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
  ])("in %s is read", async (encoding, compress) => {
    const answer = await post(compress(selectBody("x", "inside")), { "content-encoding": encoding });
    expect(await answer.json()).toMatchObject({ rendered_context: "inside" });
  });

  test.each(["", "identity", " , Identity,"])("in %j, which names no encoding, is read unchanged", async (encoding) => {
    const client = await raw(served.port);
    const body = selectBody("x", "inside");
    client.send(`${head}Content-Encoding: ${encoding}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
    client.send(body);
    expect(await client.ended()).toContain('"rendered_context":"inside"');
  });

  const text = randomBytes(150_000).toString("hex");
  const body = Buffer.from(selectBody("x", text));
  test.each([
    ["of many pieces", "gzip", gzipSync(body)],
    ["of many pieces", "deflate", deflateSync(body)],
    ["in two parts, the second with its length in front", "gzip", twoParts(body, 100_000)],
    ["in two parts, the first being longer", "gzip", twoParts(body, 290_000)],
  ])("%s is read in full", async (_name, encoding, compressed) => {
    const answer = await post(compressed, { "content-encoding": encoding });
    expect(await answer.json()).toMatchObject({ rendered_context: text });
  });

  test.each([
    ["in an encoding that is not served", "br", Buffer.from("x")],
    ["in two encodings", "gzip, gzip", gzipSync(gzipSync("x"))],
    ["that is corrupt", "gzip", Buffer.from("not gzip at all")],
    ["that is cut short", "gzip", gzipSync(selectBody("x")).subarray(0, 40)],
  ])("%s is a bad request", async (_name, encoding, body) => {
    const answer = await post(body, { "content-encoding": encoding });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: "bad_request" });
  });
});

describe("an unknown encoding, or one that the body does not have,", () => {
  test.each([
    ["on an unknown path gets the 404", "POST /nope", "x", 404],
    ["is ignored if there is no body", "GET /v1/health", "", 200],
    ["is ignored if no body is read", "GET /v1/health", "x", 200],
    ["of a body over the cap gets the 413", "POST /v1/context/select", "x".repeat(CAP + 1), 413],
  ])("%s", async (_name, line, body, status) => {
    for (const encoding of ["br", "gzip"]) {
      const client = await raw(served.port);
      client.send(`${line} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\nContent-Encoding: ${encoding}\r\n`);
      const chunk = body === "" ? "" : `${body.length.toString(16)}\r\n${body}\r\n`;
      client.send(`Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`);
      expect(await client.ended(), encoding).toContain(`HTTP/1.1 ${status} `);
    }
  });
});

describe("a response", () => {
  const noise = Array.from({ length: 300 }, (_, i) => createHash("sha256").update(String(i)).digest("hex")).join("");

  async function answerTo(accept: string | null, text: string) {
    const client = await raw(served.port);
    const body = selectBody("x", text);
    const accepts = accept === null ? "" : `Accept-Encoding: ${accept}\r\n`;
    client.send(`${head}${accepts}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const received = await client.ended();
    const at = received.indexOf("\r\n\r\n");
    return { head: received.slice(0, at).toLowerCase(), body: Buffer.from(received.slice(at + 4), "latin1") };
  }

  test("above a certain size is compressed for a client that accepts gzip", async () => {
    const answer = await answerTo("br;q=1, gzip;q=0.5", noise);
    expect(answer.head).toContain("content-encoding: gzip");
    expect(answer.head).toContain("vary: accept-encoding");
    expect(JSON.parse(gunzipSync(answer.body).toString())).toMatchObject({ rendered_context: noise });
  });

  test.each([
    ["is large but the client takes no gzip", "br", noise],
    ["is large but the client refuses gzip", "*, gzip;q=0", noise],
    ["is large and the client says nothing", null, noise],
    ["is small", "gzip", "small"],
  ])("that %s is not compressed", async (_name, accept, text) => {
    const answer = await answerTo(accept, text);
    expect(answer.head).not.toContain("content-encoding");
    expect(JSON.parse(answer.body.toString())).toMatchObject({ rendered_context: text });
  });
});

describe("a client that waits for 100 Continue", () => {
  const body = selectBody("x", "sent late");
  const expecting = (key: string) =>
    [
      "POST /v1/context/select HTTP/1.1",
      "Host: a",
      `Authorization: Bearer ${key}`,
      "Expect: 100-continue",
      `Content-Length: ${body.length}`,
      "\r\n",
    ].join("\r\n");

  test("gets it once the call is admitted", async () => {
    const client = await raw(served.port);
    client.send(expecting("good"));
    await client.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    client.send(body);
    await client.until(/sent late/);
    client.send(health);
    await client.until(/sent late[\s\S]*HTTP\/1\.1 200 OK/);
    client.socket.destroy();
  });

  test("gets it over HTTP/2 as well", async () => {
    const session = connect(served.address);
    const headers = { ":method": "POST", ":path": "/v1/context/select", authorization: "Bearer good" };
    const stream = open(session, { ...headers, expect: "100-continue" }, null);
    stream.once("continue", () => stream.end(body));
    const answer = await answerOf(stream);
    expect([answer.headers[":status"], answer.body.toString().includes("sent late")]).toEqual([200, true]);
    session.close();
  });

  test("gets a refusal instead, and the connection is closed", async () => {
    const client = await raw(served.port);
    client.send(expecting("bad"));
    const received = await client.ended();
    expect(received).toMatch(/^HTTP\/1\.1 403 [\s\S]*connection: close/i);
  });
});

test("the expected length of an undeclared body is that of an ordinary call, not 0", () => {
  const mayHaveBody = () => true;
  expect(expectedLength({ headers: {}, mayHaveBody })).toBe(8 * 1024);
  expect(expectedLength({ headers: { "content-length": "7000" }, mayHaveBody })).toBe(7_000);
  expect(expectedLength({ headers: { "content-length": "0" }, mayHaveBody })).toBe(0);
  expect(expectedLength({ headers: {}, mayHaveBody: () => false })).toBe(0);
});

test("chunks are collected in order, whether the length was expected, shorter or longer", () => {
  for (const expected of [2, 4, 5, 6, 100]) {
    const kept = collectBytes(expected, Buffer.from("ab"));
    kept.add(Buffer.from("cd"));
    kept.add(Buffer.from("ef"));
    expect(kept.whole().toString()).toBe("abcdef");
  }
});

test("collected bytes share no memory with the chunks, for any expected length", () => {
  const chunk = Buffer.alloc(1);
  for (const expected of [0, 1, 70_000, 200_000]) {
    const kept = collectBytes(expected);
    for (let at = 0; at < 150_000; at++) {
      chunk[0] = at % 251;
      kept.add(chunk);
    }
    expect(kept.whole().equals(Buffer.from(Array.from({ length: 150_000 }, (_, at) => at % 251)))).toBe(true);
  }
});
