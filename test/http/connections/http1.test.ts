import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPipelined } from "../../../src/http/connections/http1.ts";

function taken(count: number) {
  const pipelined = createPipelined();
  const socket = new PassThrough();
  const begun: number[] = [];
  for (let request = 0; request < count; request++) pipelined.take(socket, () => begun.push(request));
  return { pipelined, socket, begun };
}

test("beyond 32 at once, requests start in order as earlier ones settle", async () => {
  const { pipelined, socket, begun } = taken(40);
  expect(begun.length).toBe(32);
  pipelined.settled(socket);
  pipelined.settled(socket);
  await nextTurn();
  expect(begun.slice(32)).toEqual([32, 33]);
});

test("a new request does not overtake those that wait", async () => {
  const { pipelined, socket, begun } = taken(34);
  pipelined.settled(socket);
  pipelined.take(socket, () => begun.push(99));
  for (let settled = 0; settled < 2; settled++) pipelined.settled(socket);
  await nextTurn();
  expect(begun.slice(32)).toEqual([32, 33, 99]);
});

test("a connection is full while requests wait", async () => {
  const { pipelined, socket } = taken(33);
  expect(pipelined.isFull(socket)).toBe(true);
  pipelined.settled(socket);
  await nextTurn();
  expect(pipelined.isFull(socket)).toBe(false);
});

test("requests that wait on a closed connection never start", async () => {
  const { pipelined, socket, begun } = taken(33);
  socket.destroy();
  pipelined.settled(socket);
  await nextTurn();
  expect(begun.length).toBe(32);
});

test("other work runs between requests, however quickly they settle", async () => {
  const pipelined = createPipelined();
  const socket = new PassThrough();
  let settled = 0;
  const begin = () =>
    process.nextTick(() => {
      settled += 1;
      pipelined.settled(socket);
    });
  for (let request = 0; request < 100; request++) pipelined.take(socket, begin);
  const steps: number[] = [];
  for (let before = 0; before < 100; before = settled) {
    await nextTurn();
    steps.push(settled - before);
  }
  expect([Math.max(...steps) <= 32, settled]).toEqual([true, 100]);
});

test("a request counts as answering until it settles", () => {
  const { pipelined, socket } = taken(1);
  expect(pipelined.answering(socket)).toBe(true);
  pipelined.settled(socket);
  expect(pipelined.answering(socket)).toBe(false);
});

test("a request that has not started also counts as answering", () => {
  const { pipelined, socket } = taken(33);
  for (let settled = 0; settled < 32; settled++) pipelined.settled(socket);
  expect(pipelined.answering(socket)).toBe(true);
});
