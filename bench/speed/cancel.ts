// How long a cancelled call goes on using the processor: a 5.5 MB select whose client leaves, one whose deadline
// passes, and hostile ones whose client leaves. Warm-up: two whole calls of each. A whole call comes before each
// cancelled one: if a cancelled call has ended its thread, the start of the next thread would be measured otherwise.
import { request } from "node:http";
import { connect } from "node:http2";
import { setTimeout as wait } from "node:timers/promises";
import { frameOf } from "../../src/protocols/grpc/frames.ts";
import { hostileText } from "../corpus/hostile.ts";
import { asMessage } from "../corpus/messages.ts";
import { encoded, type RequestBody, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type CancelledWork, stopsAfter } from "./cancelled-work.ts";
import { openSelect } from "./clients/raw-grpc.ts";
import { createRestClient } from "./clients/rest-client.ts";
import { type Findings, medianRow, type Row } from "./harness/benchmark.ts";
import { startUnlimited, type WinnowServer } from "./servers/winnow-server.ts";

const ROUNDS = 2;
/** By then the engine is at work, because a whole call takes several times as long. */
const CANCEL_AFTER_MS = 120;
const DEADLINE = "120m";
const STOP_MS_MAX = 50;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const asked = requestOf(textsOfBytes(88, 5_500_000), 32_000, 88);
  const body = encoded(asked);
  const message = asMessage(asked);
  const giantWord = encoded(requestOf([hostileText("random letters", 89, 5_500_000)], 32_000, 89));
  const giantPrompt = encoded(prompted(hostileText("mixed", 90, 2_000_000)));
  for (const each of [body, giantWord, giantPrompt]) await warm(server, each);
  const cancelled = async (cancel: () => Promise<void>) => {
    await selectWhole(server, body);
    return stopsAfter(server.pid, cancel);
  };
  const gone: CancelledWork[] = [];
  const late: CancelledWork[] = [];
  const inWord: CancelledWork[] = [];
  const inPrompt: CancelledWork[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    gone.push(await cancelled(() => goAway(server, body)));
    late.push(await cancelled(() => passDeadline(server, message)));
    inWord.push(await cancelled(() => goAway(server, giantWord)));
    inPrompt.push(await cancelled(() => goAway(server, giantPrompt)));
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
  await selectWhole(server, body);
  await selectWhole(server, body);
}

async function selectWhole(server: WinnowServer, body: Buffer): Promise<void> {
  const client = createRestClient(server.url, server.key);
  await client.select(body);
  client.close();
}

function rowsOf(when: string, calls: readonly CancelledWork[]): readonly Row[] {
  const [worked, stops] = [calls.map(({ workedMs }) => workedMs), calls.map(({ stopsMs }) => stopsMs)];
  return [
    medianRow(`work goes on after ${when}`, stops, "ms", { atMost: STOP_MS_MAX }),
    medianRow(`processor time before ${when}`, worked, "ms", null),
  ];
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
  // The response is still read, so that the session ends by itself.
  stream.on("close", () => session.close());
}
