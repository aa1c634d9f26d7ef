import { expect, onTestFinished, test } from "vitest";
import { timeoutsOf } from "../../src/http/limits.ts";
import { warmUp } from "../../src/http/warm-up.ts";
import { selectPath } from "../../src/protocols/routes.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import { createScheduler } from "../../src/scheduling/scheduler.ts";
import { machineEnvironment } from "../../src/service/call.ts";
import { createHandlers } from "../../src/service/handlers.ts";
import { processCpuMs, systemClock } from "../../src/time/clock.ts";
import { fetchHeaders, startWinnow, untilServing, type WinnowProcess } from "../winnow-process.ts";

async function internalAddress({ logged }: WinnowProcess): Promise<string> {
  const { address } = await logged(({ msg }) => msg === "listening_internally");
  return String(address);
}

const body = JSON.stringify({
  request_id: "r",
  records: [{ text: "the lamp of the harbour was lit at nine" }],
  task: { prompt: "when was the lamp lit" },
  budget: { max_context_tokens: 100 },
});

test("during its warm-up a process is not ready and answers calls; log and metrics show no others", async () => {
  const winnow = await startWinnow("--warm-up-ms", "500", "--internal-port", "0", "--workers", "1");
  onTestFinished(async () => {
    await winnow.stop();
  });
  const internal = await internalAddress(winnow);
  const readiness = async () => {
    const answer = await fetch(`${internal}/readyz`);
    return [answer.status, await answer.json()];
  };
  expect(await readiness()).toEqual([503, { status: "starting" }]);
  const headers = fetchHeaders(winnow.key);
  const answer = await fetch(`${winnow.url}/v1/context/select`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  await untilServing(winnow);
  expect(await readiness()).toEqual([200, { status: "serving" }]);
  await winnow.logged(({ msg }) => msg === "ready");
  expect(winnow.lines().filter(({ outcome }) => outcome !== undefined)).toMatchObject([{ request_id: "r" }]);
  const metrics = (await (await fetch(`${internal}/metrics`)).text()).split("\n");
  const selections = metrics.filter((line) => line.startsWith("winnow_selections_total{"));
  expect(selections.map((line) => line.split(" ").at(-1))).toEqual(["1"]);
  expect(metrics.filter((line) => line.includes("ContextService/Select"))).toEqual([]);
});

test("a stop during the warm-up ends it", async () => {
  const winnow = await startWinnow("--warm-up-ms", "60000", "--workers", "1");
  expect(await winnow.stop()).toBe(0);
  expect(winnow.lines().map(({ msg }) => msg)).not.toContain("ready");
});

test("the warm-up leaves most of the processor to the calls of callers", async () => {
  const handlers = createHandlers(machineEnvironment, { selectPath, buildId: "" });
  const scheduler = createScheduler({ unary: createUnary(handlers, () => {}), workers: null, clock: systemClock });
  const [startedMs, usedMs] = [systemClock.monotonicMs(), processCpuMs()];
  const clock = systemClock;
  const parts = { handlers, scheduler, clock, timeouts: timeoutsOf(5_000), cpuMs: 400, stopping: () => false };
  await warmUp({ ...parts, callersCalls: () => 1 });
  expect(systemClock.monotonicMs() - startedMs).toBeGreaterThan(1.3 * (processCpuMs() - usedMs));
});
