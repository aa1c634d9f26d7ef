import { expect, test } from "vitest";
import { createTlsMetrics } from "../../src/telemetry/tls-metrics.ts";
import { collectMetrics } from "./collected.ts";

test("the time a certificate has left, refused changes, and failed handshakes by reason", async () => {
  const pointsOf = collectMetrics();
  const { handshakeFailed } = createTlsMetrics({ secondsLeft: () => -30, refusals: () => 2, refused: () => true });
  for (const why of ["timeout", "protocol", "timeout"]) handshakeFailed(why);
  expect(await pointsOf("winnow.tls.certificate.remaining")).toMatchObject([{ value: -30, attributes: {} }]);
  expect(await pointsOf("winnow.tls.certificate.refusals")).toMatchObject([{ value: 2, attributes: {} }]);
  expect(await pointsOf("winnow.tls.certificate.refused")).toMatchObject([{ value: 1, attributes: {} }]);
  expect(await pointsOf("winnow.tls.handshake_failures")).toMatchObject([
    { value: 2, attributes: { "winnow.why": "timeout" } },
    { value: 1, attributes: { "winnow.why": "protocol" } },
  ]);
});
