import { afterAll, beforeAll, expect, test } from "vitest";
import { startWinnow, type WinnowProcess } from "../winnow-process.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";

let winnow: WinnowProcess;
let prometheus: Prometheus;

beforeAll(async () => {
  winnow = await startWinnow("--internal-port", "0");
  const { address } = await winnow.logged(({ msg }) => msg === "listening_internally");
  prometheus = await startPrometheus(
    JSON.stringify({
      global: { scrape_interval: "200ms" },
      scrape_configs: [{ job_name: "winnow", static_configs: [{ targets: [new URL(String(address)).host] }] }],
    }),
  );
});

afterAll(async () => {
  await prometheus.stop();
  await winnow.stop();
});

test("Prometheus scrapes the internal listener", async () => {
  await expect.poll(() => prometheus.query("up == 1"), { timeout: 10_000 }).toHaveLength(1);
});
