// A process that calls a server, so that its own work delays no other client: on a schedule, or with a fixed number of
// calls at a time. One argument: a `Paced` as JSON. Reports the results of its calls.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { ownCpuMs } from "../harness/cpu.ts";
import { createGrpcClient } from "./grpc-client.ts";
import { type OpenLoop, openLoop, type Send, type Verdict } from "./open-loop.ts";
import { createThinClient, encodePost } from "./thin-client.ts";

export interface Paced {
  readonly url: string;
  readonly key: string;
  readonly protocol: "rest" | "grpc";
  /** Bodies to send in rotation, in the form of REST or gRPC. */
  readonly files: readonly string[];
  readonly gzip: boolean;
  /** Calls a second; ignored if `width` is above 0. */
  readonly perSecond: number;
  /** Calls at a time, each sent after the answer to the last; 0 for a schedule. */
  readonly width: number;
  readonly seconds: number;
  readonly seed: number;
}

const GRPC_REJECTED = new Set([8, 14]);

function restSend({ url, key, gzip }: Paced, bodies: readonly Buffer[]) {
  const client = createThinClient(url);
  const coded = gzip ? bodies.map((body) => gzipSync(body)) : bodies;
  const requests = coded.map((body) => encodePost(url, "/v1/context/select", key, body, gzip));
  const send: Send = async (number) => {
    const status = await client.send(requests[number % requests.length] ?? Buffer.alloc(0));
    return status === 200 ? "answered" : status === 503 || status === 429 ? "rejected" : "failed";
  };
  return { send, close: client.close };
}

function grpcSend({ url, key, gzip }: Paced, bodies: readonly Buffer[]) {
  const client = createGrpcClient(url, key, gzip);
  const send: Send = (number) =>
    client.call("Select", bodies[number % bodies.length] ?? Buffer.alloc(0)).then(
      (): Verdict => "answered",
      (error: { readonly code?: number }): Verdict => (GRPC_REJECTED.has(error.code ?? -1) ? "rejected" : "failed"),
    );
  return { send, close: client.close };
}

/** The same figures for clients that wait for each answer. */
async function closedLoop(width: number, seconds: number, send: Send): Promise<OpenLoop> {
  const startedAt = performance.now();
  const usedMs = ownCpuMs();
  const answered: OpenLoop["answered"][number][] = [];
  const rejectedMs: number[] = [];
  let failed = 0;
  const client = async (_: unknown, first: number) => {
    for (let call = first; performance.now() - startedAt < seconds * 1_000; call++) {
      const sentAt = performance.now();
      const verdict = await send(call);
      const tookMs = performance.now() - sentAt;
      if (verdict === "answered") answered.push({ dueMs: sentAt - startedAt, tookMs });
      else if (verdict === "rejected") rejectedMs.push(tookMs);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, client));
  const tookMs = performance.now() - startedAt;
  const processors = (ownCpuMs() - usedMs) / tookMs;
  return { dueSeconds: seconds, seconds: tookMs / 1_000, answered, rejectedMs, failed, sendDelayMsMax: 0, processors };
}

const paced: Paced = JSON.parse(process.argv[2] ?? "");
const bodies = paced.files.map((file) => readFileSync(file));
const { send, close } = paced.protocol === "rest" ? restSend(paced, bodies) : grpcSend(paced, bodies);
const loop =
  paced.width > 0
    ? await closedLoop(paced.width, paced.seconds, send)
    : await openLoop(paced.perSecond, paced.seconds, paced.seed, send);
close();
process.send?.(loop, undefined, {}, () => process.disconnect());
