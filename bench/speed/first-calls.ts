// The first calls of a process that has just reported that it is ready, against later calls of the same process: of 7
// kB on the main thread and of 100,000 tokens in the worker, over REST, gRPC and Connect. Every call has a new text.
// Warm-up: one process for each protocol, so that the clients are warm. Later calls: after the numbers of calls given
// below.
import { setTimeout as delay } from "node:timers/promises";
import { selectPath, selectRpcPath } from "../../src/protocols/routes.ts";
import { asMessage } from "../corpus/messages.ts";
import { encoded, type RequestBody, requestOf, textsOfBytes, textsOfTokens } from "../corpus/requests.ts";
import { createGrpcClient } from "./clients/grpc-client.ts";
import { createRestClient } from "./clients/rest-client.ts";
import { type Findings, medianRow, type Row } from "./harness/benchmark.ts";
import { cpuWatch } from "./harness/cpu.ts";
import { interleaved } from "./harness/rounds.ts";
import { median } from "./harness/statistics.ts";
import { startUnlimited, type WinnowServer } from "./servers/winnow-server.ts";

const WARMUPS = 1;
const ROUNDS = 4;

/** V8 compiles beside a call and beyond its end, which is part of its cost. In milliseconds. */
const SETTLE_MS = 20;

interface Size {
  readonly name: string;
  /** First calls whose mean is the figure. */
  readonly firsts: number;
  /** Calls between the first ones and the later ones. */
  readonly between: number;
  /** Later calls whose median is compared. */
  readonly later: number;
  readonly bar: number;
  readonly request: (seed: number) => RequestBody;
}

const sizes: readonly Size[] = [
  { name: "7 kB", firsts: 1, between: 300, later: 15, bar: 3, request: smallRequest },
  {
    name: "100,000 tokens",
    firsts: 3,
    between: 25,
    later: 6,
    bar: 2,
    request: (seed) => requestOf(textsOfTokens(seed, 100_000), 10_000, seed),
  },
];

/** `textsOfBytes` leaves out records that do not fit, so some seeds give far less. */
function smallRequest(seed: number): RequestBody {
  for (let at = seed * 1_000; ; at++) {
    const request = requestOf(textsOfBytes(at, 7_000), 500, at);
    if (encoded(request).length > 6_300) return request;
  }
}

/** Of one process and size: the mean of the first calls as a multiple of a later one, and the first call itself. */
interface Measured {
  readonly cpu: number;
  readonly wall: number;
  readonly firstMs: number;
}

export async function run(): Promise<Findings> {
  const measured = new Map<string, Measured[]>();
  const measureOver = (protocol: string, connect: (server: WinnowServer) => Client) => async (round: number) => {
    const server = await startUnlimited();
    const client = connect(server);
    for (const size of sizes) {
      const figures = await measure(size, server, client.call, round);
      const what = `${size.name} over ${protocol}`;
      measured.set(what, [...(measured.get(what) ?? []), figures]);
    }
    client.close();
    await server.stop();
    // The figures are in `measured`, by size.
    return 0;
  };
  await interleaved(WARMUPS, ROUNDS, {
    REST: measureOver("REST", (server) => overJson(server, selectPath)),
    gRPC: measureOver("gRPC", overGrpc),
    Connect: measureOver("Connect", (server) => overJson(server, selectRpcPath)),
  });
  return { rows: [...measured].flatMap(([what, figures]) => rowsOf(what, figures.slice(WARMUPS))), curves: [] };
}

function rowsOf(what: string, figures: readonly Measured[]): readonly Row[] {
  const { firsts = 0, bar = 0 } = sizes.find(({ name }) => what.startsWith(name)) ?? {};
  const [cpus, walls] = [figures.map(({ cpu }) => cpu), figures.map(({ wall }) => wall)];
  const first = figures.map(({ firstMs }) => firstMs);
  const calls = firsts === 1 ? "first call when ready" : `first ${firsts} calls when ready`;
  return [
    medianRow(`${what}, ${calls}, processor time`, cpus, "x a later call", { atMost: bar }),
    medianRow(`${what}, ${calls}, by the clock`, walls, "x a later call", { atMost: bar }),
    medianRow(`${what}, the first call`, first, "ms", null),
  ];
}

async function measure(size: Size, server: WinnowServer, call: Call, round: number): Promise<Measured> {
  const used = cpuWatch(server.pid);
  let seed = round * 100;
  async function cost(): Promise<{ readonly cpuMs: number; readonly wallMs: number }> {
    const request = size.request(seed++);
    const [before, startedAt] = [used(), performance.now()];
    await call(request);
    const wallMs = performance.now() - startedAt;
    await delay(SETTLE_MS);
    return { cpuMs: used() - before, wallMs };
  }
  const costs = async (count: number) => {
    const all = [];
    for (let at = 0; at < count; at++) all.push(await cost());
    return all;
  };
  const firsts = await costs(size.firsts);
  const between = Array.from({ length: 10 }, () => size.request(seed++));
  for (let at = 0; at < size.between; at++) await call(between[at % between.length] ?? size.request(seed));
  const later = await costs(size.later);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    cpu: mean(firsts.map(({ cpuMs }) => cpuMs)) / median(later.map(({ cpuMs }) => cpuMs)),
    wall: mean(firsts.map(({ wallMs }) => wallMs)) / median(later.map(({ wallMs }) => wallMs)),
    firstMs: firsts[0]?.wallMs ?? 0,
  };
}

type Call = (request: RequestBody) => Promise<unknown>;

interface Client {
  readonly call: Call;
  readonly close: () => void;
}

function overJson({ url, key }: WinnowServer, path: string): Client {
  const { post, close } = createRestClient(url, key);
  return {
    call: async (request) => {
      const { status } = await post(path, encoded(request));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    },
    close,
  };
}

function overGrpc({ url, key }: WinnowServer): Client {
  const { call, close } = createGrpcClient(url, key);
  return { call: (request) => call("Select", asMessage(request)), close };
}
