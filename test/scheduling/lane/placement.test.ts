import { expect, test } from "vitest";
import { placeOf } from "../../../src/scheduling/lane/placement.ts";

const lanes = {
  free: () => ({ waitMs: 0, runMs: 2 }),
  behind: () => ({ waitMs: 30, runMs: 2 }),
  full: () => null,
};
const workers = {
  none: null,
  free: () => ({ waitMs: 0, runMs: 3 }),
  busy: () => ({ waitMs: 40, runMs: 3 }),
  full: () => null,
};

test.each([
  ["free", "small", "free", "here"],
  ["behind", "small", "free", "worker"],
  ["behind", "small", "busy", "here"],
  ["behind", "small", "full", "here"],
  ["behind", "small", "none", "here"],
  ["full", "small", "free", "worker"],
  ["full", "small", "busy", "worker"],
  ["full", "small", "full", "nowhere"],
  ["full", "small", "none", "nowhere"],
  ["free", "large", "free", "worker"],
  ["free", "large", "busy", "worker"],
  ["free", "large", "full", "nowhere"],
  ["full", "large", "free", "worker"],
  ["free", "large", "none", "here"],
  ["full", "large", "none", "nowhere"],
] as const)(
  "with a thread that is %s, a %s call and workers that are %s, it is answered %s",
  (here, size, worker, place) => {
    expect(placeOf(size === "large", lanes[here], workers[worker])).toBe(place);
  },
);
