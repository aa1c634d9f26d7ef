import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { createControlBytes } from "../../../src/http/connections/control-bytes.ts";

/** The bytes of a client's opening. */
const OPENING = 64;

const socket = { bytesRead: 0, bytesWritten: 0 };
let control = createControlBytes(socket);

beforeEach(() => {
  Object.assign(socket, { bytesRead: OPENING, bytesWritten: 0 });
  control = createControlBytes(socket);
  control.take();
});

/** A body of which these bytes have arrived and were not read. */
function bodyOf(bytes: number): Readable {
  const body = new Readable({ read: () => {} });
  body.push(Buffer.alloc(bytes));
  return body;
}

test("frames outside requests count once", () => {
  socket.bytesRead += 13_000;
  expect(control.take()).toBe(13_000);
  expect(control.take()).toBe(0);
});

test("headers and bodies do not count, whether read, unread, or left unread by a cancelled call", () => {
  const body = bodyOf(50_000);
  control.begun(body, ["authorization", "a".repeat(4_000)]);
  socket.bytesRead += 4_100 + 50_000;
  expect(control.take()).toBe(0);
  control.closed(body);
  expect(control.take()).toBe(0);
  control.begun(bodyOf(0), []);
  socket.bytesRead += 70_000;
  for (let piece = 0; piece < 5; piece++) control.received(14_000);
  expect(control.take()).toBe(0);
});

test("headers that were sent compressed do not pay for later frames", () => {
  for (let call = 0; call < 100; call++) control.begun(bodyOf(0), ["authorization", "a".repeat(1_000)]);
  socket.bytesRead += 100 * 40;
  expect(control.take()).toBe(0);
  socket.bytesRead += 20_000;
  expect(control.take()).toBe(20_000);
});

test("window updates for a long response do not count", () => {
  socket.bytesWritten += 4_096_000;
  socket.bytesRead += 26_000;
  expect(control.take()).toBe(0);
});
