import { expect, test } from "vitest";
import { watchEventLoop } from "../../src/telemetry/event-loop.ts";

test("a thread that was held shows in the delay and in its use", async () => {
  const read = watchEventLoop();
  expect(read()).toEqual({ delayP99Ms: 0, delayMaxMs: 0, utilization: 0 });
  // It has looked for the first time.
  await expect.poll(() => read().utilization).toBeGreaterThan(0);
  const until = performance.now() + 120;
  while (performance.now() < until);
  // The look that was held up comes with the next turn.
  await expect.poll(() => read().delayMaxMs).toBeGreaterThan(80);
  const { delayP99Ms, delayMaxMs, utilization } = read();
  expect(delayP99Ms).toBeLessThanOrEqual(delayMaxMs);
  expect(utilization).toBeLessThanOrEqual(1);
});
