// The cost of observing a call without any exporter: the hooks of span, metrics and stages around an engine that does
// nothing, minus the bare stages. In this process, without the SDK.
import { plainStage } from "../../src/engine/select.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { createMetrics } from "../../src/telemetry/metrics.ts";
import { createObserve, type Observe } from "../../src/telemetry/observe.ts";
import { systemClock } from "../../src/time/clock.ts";
import { ownCpuMs } from "./harness/cpu.ts";
import { interleaved } from "./harness/rounds.ts";
import { unlimitedCaller } from "./servers/unlimited-caller.ts";

const CALLS = 20_000;
const WARMUPS = 4;
const ROUNDS = 9;
const stageNames = ["measure", "segment", "analyse", "score", "gate", "pack", "excerpt", "render"] as const;
const started = {
  protocol: "rest",
  httpMethod: "POST",
  httpVersion: "1.1",
  scheme: "http",
  name: "/v1/context/select",
} as const;

/** Processor milliseconds per call, one figure per round. */
export async function hooksOff(): Promise<readonly number[]> {
  const observe = createObserve(
    createLog("silent"),
    createMetrics({ gateReasons: [], operatingPoints: [] }, systemClock),
    null,
    null,
    systemClock,
  );
  const used = await interleaved(WARMUPS, ROUNDS, {
    watched: () => costOf(() => watched(observe)),
    bare: () => costOf(() => stages(plainStage)),
  });
  return used.watched.map((watched, at) => watched - (used.bare[at] ?? 0));
}

async function costOf(call: () => Promise<void>): Promise<number> {
  const before = ownCpuMs();
  for (let left = CALLS; left > 0; left--) await call();
  return (ownCpuMs() - before) / CALLS;
}

async function watched(observe: Observe): Promise<void> {
  const call = observe(started, {});
  call.admitted(unlimitedCaller);
  call.report({ requestId: "bench" });
  await stages(call.stages(new AbortController().signal));
  call.report({ outcome: "select", operatingPoint: "balanced-1", tokensBefore: 2_000, tokensAfter: 500 });
  call.end({ status: "200", fault: false, clientGone: false });
}

async function stages(stage: typeof plainStage): Promise<void> {
  for (const name of stageNames)
    await stage(
      name,
      () => name,
      () => ({ units: 1 }),
    );
}
