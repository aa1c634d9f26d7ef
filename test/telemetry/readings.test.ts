import { expect, test } from "vitest";
import { createTlsMetrics, watchEventLoop } from "../../src/telemetry/readings.ts";
import { collectMetrics } from "./collected.ts";

test("a blocked thread shows in the delay and in the utilisation", async () => {
  const read = watchEventLoop();
  expect(read()).toEqual({ delayP99Ms: 0, delayMaxMs: 0, utilization: 0 });
  // It has sampled for the first time.
  await expect.poll(() => read().utilization).toBeGreaterThan(0);
  const until = performance.now() + 120;
  while (performance.now() < until);
  // The delayed sample arrives in the next turn.
  await expect.poll(() => read().delayMaxMs).toBeGreaterThan(80);
  const { delayP99Ms, delayMaxMs, utilization } = read();
  expect(delayP99Ms).toBeLessThanOrEqual(delayMaxMs);
  expect(utilization).toBeLessThanOrEqual(1);
});

test("the certificate's remaining time, rejected changes, and failed handshakes by cause", async () => {
  const pointsOf = collectMetrics();
  const { handshakeFailed } = createTlsMetrics({ secondsLeft: () => -30, rejections: () => 2, rejected: () => true });
  for (const why of ["timeout", "protocol", "timeout"]) handshakeFailed(why);
  expect(await pointsOf("winnow.tls.certificate.remaining")).toMatchObject([{ value: -30, attributes: {} }]);
  expect(await pointsOf("winnow.tls.certificate.rejections")).toMatchObject([{ value: 2, attributes: {} }]);
  expect(await pointsOf("winnow.tls.certificate.rejected")).toMatchObject([{ value: 1, attributes: {} }]);
  expect(await pointsOf("winnow.tls.handshake_failures")).toMatchObject([
    { value: 2, attributes: { "winnow.why": "timeout" } },
    { value: 1, attributes: { "winnow.why": "protocol" } },
  ]);
});
