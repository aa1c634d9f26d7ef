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

test("beyond 32 under way, requests begin in their order as those before are settled", async () => {
  const { pipelined, socket, begun } = taken(40);
  expect(begun.length).toBe(32);
  pipelined.settled(socket);
  pipelined.settled(socket);
  await nextTurn();
  expect(begun.slice(32)).toEqual([32, 33]);
});

test("one that comes while others wait does not overtake them", async () => {
  const { pipelined, socket, begun } = taken(34);
  pipelined.settled(socket);
  pipelined.take(socket, () => begun.push(99));
  for (let settled = 0; settled < 2; settled++) pipelined.settled(socket);
  await nextTurn();
  expect(begun.slice(32)).toEqual([32, 33, 99]);
});

test("of a connection is read no more while any wait, and then again", async () => {
  const { pipelined, socket } = taken(33);
  await nextTurn();
  expect(socket.isPaused()).toBe(true);
  pipelined.settled(socket);
  await nextTurn();
  expect(socket.isPaused()).toBe(false);
});

test("what waits on a connection that has closed is never begun", async () => {
  const { pipelined, socket, begun } = taken(33);
  socket.destroy();
  pipelined.settled(socket);
  await nextTurn();
  expect(begun.length).toBe(32);
});

test("however soon each is settled, others have their turn between them", async () => {
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

test("a request waits for its answer until it is settled", () => {
  const { pipelined, socket } = taken(1);
  expect(pipelined.answering(socket)).toBe(true);
  pipelined.settled(socket);
  expect(pipelined.answering(socket)).toBe(false);
});

test("one that has not begun waits for its answer as well", () => {
  const { pipelined, socket } = taken(33);
  for (let settled = 0; settled < 32; settled++) pipelined.settled(socket);
  expect(pipelined.answering(socket)).toBe(true);
});
