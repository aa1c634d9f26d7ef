// One run of the simulation: a seed in, a transcript and violations out. The same seed gives the same transcript, byte
// for byte: nothing depends on the machine, on real time or on earlier runs.
import { hash } from "node:crypto";
import { seeded } from "../../bench/corpus/random.ts";
import { createCallers, protocolOf } from "./clients/callers.ts";
import { bytesOf, outcomeOf } from "./outcomes.ts";
import { planOf } from "./plan.ts";
import type { Seen } from "./seen.ts";
import { violationsIn } from "./verdict.ts";
import { createWorld, type World } from "./world.ts";

export interface Run {
  readonly digest: string;
  readonly transcript: readonly string[];
  /** The violations; empty if there are none. */
  readonly wrong: readonly string[];
}

/** Longest wait for the end after the last call, in simulated milliseconds. */
const SETTLE_MS_MAX = 400_000;

/** After this many turns of the event loop without a byte on any connection, everything counts as waiting. */
const QUIET_TURNS = 4;
const TURNS_MAX = 500;

/** Separates the draws of a run from those of its plan, so that another draw in the run does not change the plan. */
const RUN_SALT = 0x5eed;

export async function simulate(seed: number): Promise<Run> {
  const plan = planOf(seeded(seed));
  const random = seeded(seed ^ RUN_SALT);
  const world = createWorld(plan, random);
  const callers = createCallers(world);
  const steps = [
    ...plan.calls.map((call) => ({ atMs: call.atMs, run: () => callers.make(call) })),
    ...plan.troubles.map((trouble) => ({ atMs: trouble.atMs, run: () => world.cause(trouble) })),
  ].toSorted((a, b) => a.atMs - b.atMs);
  for (const { atMs, run } of steps) {
    await passUntil(world, atMs);
    run();
    await turns(random.below(6));
  }
  const settled = await passWhile(world, () => world.inFlight.unfinished() > 0 || callers.seen.some(waits));
  const unended = callers.seen.filter(waits).map(({ call }) => `call ${call.id} never ends`);
  callers.finish();
  await turns(20);
  const wrong = [...callers.anomalies, ...unended, ...(settled ? [] : ["something is in flight for ever"])];
  wrong.push(...(await violationsIn(plan, world, callers.seen)));

  let stopped = false;
  void world.stop().then(() => {
    stopped = true;
  });
  if (!(await passWhile(world, () => !stopped))) wrong.push("the server does not stop");
  const transcript = [...callers.seen.map(lineOf), ...world.log.map(withoutDate)];
  return { digest: hash("sha256", transcript.join("\n")), transcript, wrong };
}

/** A client that reads nothing does not react until the run is over. */
function waits({ call, ended }: Seen): boolean {
  return ended === null && call.manner !== "reads_nothing";
}

async function passUntil(world: World, atMs: number): Promise<void> {
  for (let left = atMs - world.clock.monotonicMs(); left > 0; left = atMs - world.clock.monotonicMs()) {
    await rest(world);
    world.clock.pass(Math.min(left, world.clock.untilNext() ?? left));
  }
}

/** @returns false if it takes too long */
async function passWhile(world: World, goesOn: () => boolean): Promise<boolean> {
  const until = world.clock.monotonicMs() + SETTLE_MS_MAX;
  for (await rest(world); goesOn(); await rest(world)) {
    if (world.clock.monotonicMs() > until) return false;
    world.clock.pass(Math.min(1_000, world.clock.untilNext() ?? 1_000));
  }
  return true;
}

/** Runs until everything waits; time advances slowly while bytes move. */
async function rest(world: World): Promise<void> {
  for (let quiet = 0, turn = 0; quiet < QUIET_TURNS && turn < TURNS_MAX; turn += 1) {
    const before = world.writes();
    await turns(1);
    quiet = world.writes() === before ? quiet + 1 : 0;
  }
}

/** Turns the event loop, so that all pending callbacks run. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function lineOf({ call, answers, ended }: Seen): string {
  const { id, atMs, transport, key, ask, manner, deadlineMs } = call;
  const said = answers.map((reply) => {
    const digest = hash("sha256", bytesOf(reply.body)).slice(0, 12);
    return `${reply.status} ${outcomeOf(protocolOf(call), reply)} ${digest}`;
  });
  const how = `${transport}, ${manner}${deadlineMs === null ? "" : `, within ${deadlineMs} ms`}`;
  return `call ${id} at ${atMs} ms: ${key} ${ask.name} (${how}): ${ended} ${said.join(" and ")}`;
}

/** Log lines have the time of the machine's clock. */
function withoutDate(line: string): string {
  return line.replace(/"time":"[^"]*",?/, "").trimEnd();
}
