// How large calls affect small ones: health and a 7 kB select at fixed intervals, alone and while another process keeps
// two 5.5 MB selects running. Warm-up: 300 small selects and two seconds of the load.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { createRestClient, type RestClient } from "./clients/rest-client.ts";
import { type Findings, soleRow } from "./harness/benchmark.ts";
import { quantile } from "./harness/statistics.ts";
import { startChild } from "./servers/child-server.ts";
import { startUnlimited, type WinnowServer } from "./servers/winnow-server.ts";

const HEALTH_BEAT_MS = 10;
const SELECT_BEAT_MS = 25;
const SECONDS = 8;
const LOAD_WARMUP_MS = 2_000;

/** Milliseconds of each call. */
interface Times {
  readonly health: readonly number[];
  readonly small: readonly number[];
  /** A bare node:http server, called at the same intervals: the machine's own effect on a small call. */
  readonly hello: readonly number[];
}

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const bare = await startChild("hello-server.ts");
  const client = createRestClient(server.url, server.key);
  const hello = createRestClient(bare.url, "none");
  const small = encoded(requestOf(textsOfBytes(55, 7_000), 500, 55));
  for (let call = 0; call < 300; call++) await client.select(small);
  const idle = await timed(client, hello, small);
  const load = await startLoad(server);
  await wait(LOAD_WARMUP_MS);
  const busy = await timed(client, hello, small);
  const { calls, refused } = await load.stop();
  client.close();
  hello.close();
  await Promise.all([server.stop(), bare.stop()]);
  const p99 = (values: readonly number[]) => quantile(values, 0.99);
  const slower = p99(busy.small) / p99(idle.small);
  const rows = [
    {
      what: "health p99 during two 5.5 MB selects",
      figure: p99(busy.health),
      unit: "ms",
      bar: { atMost: 15 },
      samples: busy.health,
    },
    {
      what: "7 kB select p99 during them, over its idle p99",
      figure: slower,
      unit: "x",
      bar: { atMost: 10 },
      samples: busy.small,
    },
    { what: "7 kB select p99, idle", figure: p99(idle.small), unit: "ms", bar: null, samples: idle.small },
    { what: "7 kB select p99 during them", figure: p99(busy.small), unit: "ms", bar: null, samples: busy.small },
    { what: "bare hello p99 in the same seconds", figure: p99(busy.hello), unit: "ms", bar: null, samples: busy.hello },
    soleRow("5.5 MB selects answered meanwhile", calls - refused, "", { atLeast: 2 }),
  ];
  return { rows, curves: [] };
}

async function timed(client: RestClient, hello: RestClient, body: Buffer): Promise<Times> {
  const [health, small, bare] = await Promise.all([
    beat(HEALTH_BEAT_MS, () => client.get("/v1/health")),
    beat(SELECT_BEAT_MS, () => client.select(body)),
    beat(HEALTH_BEAT_MS, () => hello.get("/")),
  ]);
  return { health, small, hello: bare };
}

/** Calls at fixed intervals whether or not earlier calls were answered, so a slow server gets as many samples. */
async function beat(everyMs: number, call: () => Promise<{ readonly wallMs: number }>): Promise<readonly number[]> {
  const calls: Promise<{ readonly wallMs: number }>[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) {
    calls.push(call());
    await wait(everyMs);
  }
  return (await Promise.all(calls)).map(({ wallMs }) => wallMs);
}

async function startLoad(server: WinnowServer) {
  const folder = mkdtempSync(join(tmpdir(), "winnow-load-"));
  const file = join(folder, "body.json");
  writeFileSync(file, encoded(requestOf(textsOfBytes(66, 5_500_000), 32_000, 66)));
  const script = fileURLToPath(new URL("clients/load.ts", import.meta.url));
  const child = fork(script, [server.url, server.key, file, "2"]);
  return {
    stop: async (): Promise<{ readonly calls: number; readonly refused: number }> => {
      child.send("stop");
      const [made] = await once(child, "message");
      rmSync(folder, { recursive: true });
      return made;
    },
  };
}
