// Floods of small HTTP/2 frames, as attackers send them. Node.js bounds most of them; this pins that it still does, and
// that nothing of ours lifts the bound. Each must end with the connection closed and everyone else served.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { raw } from "./raw.ts";
import { type Served, serve } from "./served.ts";

let served: Served;

beforeAll(async () => {
  served = await serve();
});

afterAll(() => served.drain());

/** A frame as RFC 9113, section 4.1, lays it out. */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header field that no table compresses (RFC 7541, section 6.2.2). */
function field(name: string, value: string): Buffer {
  const sized = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0]), sized(name), sized(value)]);
}

const [DATA, HEADERS, RST_STREAM, SETTINGS, PING, CONTINUATION] = [0, 1, 3, 4, 6, 9];
const END_HEADERS = 4;
const opening = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  frame(SETTINGS, 0, 0, Buffer.alloc(0)),
]);
const headers = Buffer.concat([
  // POST and http, from the static table.
  Buffer.from([0x83, 0x86]),
  field(":path", "/winnow.v1.ContextService/Select"),
  field(":authority", "a"),
  field("content-type", "application/grpc"),
  field("authorization", "Bearer good"),
]);

function repeated(count: number, frames: (index: number) => readonly Buffer[]): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => frames(index)).flat());
}

describe("a flood of", () => {
  test.each([
    [
      "calls that are reset at once",
      repeated(5_000, (index) => [
        frame(HEADERS, END_HEADERS, 1 + 2 * index, headers),
        frame(RST_STREAM, 0, 1 + 2 * index, Buffer.from([0, 0, 0, 8])),
      ]),
    ],
    [
      "headers without end",
      Buffer.concat([
        frame(HEADERS, 0, 1, headers),
        repeated(2_000, (index) => [frame(CONTINUATION, 0, 1, field(`x-${index}`, "y".repeat(100)))]),
      ]),
    ],
    ["settings", repeated(50_000, () => [frame(SETTINGS, 0, 0, Buffer.from([0, 4, 0, 0, 255, 255]))])],
    ["pings nobody reads the answers to", repeated(50_000, () => [frame(PING, 0, 0, Buffer.alloc(8))])],
    [
      "empty data",
      Buffer.concat([
        frame(HEADERS, END_HEADERS, 1, headers),
        repeated(50_000, () => [frame(DATA, 0, 1, Buffer.alloc(0))]),
      ]),
    ],
  ])("%s ends the connection and harms nobody else", async (_name, bytes) => {
    const client = await raw(served.port);
    client.socket.pause();
    client.send(Buffer.concat([opening, bytes]));
    const closed = client.ended();
    setImmediate(() => client.socket.resume());
    await closed;
    const answer = await fetch(`${served.address}/v1/health`, { headers: { authorization: "Bearer good" } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });
});
