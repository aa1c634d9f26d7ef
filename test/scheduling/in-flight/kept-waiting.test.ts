import { expect, test } from "vitest";
import { createKeptWaiting, type WaitedFor } from "../../../src/scheduling/in-flight/kept-waiting.ts";

const call = (organisation: string | null): WaitedFor => ({ organisation, arriving: false, unread: false, held: 0 });

test("of an organisation's answers that are not taken, the oldest are too many, and no other's", () => {
  const kept = createKeptWaiting<WaitedFor>(4, 100);
  const others = call("other");
  expect(kept.isUnread(others)).toBe(false);
  const first = call(null);
  const calls = [first, ...Array.from({ length: 501 }, () => call(null))];
  const crowded = calls.map((each) => kept.isUnread(each));
  expect([crowded.indexOf(true), crowded.filter((each) => each).length]).toEqual([500, 2]);
  expect(kept.tooMany(null)).toEqual(calls.slice(0, 2));
  kept.isOver(first);
  expect([kept.tooMany(null), kept.unread().length]).toEqual([calls.slice(1, 2), 502]);
  expect([kept.isUnread(call("other")), kept.tooMany("other")]).toEqual([false, []]);
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
