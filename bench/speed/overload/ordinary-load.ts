// Loads that must not count as overload: a burst after a pause, and clients that send each call after the answer to the
// previous one. Also a load that cannot be served in full: many such clients that never pause.
import { setTimeout as wait } from "node:timers/promises";
import type { Send, Verdict } from "../clients/open-loop.ts";
import { type Row, soleRow } from "../harness/benchmark.ts";

const BURST = 50;
/** Number of clients that wait for their answers, and for how long they run. */
export const CLIENTS = 64;
const CLIENT_SECONDS = 3;
export const CROWD = 256;
/** An overload is over after this many milliseconds. */
export const REST_MS = 2_000;

/** Rows for a burst after a pause and for clients that wait for their answers. */
export async function rejectedOfOrdinaryLoads(name: string, send: Send): Promise<readonly Row[]> {
  await wait(REST_MS);
  const burst = await Promise.all(Array.from({ length: BURST }, (_, at) => send(at)));
  await wait(REST_MS);
  const answers = await answersTo(CLIENTS, CLIENT_SECONDS, send);
  return [
    refusals(`${name}: rejected of ${BURST} at once`, burst),
    refusals(`${name}: rejected of ${CLIENTS} clients that wait for their answers`, answers),
  ];
}

/** Calls answered a second for clients that call again at once, even after a refusal. */
export async function answeredOfClients(clients: number, seconds: number, send: Send): Promise<number> {
  const startedAt = performance.now();
  const verdicts = await answersTo(clients, seconds, send);
  const tookMs = performance.now() - startedAt;
  return verdicts.filter((verdict) => verdict === "answered").length / (tookMs / 1_000);
}

/** Answers to clients that send each call after the previous answer, even after a refusal. */
async function answersTo(clients: number, seconds: number, send: Send): Promise<readonly Verdict[]> {
  const answers: Verdict[] = [];
  const until = performance.now() + seconds * 1000;
  const client = async (_: unknown, at: number) => {
    for (let call = at; performance.now() < until; call++) answers.push(await send(call));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

function refusals(what: string, verdicts: readonly Verdict[]): Row {
  const figure = verdicts.filter((verdict) => verdict !== "answered").length;
  return soleRow(what, figure, "calls", { atMost: 0 });
}
