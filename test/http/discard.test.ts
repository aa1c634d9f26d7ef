import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chunkRead, discardBody, discardInTurns } from "../../src/http/body.ts";
import { raw } from "./fixtures/raw.ts";
import { type Served, serve } from "./fixtures/served.ts";

const PIECE_BYTES = 64 * 1024;
const LENGTH = 30 * PIECE_BYTES;

/** All of it has arrived. */
function longBody(): IncomingMessage {
  const body = new IncomingMessage(new Socket());
  for (let bytes = 0; bytes < LENGTH; bytes += PIECE_BYTES) body.push(Buffer.alloc(PIECE_BYTES));
  body.push(null);
  return body;
}

const readOf = (body: IncomingMessage) => LENGTH - body.readableLength;

test("large bodies are discarded a few chunks a turn, to their ends", async () => {
  const bodies = Array.from({ length: 9 }, longBody);
  const steps: number[] = [];
  for (const body of bodies) discardInTurns(body);
  await nextTurn();
  for (let before = 0; bodies.some(({ readableEnded }) => !readableEnded); ) {
    const read = bodies.map(readOf).reduce((sum, bytes) => sum + bytes);
    steps.push(read - before);
    before = read;
    await nextTurn();
  }
  expect(Math.max(...steps.slice(1))).toBe(4 * PIECE_BYTES);
});

test("a body over HTTP/2 is discarded as it arrives", async () => {
  const body = longBody();
  discardBody(body);
  await nextTurn();
  expect(body.readableEnded).toBe(true);
});

let served: Served;

beforeEach(async () => {
  served = await serve();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await served.drain();
});

test.each([
  ["is too long, as its headers say", "good", `content-length: ${20_000_000}\r\n\r\n`, "413"],
  ["is too long, as its first chunk says", "good", "transfer-encoding: chunked\r\n\r\n1312D00\r\n", "413"],
  ["comes with an unknown key", "bad", `content-length: ${20_000_000}\r\n\r\n`, "403"],
])(
  "the memory of a body that %s is collected as it arrives, and its connection stays open",
  async (_name, key, head, status) => {
    const collect = vi.fn();
    vi.stubGlobal("gc", collect);
    const start = (bearer: string) =>
      `POST /v1/context/select HTTP/1.1\r\nHost: a\r\nauthorization: Bearer ${bearer}\r\n`;
    const client = await raw(served.port);
    client.send(start(key) + head);
    client.send(Buffer.alloc(20_000_000, " "));
    if (head.includes("chunked")) client.send("\r\n0\r\n\r\n");
    await client.until(new RegExp(`HTTP/1.1 ${status} `));
    client.send("GET /v1/health HTTP/1.1\r\nHost: a\r\nauthorization: Bearer good\r\n\r\n");
    await client.until(/HTTP\/1.1 200 /);
    expect(collect.mock.calls.length).toBeGreaterThanOrEqual(4);
  },
);

test("a minor collection runs every four megabytes of bodies", () => {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  // Ends the counts that earlier tests have started.
  chunkRead(4_000_000);
  collect.mockClear();
  for (let read = 0; read < 3; read += 1) chunkRead(1_000_000);
  expect(collect).not.toHaveBeenCalled();
  chunkRead(1_000_000);
  expect(collect.mock.calls).toEqual([[{ type: "minor" }]]);
  for (let read = 4; read < 8; read += 1) chunkRead(1_000_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

test("a process without --expose-gc continues", () => {
  vi.stubGlobal("gc", undefined);
  expect(() => chunkRead(4_000_000)).not.toThrow();
});
