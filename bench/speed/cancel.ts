// How long a call that nobody waits for goes on using the processor: a 5.5 MB select whose client goes away, and one
// whose deadline passes; and hostile ones, whose client goes away. Warm-up: two whole calls of each.
import { request } from "node:http";
import { connect } from "node:http2";
import { setTimeout as wait } from "node:timers/promises";
import { frameOf } from "../../src/wire/frame.ts";
import { hostileText } from "../corpus/hostile.ts";
import { asMessage } from "../corpus/messages.ts";
import { encoded, type RequestBody, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type Findings, medianRow, type Row } from "./benchmark.ts";
import { cpuWatch } from "./cpu.ts";
import { openSelect } from "./raw-grpc.ts";
import { createRestClient } from "./rest-client.ts";
import { startUnlimited, type WinnowServer } from "./winnow-server.ts";

const ROUNDS = 5;
/** Into the engine's work: a whole call takes several times as long. */
const CANCEL_AFTER_MS = 120;
const DEADLINE = "120m";
const WATCH_MS = 1_500;
/** A server that only waits uses about this much while it is watched: timers, and the end of a collection. */
const IDLE_CPU_MS = 10;
const STOP_MS_MAX = 50;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const asked = requestOf(textsOfBytes(88, 5_500_000), 32_000, 88);
  const body = encoded(asked);
  const message = asMessage(asked);
  const giantWord = encoded(requestOf([hostileText("random letters", 89, 5_500_000)], 32_000, 89));
  const giantPrompt = encoded(prompted(hostileText("mixed", 90, 2_000_000)));
  for (const each of [body, giantWord, giantPrompt]) await warm(server, each);
  const gone: GivenUp[] = [];
  const late: GivenUp[] = [];
  const inWord: GivenUp[] = [];
  const inPrompt: GivenUp[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    gone.push(await stopsAfter(server, () => goAway(server, body)));
    late.push(await stopsAfter(server, () => passDeadline(server, message)));
    inWord.push(await stopsAfter(server, () => goAway(server, giantWord)));
    inPrompt.push(await stopsAfter(server, () => goAway(server, giantPrompt)));
  }
  await server.stop();
  const rows = [
    ...rowsOf("the client has gone", gone),
    ...rowsOf("the deadline", late),
    ...rowsOf("the client of one giant word has gone", inWord),
    ...rowsOf("the client of a giant prompt has gone", inPrompt),
  ];
  return { rows, curves: [] };
}

function prompted(prompt: string): RequestBody {
  return { ...requestOf(textsOfBytes(90, 100_000), 4_000, 90), task: { prompt } };
}

async function warm(server: WinnowServer, body: Buffer): Promise<void> {
  const client = createRestClient(server.url, server.key);
  await client.select(body);
  await client.select(body);
  client.close();
}

interface GivenUp {
  /** Processor time of the call by then, in milliseconds: a whole one takes two to three times as much. */
  readonly workedMs: number;
  readonly stopsMs: number;
}

function rowsOf(when: string, calls: readonly GivenUp[]): readonly Row[] {
  const [worked, stops] = [calls.map(({ workedMs }) => workedMs), calls.map(({ stopsMs }) => stopsMs)];
  return [
    medianRow(`work goes on after ${when}`, stops, "ms", { atMost: STOP_MS_MAX }),
    medianRow(`processor time before ${when}`, worked, "ms", null),
  ];
}

/** @param cancelled resolves at the moment from which work is wasted */
async function stopsAfter(server: WinnowServer, cancelled: () => Promise<void>): Promise<GivenUp> {
  await wait(300);
  const used = cpuWatch(server.pid);
  const before = used();
  await cancelled();
  const startedAt = performance.now();
  const seen: { readonly at: number; readonly cpu: number }[] = [];
  while (performance.now() - startedAt < WATCH_MS) {
    seen.push({ at: performance.now() - startedAt, cpu: used() });
    await wait(5);
  }
  const end = seen.at(-1)?.cpu ?? 0;
  const stopsMs = seen.find(({ cpu }) => cpu >= end - IDLE_CPU_MS)?.at ?? WATCH_MS;
  return { workedMs: (seen[0]?.cpu ?? 0) - before, stopsMs };
}

async function goAway(server: WinnowServer, body: Buffer): Promise<void> {
  const req = request(`${server.url}/v1/context/select`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-length": body.length },
  });
  req.on("error", () => {});
  req.end(body);
  await wait(CANCEL_AFTER_MS);
  req.destroy();
}

async function passDeadline(server: WinnowServer, message: Buffer): Promise<void> {
  const session = connect(server.url);
  const stream = openSelect(session, server.key, { "grpc-timeout": DEADLINE });
  stream.on("error", () => {});
  stream.end(frameOf(message, false));
  stream.resume();
  await wait(CANCEL_AFTER_MS);
  // The answer is read on: the session is left to end by itself.
  stream.on("close", () => session.close());
}
