import { expect, test } from "vitest";
import { createNetworkLook } from "../../../src/scheduling/lane/network-look.ts";
import { manualClock } from "../../time/manual-clock.ts";

test("one looks on as long as calls come in, for two milliseconds at the most, and then anew", () => {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const look = createNetworkLook(clock);
  const seen: boolean[] = [];
  for (let turn = 0; turn < 8; turn++) {
    look.arrived();
    seen.push(look.goesOn());
    clock.pass(1);
  }
  expect(seen).toEqual([true, true, false, true, true, false, true, true]);
});

test("one look without a call is the last", () => {
  const look = createNetworkLook(manualClock("2030-01-01T00:00:00Z"));
  look.arrived();
  expect([look.goesOn(), look.goesOn()]).toEqual([true, false]);
});
