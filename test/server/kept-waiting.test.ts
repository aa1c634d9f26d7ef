import { expect, test } from "vitest";
import { createKeptWaiting, type WaitedFor } from "../../src/server/kept-waiting.ts";

const call = (organisation: string | null): WaitedFor => ({ organisation, arriving: false, unread: false, held: 0 });

test("of an organisation's answers that are not taken, the oldest makes way for one too many, and no other's", () => {
  const kept = createKeptWaiting<WaitedFor>(4, 100);
  const others = call("other");
  expect(kept.isUnread(others)).toBeNull();
  const first = call(null);
  const wayFor = [first, ...Array.from({ length: 500 }, () => call(null))].map((each) => kept.isUnread(each));
  expect(new Set(wayFor.slice(0, 500))).toEqual(new Set([null]));
  expect(wayFor[500]).toBe(first);
  kept.isOver(first);
  expect(kept.unread().length).toBe(501);
  expect(kept.isUnread(call("other"))).toBeNull();
});

test("what a call holds goes with it, whichever way it takes", () => {
  const kept = createKeptWaiting<WaitedFor>(4, 100);
  const [slow, next] = [call(null), call(null)];
  expect(kept.arrives(slow, "acme")).toBe(true);
  kept.holds(slow, 40);
  expect(kept.arrives(next, "acme")).toBe(true);
  expect([kept.mayHold(next, 10), kept.mayHold(next, 11)]).toEqual([true, false]);
  kept.hasArrived(slow);
  expect(kept.mayHold(next, 50)).toBe(true);
  kept.isUnread(slow);
  expect(kept.mayHold(next, 11)).toBe(false);
  kept.holds(slow, -40);
  expect(kept.mayHold(next, 50)).toBe(true);
  kept.isOver(slow);
  kept.isOver(slow);
  expect(kept.unread().length).toBe(0);
});
