// Clients without a key that hold or waste connections, as raw sockets. The cost of each for the others is bounded.
import { constants } from "node:http2";
import { describe, expect, test } from "vitest";
import { CONTROL_BYTES, PIECES, REFUSALS, REFUSALS_WITH_KEY } from "../../../src/http/connections/peers.ts";
import {
  expectWait,
  isServed,
  listening,
  manyTurns,
  refusedRequest,
  requestWithKey,
  UPDATES,
  WINDOW_UPDATE,
} from "../fixtures/counted.ts";
import {
  END_HEADERS,
  END_STREAM,
  frameType,
  h2Field,
  h2Frame,
  h2Frames,
  h2Opening,
  h2Post,
  h2SettingsAck,
} from "../fixtures/frames.ts";
import { raw } from "../fixtures/raw.ts";

const headers = h2Post("/v1/health", h2Field("x", "y"));
const malformed = h2Post("/v1/health", h2Field("x-malformed", "y"));

function resetCall(stream: number): Buffer {
  const reset = h2Frame(frameType.rstStream, 0, stream, Buffer.from([0, 0, 0, 8]));
  return Buffer.concat([h2Frame(frameType.headers, END_HEADERS, stream, headers), reset]);
}

function malformedCall(stream: number): Buffer {
  return h2Frame(frameType.headers, END_HEADERS, stream, malformed);
}

/** @param from how many calls came before these */
function callsOf(call: (stream: number) => Buffer, from: number, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => call(1 + 2 * (from + index))));
}

test("connections without a valid key are closed for a further one, oldest first", async () => {
  const { port } = await listening();
  const strangers = [];
  for (let opened = 0; opened < 4; opened++) strangers.push(await raw(port));
  for (const client of strangers.slice(0, 2)) await isServed(client);
  expect(await isServed(await raw(port))).toBe(true);
  await strangers[0]?.ended();
  expect(strangers.slice(1).map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
});

test("connections that sent a valid key are kept, and a further one of their address is closed", async () => {
  const { port } = await listening();
  const speaking = [];
  for (let opened = 0; opened < 4; opened++) {
    const client = await raw(port);
    await isServed(client, requestWithKey);
    speaking.push(client);
  }
  expect(await (await raw(port)).ended()).toBe("");
  expect(await Promise.all(speaking.map((client) => isServed(client)))).toEqual([true, true, true, true]);
});

test("without a limit per address, all connections may come from one proxy", async () => {
  const { port } = await listening({ connectionsPerAddressMax: null });
  const clients = await Promise.all(Array.from({ length: 20 }, () => raw(port)));
  expect(await Promise.all(clients.map((client) => isServed(client)))).not.toContain(false);
});

/** A call with 200 header fields, which is answered. */
const crowded = [h2Field("content-length", "0"), ...Array.from({ length: 190 }, () => h2Field("cookie", "a=b"))];

function crowdedCall(stream: number): Buffer {
  return h2Frame(frameType.headers, END_HEADERS | END_STREAM, stream, h2Post("/v1/health", ...crowded));
}

test.each([
  ["resets its calls", resetCall],
  ["sends malformed calls", malformedCall],
  ["sends calls with too many header fields", crowdedCall],
])("a client that %s has its connection closed, and waits before the next one is served", async (_, call) => {
  const { port, clock, begun } = await listening();
  const attacker = await raw(port);
  attacker.send(h2Opening());
  // Beyond the limit, Node.js still reads everything that arrived with it.
  for (let sent = 0; !attacker.socket.destroyed; sent += 50) {
    attacker.send(callsOf(call, sent, 50));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await attacker.ended();
  expect(begun.calls).toBeGreaterThan(250);
  expect(begun.calls).toBeLessThan(1_500);
  await expectWait(port, clock);
});

const refusedCall = (stream: number) =>
  h2Frame(
    frameType.headers,
    END_HEADERS | END_STREAM,
    stream,
    h2Post("/v1/health", h2Field("content-length", "0"), h2Field("x-refused", "y")),
  );

test.each([
  ["HTTP/1.1", "", (_from: number, count: number) => refusedRequest.repeat(count)],
  ["HTTP/2", h2Opening(), (from: number, count: number) => callsOf(refusedCall, from, count)],
])(
  "over %s, a client that sends calls without a key has its connection closed, and waits",
  async (_, opening, calls) => {
    const { port, clock, begun } = await listening();
    const attacker = await raw(port);
    attacker.send(opening);
    for (let sent = 0; !attacker.socket.destroyed; sent += 20) {
      attacker.send(calls(sent, 20));
      await manyTurns();
    }
    expect(begun.calls).toBeGreaterThan(REFUSALS.burst);
    expect(begun.calls).toBeLessThan(REFUSALS.burst + 200);
    await expectWait(port, clock);
  },
);

test("a client whose calls with a key are refused again and again has its connection closed, and waits", async () => {
  const { port, clock, begun } = await listening();
  const attacker = await raw(port);
  const throttled = refusedRequest.replace("X-Refused", "X-Key: y\r\nX-Refused");
  while (!attacker.socket.destroyed) {
    attacker.send(throttled.repeat(20));
    await manyTurns();
  }
  expect(begun.calls).toBeGreaterThan(REFUSALS_WITH_KEY.burst);
  expect(begun.calls).toBeLessThan(REFUSALS_WITH_KEY.burst + 200);
  await expectWait(port, clock);
});

test("behind a proxy, calls without a key close no connection", async () => {
  const { port, begun } = await listening({ connectionsPerAddressMax: null });
  const proxy = await raw(port);
  for (let sent = 0; sent < REFUSALS.burst + 100; sent += 20) {
    proxy.send(refusedRequest.repeat(20));
    await expect.poll(() => begun.calls).toBe(sent + 20);
  }
  expect(proxy.socket.destroyed).toBe(false);
});

/** The opening of a connection and of a call, and a piece of its body, over each version of HTTP. */
const inPieces = {
  "HTTP/1.1": (body: string) => [
    Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\nX-Body: ${body}\r\nTransfer-Encoding: chunked\r\n\r\n`),
    Buffer.from("1\r\na\r\n"),
  ],
  "HTTP/2": (body: string) => [
    Buffer.concat([
      h2Opening(),
      h2Frame(frameType.headers, END_HEADERS, 1, h2Post("/v1/health", h2Field("x-body", body))),
    ]),
    h2Frame(frameType.data, 0, 1, Buffer.from("a")),
  ],
} as const;

describe.each(["HTTP/1.1", "HTTP/2"] as const)("over %s, a client that sends a body byte by byte", (version) => {
  test.each(["received", "discarded"])(
    "that is %s has its connection closed, and waits before the next",
    async (body) => {
      const { port, clock } = await listening();
      const attacker = await raw(port);
      const [opening = "", piece = ""] = inPieces[version](body);
      attacker.send(opening);
      const thousand = Buffer.concat(Array.from({ length: 1_000 }, () => Buffer.from(piece)));
      for (let sent = 0; sent < PIECES.burst; sent += 1_000) attacker.send(thousand);
      await manyTurns();
      expect(attacker.socket.destroyed).toBe(false);
      attacker.send(piece);
      await attacker.ended();
      await expectWait(port, clock);
    },
  );
});

/** The connection's bytes are counted at this interval. */
const COUNTED_MS = 250;

test("a client that floods its connection with frames has it closed, and waits before the next", async () => {
  const { port, clock } = await listening();
  const attacker = await raw(port);
  // Without its window update, after which the window has no room for more.
  attacker.send(h2Opening().subarray(0, -WINDOW_UPDATE.length));
  // Connections without a valid key are closed without a frame.
  const fields = [h2Field("content-length", "0"), h2Field("x-key", "y")];
  attacker.send(h2Frame(frameType.headers, END_HEADERS | END_STREAM, 1, h2Post("/v1/health", ...fields)));
  const most = Math.floor(CONTROL_BYTES.burst / UPDATES.length);
  for (let sent = 0; sent < most; sent++) attacker.send(UPDATES);
  await expect.poll(() => attacker.socket.writableLength).toBe(0);
  await manyTurns();
  clock.pass(COUNTED_MS);
  expect(attacker.socket.destroyed).toBe(false);
  attacker.send(UPDATES);
  await expect.poll(() => attacker.socket.writableLength).toBe(0);
  await manyTurns();
  clock.pass(COUNTED_MS);
  const goaway = h2Frames(await attacker.ended()).find(({ type }) => type === frameType.goaway);
  expect(goaway?.payload.readUInt32BE(4)).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  await expectWait(port, clock);
});

describe("a client keeps its connection if its bytes are", () => {
  const PIECE = Buffer.alloc(16_000, "a");
  const PIECES_SENT = Math.ceil((2 * CONTROL_BYTES.burst) / PIECE.length);

  test.each(["received", "discarded"])("bodies that are %s", async (body) => {
    const { port, clock } = await listening();
    const client = await raw(port);
    client.send(Buffer.concat([h2Opening(), h2SettingsAck()]));
    // A body of this size is received, and a call's window permits it.
    const perCall = 60;
    for (let sent = 0, stream = 1; sent < PIECES_SENT; sent += perCall, stream += 2) {
      client.send(h2Frame(frameType.headers, END_HEADERS, stream, h2Post("/v1/health", h2Field("x-body", body))));
      for (let piece = 0; piece < perCall; piece++) client.send(h2Frame(frameType.data, 0, stream, PIECE));
      await expect.poll(() => client.socket.writableLength).toBe(0);
      await manyTurns();
      clock.pass(COUNTED_MS);
    }
    expect(client.socket.destroyed).toBe(false);
  });

  test("a body that nothing has read yet, although its client then cancels the call", async () => {
    const { port, clock, begun } = await listening();
    const client = await raw(port);
    client.send(Buffer.concat([h2Opening(), h2SettingsAck()]));
    for (let call = 0; call < 4; call++) {
      const stream = 1 + 2 * call;
      client.send(h2Frame(frameType.headers, END_HEADERS, stream, headers));
      for (let sent = 0; sent < 400; sent++) client.send(h2Frame(frameType.data, 0, stream, PIECE));
      await expect.poll(() => client.socket.writableLength).toBe(0);
      await manyTurns();
      clock.pass(COUNTED_MS);
      client.send(h2Frame(frameType.rstStream, 0, stream, Buffer.from([0, 0, 0, 8])));
      await manyTurns();
      clock.pass(COUNTED_MS);
    }
    expect(begun.calls).toBe(4);
    expect(client.socket.destroyed).toBe(false);
  });
});

test("a client that cancels a call now and then keeps its connection", async () => {
  const { port, clock, begun } = await listening();
  const client = await raw(port);
  client.send(h2Opening());
  for (let sent = 0; sent < 900; sent += 20) {
    client.send(callsOf(resetCall, sent, 20));
    await expect.poll(() => begun.calls).toBe(sent + 20);
    clock.pass(1_000);
  }
  expect(client.socket.destroyed).toBe(false);
});
