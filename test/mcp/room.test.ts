// What is read waits for room, and room comes from calls that end and from answers that are taken.
import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { REQUEST_BYTES_MAX } from "winnow-client";
import { createRoom } from "../../src/mcp/room.ts";

const { signal } = new AbortController();

function opened() {
  const answers = Object.assign(new EventEmitter(), { writableLength: 0 });
  const room = createRoom(answers);
  const ends: (() => void)[] = [];
  const select = room.counting(() => new Promise((_, fail) => ends.push(() => fail(new Error("ended")))));
  return {
    room,
    answers,
    /** Begins one of so many bytes. @returns its end */
    begin: (bytes: number) => {
      const body = new Uint8Array(bytes);
      const call = select({ request: {}, body }, signal).catch(() => {});
      const end = ends.at(-1) ?? (() => {});
      // As one does that goes to a worker.
      structuredClone(body, { transfer: [body.buffer] });
      return () => {
        end();
        return call;
      };
    },
  };
}

/** Whether it resolves by itself within some turns of the event loop. */
async function settles(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  return settled;
}

test("there is room beside two of the largest calls, and none beside three until one ends", async () => {
  const { room, begin } = opened();
  const [first] = [begin(REQUEST_BYTES_MAX), begin(REQUEST_BYTES_MAX)];
  expect(await settles(room.forMore())).toBe(true);
  begin(REQUEST_BYTES_MAX);
  const more = room.forMore();
  expect(await settles(more)).toBe(false);
  await first?.();
  expect(await settles(more)).toBe(true);
});

test("answers that are not taken leave no room", async () => {
  const { room, answers } = opened();
  answers.writableLength = 3 * REQUEST_BYTES_MAX;
  const more = room.forMore();
  expect(await settles(more)).toBe(false);
  answers.writableLength = 0;
  answers.emit("drain");
  expect(await settles(more)).toBe(true);
});

test("it is cleared when the last call has ended, however small", async () => {
  const { room, begin } = opened();
  const [first, second] = [begin(1), begin(1)];
  const cleared = room.cleared();
  await first?.();
  expect(await settles(cleared)).toBe(false);
  await second?.();
  expect(await settles(cleared)).toBe(true);
});
