// One run of the simulation: a seed in, a transcript and what was wrong out. The same seed gives the same transcript,
// byte for byte: nothing in it depends on the machine, on real time or on what ran before.
import { hash } from "node:crypto";
import { seeded } from "../../bench/corpus/random.ts";
import { createCallers, protocolOf } from "./callers.ts";
import { bytesOf, outcomeOf } from "./outcomes.ts";
import { planOf } from "./plan.ts";
import type { Seen } from "./seen.ts";
import { wrongIn } from "./verdict.ts";
import { createWorld, type World } from "./world.ts";

export interface Run {
  readonly digest: string;
  readonly transcript: readonly string[];
  /** What was wrong; empty when all was well. */
  readonly wrong: readonly string[];
}

/** Longest wait for all to be over once the last call is made, in simulated milliseconds. */
const SETTLE_MS_MAX = 400_000;

/** Turns of the event loop without a byte on any connection, after which all are taken to wait. */
const QUIET_TURNS = 4;
const TURNS_MAX = 500;

/** Parts the draws of a run from those of its plan, so that a plan stays as it is when a run draws once more. */
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
  const settled = await passWhile(world, () => world.inFlight.calls() > 0 || callers.seen.some(waits));
  const unended = callers.seen.filter(waits).map(({ call }) => `call ${call.id} never ends`);
  callers.finish();
  await turns(20);
  const wrong = [...callers.oddities, ...unended, ...(settled ? [] : ["something is in flight for ever"])];
  wrong.push(...(await wrongIn(plan, world, callers.seen)));

  let stopped = false;
  void world.stop().then(() => {
    stopped = true;
  });
  if (!(await passWhile(world, () => !stopped))) wrong.push("the server does not stop");
  const transcript = [...callers.seen.map(lineOf), ...world.log.map(withoutDate)];
  return { digest: hash("sha256", transcript.join("\n")), transcript, wrong };
}

/** A deaf client hears nothing until the run is over. */
function waits({ call, ended }: Seen): boolean {
  return ended === null && call.manner !== "deaf";
}

async function passUntil(world: World, atMs: number): Promise<void> {
  for (let left = atMs - world.clock.monotonicMs(); left > 0; left = atMs - world.clock.monotonicMs()) {
    await rest(world);
    world.clock.pass(Math.min(left, world.clock.untilNext() ?? left));
  }
}

/** @returns false when it goes on for too long */
async function passWhile(world: World, goesOn: () => boolean): Promise<boolean> {
  const until = world.clock.monotonicMs() + SETTLE_MS_MAX;
  for (await rest(world); goesOn(); await rest(world)) {
    if (world.clock.monotonicMs() > until) return false;
    world.clock.pass(Math.min(1_000, world.clock.untilNext() ?? 1_000));
  }
  return true;
}

/** Until nothing goes on but waiting: time passes slowly where bytes move. */
async function rest(world: World): Promise<void> {
  for (let quiet = 0, turn = 0; quiet < QUIET_TURNS && turn < TURNS_MAX; turn += 1) {
    const before = world.writes();
    await turns(1);
    quiet = world.writes() === before ? quiet + 1 : 0;
  }
}

/** Turns of the event loop: everything that waits for nothing but its turn goes on. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function lineOf({ call, answers, ended }: Seen): string {
  const { id, atMs, wire, key, ask, manner, deadlineMs } = call;
  const said = answers.map((reply) => {
    const digest = hash("sha256", bytesOf(reply.body)).slice(0, 12);
    return `${reply.status} ${outcomeOf(protocolOf(call), reply)} ${digest}`;
  });
  const how = `${wire}, ${manner}${deadlineMs === null ? "" : `, within ${deadlineMs} ms`}`;
  return `call ${id} at ${atMs} ms: ${key} ${ask.name} (${how}): ${ended} ${said.join(" and ")}`;
}

/** The log stamps its lines by the machine's clock. */
function withoutDate(line: string): string {
  return line.replace(/"time":"[^"]*",?/, "").trimEnd();
}
