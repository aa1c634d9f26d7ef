// The figures of an overload, for loads written by hand.
import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import type { OpenLoop } from "../../bench/speed/clients/open-loop.ts";
import { atLoad, threefoldBars } from "../../bench/speed/overload/overload-rows.ts";

const SECONDS = 4;

function loadOf(answeredPerSecond: number, refusedPerSecond: number, processors: number): OpenLoop {
  const one = { tookMs: 10 };
  // What was answered in the first second is not counted.
  const early = Array.from({ length: 1_000 }, (_, at) => ({ ...one, dueMs: at }));
  const late = Array.from({ length: answeredPerSecond * (SECONDS - 1) }, (_, at) => ({ ...one, dueMs: 1_000 + at }));
  const answered = [...early, ...late];
  const rejectedMs = Array.from({ length: refusedPerSecond * SECONDS }, () => 1);
  return { dueSeconds: SECONDS, seconds: SECONDS, answered, rejectedMs, failed: 0, sendDelayMsMax: 0, processors };
}

function figure(threefold: OpenLoop, which: string): number | undefined {
  const calm = loadOf(100, 0, 0);
  const round = { capacity: 100, calm, double: calm, threefold, bareMs: 1 };
  return atLoad("x", [round], ({ threefold: load }) => load, threefoldBars).find(({ what }) => what === `x: ${which}`)
    ?.figure;
}

test("the capacity leaves out the time of rejections and clients, and nothing else", () => {
  // Half of the machine is used by clients and by refusals that cost no more than those of a bare server.
  const half = availableParallelism() / 2;
  const clients = half / 2;
  const refused = (half - clients) * 1_000;
  expect(figure(loadOf(50, refused, clients), "answered, of the capacity")).toBeCloseTo(0.5);
  expect(figure(loadOf(50, refused, clients), "answered, of what bare refusals would leave")).toBeCloseTo(1);
  expect(figure(loadOf(25, refused, clients), "answered, of what bare refusals would leave")).toBeCloseTo(0.5);
});
