// What must hold at the end of a simulated run: every call ended once and in a permitted way, every answer is in the
// table with the right content, nothing is held, the quota adds up, and the log has no caller's text.
import { fromBinary } from "@bufbuild/protobuf";
import { ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { utcDay } from "../../src/gateway/counters.ts";
import type { BufferedReply } from "../../src/protocols/reply.ts";
import type { Ask } from "./clients/asks.ts";
import { protocolOf } from "./clients/callers.ts";
import { bytesOf, type Outcome, outcomeOf } from "./outcomes.ts";
import type { KeyName, Plan, PlannedCall } from "./plan.ts";
import type { Seen } from "./seen.ts";
import { QUOTA, tiers, type World } from "./world.ts";

const refusedKeys = new Map<KeyName, Outcome>([
  ["revoked", "forbidden"],
  ["unknown", "forbidden"],
  ["none", "unauthenticated"],
]);

/** The permitted outcomes of a call, given the faults around it. */
function outcomesAllowed(call: PlannedCall, plan: Plan): ReadonlySet<Outcome> {
  const { key, ask, manner, deadlineMs } = call;
  const has = (kind: string) => plan.troubles.some((trouble) => trouble.kind === kind);
  const allowed = new Set<Outcome>([refusedKeys.get(key) ?? ask.outcome, "unavailable"]);
  if (key === "slow") allowed.add("throttled");
  if (key === "frugal" && ask.selects) allowed.add("quota_spent");
  if (has("projection") || has("wall")) allowed.add("forbidden");
  if (deadlineMs !== null) allowed.add("deadline_exceeded");
  if (protocolOf(call) === "rest" && manner === "stalls") allowed.add("request_timeout");
  return allowed;
}

export async function violationsIn(plan: Plan, world: World, seen: readonly Seen[]): Promise<readonly string[]> {
  return [
    ...seen.flatMap((one) => violationsOf(one, plan, world).map((what) => `call ${one.call.id} ${what}`)),
    ...nothingHeld(world),
    ...world.books.audit(),
    ...(await wrongQuota(plan, world)),
    ...leakedText(world),
  ];
}

function violationsOf({ call, answers, ended }: Seen, plan: Plan, world: World): readonly string[] {
  if (answers.length > 1) return [`was answered ${answers.length} times`];
  const [answer] = answers;
  if (answer === undefined) return mayEnd(call, ended, plan, world) ? [] : [`ended without an answer: ${ended}`];
  const outcome = outcomeOf(protocolOf(call), answer);
  if (outcome === null) return [`has an answer outside the table: ${answer.status} ${bytesOf(answer.body)}`];
  if (!outcomesAllowed(call, plan).has(outcome)) return [`(${call.key} ${call.ask.name}) must not end ${outcome}`];
  return outcome === "ok" && call.ask.selects ? wrongSelection(call, answer) : [];
}

/** Whether a call may end without an answer. */
function mayEnd({ manner, transport }: PlannedCall, ended: Seen["ended"], plan: Plan, world: World): boolean {
  if (ended === "left") return manner === "leaves" || manner === "resets" || plan.calls.some(sharesConnections);
  if (ended === "not connected") return world.draining();
  // Aborted: because of its own behaviour, with a connection that others broke, or at the end of a drain.
  const isBroken = plan.calls.some((other) => other.transport === transport && other.manner !== "plain");
  const mayShare = transport === "grpc" || transport === "rest-h2";
  return manner !== "plain" || (mayShare && isBroken) || plan.calls.some(sharesConnections) || world.draining();
}

function sharesConnections({ manner }: PlannedCall): boolean {
  return manner === "follows";
}

const references = new Map<string, string>();

/** The same request selects the same text in every run, on every protocol, under any faults. */
function wrongSelection({ transport, ask }: PlannedCall, answer: BufferedReply): readonly string[] {
  const { rendered, failed } = selectionOf(transport, answer);
  if (failed) return wholeOf(ask).every((text) => rendered.includes(text)) ? [] : ["lost a record to a failed stage"];
  const reference = references.get(ask.name) ?? rendered;
  references.set(ask.name, reference);
  return rendered === reference ? [] : ["selects other text than the same ask did before"];
}

function selectionOf(
  transport: PlannedCall["transport"],
  { body }: BufferedReply,
): { rendered: string; failed: boolean } {
  const bytes = bytesOf(body);
  if (transport === "grpc" || transport === "grpc-web") {
    const message = fromBinary(ContextResponseSchema, bytes.subarray(5, 5 + bytes.readUInt32BE(1)));
    return { rendered: message.renderedContext ?? "", failed: message.selectionError !== undefined };
  }
  const fields: Readonly<Record<string, unknown>> = JSON.parse(bytes.toString());
  const [rendered, error] =
    transport === "connect"
      ? [fields.renderedContext, fields.selectionError]
      : [fields.rendered_context, fields.selection_error];
  return { rendered: String(rendered ?? ""), failed: typeof error === "string" };
}

function wholeOf({ json }: Ask): readonly string[] {
  const { records = [] }: { readonly records?: readonly { readonly text: string }[] } = JSON.parse(json);
  return records.map(({ text }) => text);
}

function nothingHeld({ inFlight, waiting }: World): readonly string[] {
  const held = [inFlight.unfinished(), inFlight.places(), inFlight.responsesUnread(), inFlight.bytes(), waiting()];
  return held.every((count) => count === 0) ? [] : [`requests, bytes, waiting calls still held: ${held.join(", ")}`];
}

/**
 * Today's remaining quota is what was not used. This does not hold if the wall clock is set. If a store decides that is
 * sometimes away, the store and the process may each admit a whole quota.
 */
async function wrongQuota(plan: Plan, { books, clock }: World): Promise<readonly string[]> {
  const tier = tiers.get("frugal");
  if (tier === undefined || plan.troubles.some(({ kind }) => kind === "wall")) return [];
  const kept = books.kept("frugal", utcDay(clock.wallMs()));
  if (plan.sharesCounters) return kept <= 2 * QUOTA ? [] : [`${kept} selects were admitted on a quota of ${QUOTA}`];
  let left = 0;
  while ((await books.counters.spend("frugal", tier, true)).refused === null && left <= QUOTA) left += 1;
  return left === QUOTA - kept ? [] : [`${kept} of ${QUOTA} selects were used and ${left} are left`];
}

/** Words of records and prompts, and the start of every key. */
const callersWords = ["They counted", "next visit", "violinist", "wnw_"];

function leakedText({ log }: World): readonly string[] {
  const all = log.join("");
  return callersWords
    .filter((words) => all.includes(words))
    .map((words) => `the log contains ${JSON.stringify(words)}`);
}
