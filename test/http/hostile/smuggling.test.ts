// Requests whose end two readers might see in different places. A proxy in front might then take for a body what is a
// second request here, or vice versa. Each must be refused, or read without the doubtful field,
// and the request after it must never be answered.
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  END_HEADERS,
  END_STREAM,
  frameType,
  h2Field,
  h2Frame,
  h2Frames,
  h2Opening,
  h2Post,
  h2Request,
} from "../fixtures/frames.ts";
import { raw } from "../fixtures/raw.ts";
import { type Served, selectBody, serve } from "../fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({}, { headersMs: 1_000, bodyMs: 300, lingerMs: 100 });
});

afterAll(() => served.drain());

const start = "POST /v1/context/select HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n";
/** The answer to this would be the health of the service. */
const hidden = "GET /v1/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n";

test.each([
  ["two different lengths", `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n`],
  ["a list of lengths", `Content-Length: 0, ${hidden.length}\r\n\r\n`],
  ["a length with a sign", "Content-Length: +0\r\n\r\n"],
  ["a length in hexadecimal", "Content-Length: 0x0\r\n\r\n"],
  ["a negative length", "Content-Length: -1\r\n\r\n"],
  ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["chunks and a length", `Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length}\r\n\r\n0\r\n\r\n`],
  ["a coding after chunked", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"],
  ["an unknown coding", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
  ["two codings", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["a space before the colon", "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"],
  ["a folded field", "X: y\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ["a bare line feed", "X: y\nContent-Length: 0\r\n\r\n"],
  ["a bare carriage return", "X: y\rContent-Length: 0\r\n\r\n"],
  ["a NUL in a field", "X: y\u0000\r\nContent-Length: 0\r\n\r\n"],
  ["a chunk size with a sign", "Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n"],
  ["a chunk size that overflows", "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff0\r\n"],
  ["a chunk longer than it says", "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n"],
])("%s smuggles no request", async (_name, rest) => {
  const client = await raw(served.port);
  client.send(start + rest + hidden);
  const received = await client.ended();
  expect(received).not.toContain("200 OK");
  // If the rest of a request without an answer is malformed, the connection ends without one.
  expect((received.match(/HTTP\/1\.1 /g) ?? []).length).toBeLessThanOrEqual(1);
});

describe("over HTTP/2", () => {
  const field = (name: string, value: string) => h2Post("/v1/context/select", h2Field(name, value));

  test.each([
    ["a length that is not the body's", field("content-length", "9")],
    ["a transfer coding", field("transfer-encoding", "chunked")],
    ["a field of the connection", field("connection", "keep-alive")],
    ["a name in capitals", field("X-Capital", "a")],
    ["a second path", field(":path", "/v1/health")],
    ["an unknown pseudo-header", field(":unknown", "a")],
  ])("%s is refused, and others are served", async (_name, headers) => {
    const client = await raw(served.port);
    client.send(h2Opening());
    client.send(h2Frame(frameType.headers, END_HEADERS, 1, headers));
    client.send(h2Frame(frameType.data, END_STREAM, 1, Buffer.from("{}")));
    const frameTypes = () => h2Frames(client.received()).map(({ type }) => type);
    await expect.poll(frameTypes).toContain(frameType.rstStream);
    expect(frameTypes()).not.toContain(frameType.headers);
    const session = connect(served.address);
    const other = session.request({ ":path": "/v1/health", authorization: "Bearer good" });
    const status = await new Promise((resolve) => other.once("response", (received) => resolve(received[":status"])));
    session.close();
    client.socket.destroy();
    expect(status).toBe(200);
  });

  test("a field with a line break in its value is dropped", async () => {
    const client = await raw(served.port);
    // The service would refuse this encoding.
    const headers = field("content-encoding", "br\r\nTransfer-Encoding: chunked");
    client.send(Buffer.concat([h2Opening(), h2Request(1, headers, Buffer.from(selectBody("x", "read as it is")))]));
    await client.until(/read as it is/);
    client.socket.destroy();
  });
});
