import { expect, test } from "vitest";
import { placeOf } from "../../src/server/placement.ts";

const track = <Answer>(answer: Promise<Answer>) => answer;
const turns = {
  fresh: { ageMs: () => 0, overloaded: () => false, track },
  behind: { ageMs: () => 30, overloaded: () => false, track },
  overloaded: { ageMs: () => 30, overloaded: () => true, track },
};
const workers = {
  none: null,
  free: () => ({ waitMs: 0, runMs: 2 }),
  busy: () => ({ waitMs: 40, runMs: 2 }),
  full: () => null,
};

test.each([
  ["fresh", "small", "free", "here"],
  ["behind", "small", "free", "worker"],
  ["behind", "small", "busy", "here"],
  ["behind", "small", "none", "here"],
  ["overloaded", "small", "free", "worker"],
  ["overloaded", "small", "busy", "nowhere"],
  ["overloaded", "small", "full", "nowhere"],
  ["overloaded", "small", "none", "nowhere"],
  ["fresh", "large", "free", "worker"],
  ["fresh", "large", "busy", "worker"],
  ["fresh", "large", "full", "nowhere"],
  ["overloaded", "large", "free", "worker"],
  ["fresh", "large", "none", "here"],
] as const)("on a thread that is %s, a %s call with workers %s is answered %s", (turn, size, worker, place) => {
  expect(placeOf(turns[turn], size === "large", workers[worker])).toBe(place);
});
