// What an address has to bear when one of its clients floods the service, as raw sockets: its connections without a
// valid key are closed, and its next ones wait. And how few pipelined requests are parsed before others are answered.
import { expect, test } from "vitest";
import { CONTROL_BYTES, REFUSALS, RESETS } from "../../../src/http/connections/peers.ts";
import {
  expectWait,
  isServed,
  listening,
  manyTurns,
  refusedRequest,
  request,
  requestWithKey,
  UPDATES,
} from "../fixtures/counted.ts";
import { frameType, h2Frame, h2Opening } from "../fixtures/frames.ts";
import { raw } from "../fixtures/raw.ts";

/** Has the address cut. */
async function sendRefused(port: number): Promise<void> {
  const attacker = await raw(port);
  while (!attacker.socket.destroyed) {
    attacker.send(refusedRequest.repeat(20));
    await manyTurns();
  }
}

test("when an address is cut, only its connections with a valid key are kept", async () => {
  const { port } = await listening();
  const [silent, stranger, known] = [await raw(port), await raw(port), await raw(port)];
  await isServed(stranger);
  await isServed(known, requestWithKey);
  await sendRefused(port);
  await Promise.all([silent.ended(), stranger.ended()]);
  expect(await isServed(known)).toBe(true);
});

test("after the wait, the connections of an address are served one by one", async () => {
  const { port, clock } = await listening();
  await sendRefused(port);
  const clients = await Promise.all([raw(port), raw(port), raw(port)]);
  for (const client of clients) client.send(request);
  const served = () => clients.map((client) => client.received() !== "");
  clock.pass(999);
  await manyTurns();
  expect(served()).toEqual([false, false, false]);
  const steps = [];
  for (const ms of [1, 9, 1, 10]) {
    clock.pass(ms);
    await manyTurns();
    steps.push(served().filter(Boolean).length);
  }
  expect(steps).toEqual([1, 1, 2, 3]);
});

test("the next of them is not served if the one before it floods its connection with frames", async () => {
  const { port, clock } = await listening();
  await sendRefused(port);
  const [attacker, neighbour] = [await raw(port), await raw(port)];
  attacker.send(h2Opening());
  neighbour.send(request);
  clock.pass(1_000);
  await manyTurns();
  for (let sent = 0; sent <= CONTROL_BYTES.burst; sent += UPDATES.length) attacker.send(UPDATES);
  await expect.poll(() => attacker.socket.writableLength).toBe(0);
  await manyTurns();
  clock.pass(10);
  await attacker.ended();
  expect(neighbour.received()).toBe("");
  clock.pass(2_000);
  expect(await neighbour.until(/served/)).toContain("200 OK");
});

test("an address whose connections end without a valid key has to wait", async () => {
  const { port, clock } = await listening({ connectionsPerAddressMax: 100 });
  for (let opened = 0; opened <= REFUSALS.burst; opened += 20) {
    const clients = await Promise.all(Array.from({ length: 20 }, () => raw(port)));
    for (const { socket } of clients) socket.destroy();
  }
  await manyTurns();
  await expectWait(port, clock);
});

test("an address whose HTTP/2 connections break the protocol has to wait", async () => {
  const { port, clock } = await listening({ connectionsPerAddressMax: 100 });
  const broken = Buffer.concat([h2Opening(), h2Frame(frameType.data, 0, 0, Buffer.from("a"))]);
  for (let opened = 0; opened <= RESETS.burst; opened += 1) {
    const client = await raw(port);
    client.send(broken);
    await client.ended();
  }
  await expectWait(port, clock);
});

test.each([
  ["without a valid key", request, 1_024],
  ["with one", requestWithKey, 2_048],
])("of a client %s, few pipelined requests are parsed before the first are answered", async (_, first, bytes) => {
  const { port, begun } = await listening();
  const client = await raw(port);
  await isServed(client, first);
  const unanswered = "GET / HTTP/1.1\r\nHost:a\r\n\r\n";
  client.send(unanswered.repeat(20_000));
  await manyTurns();
  expect(begun.calls).toBe(1 + 32);
  expect(begun.parsed).toBeGreaterThan(1 + 32);
  // What makes the connection full may come after 32 that do not.
  expect(begun.parsed).toBeLessThan(1 + 32 + 1 + bytes / unanswered.length);
});

test.each([request, requestWithKey])("thousands of pipelined requests are answered in turn", async (one) => {
  const { port, begun } = await listening();
  const client = await raw(port);
  client.send(one.repeat(5_000));
  await expect.poll(() => client.received().split("served").length).toBe(5_001);
  expect(begun.parsed).toBe(5_000);
});

test("pipelined requests wait while their client takes no responses, and are answered when it does", async () => {
  const { port } = await listening();
  const client = await raw(port);
  client.socket.pause();
  client.send(requestWithKey.replace("X-Key", "X-Large: y\r\nX-Key").repeat(400));
  await manyTurns();
  client.socket.resume();
  await expect.poll(() => client.received().split("200 OK").length).toBe(401);
});
