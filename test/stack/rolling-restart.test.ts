// Two replicas behind nginx, each drained and started anew in turn while REST and gRPC clients that never ask twice go
// on calling: no call is lost.
import { setTimeout as delay } from "node:timers/promises";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContextRequestSchema, type ContextResponse, ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { toMessage } from "../contract/wires.ts";
import type { WinnowProcess } from "../winnow-process.ts";
import { freePort } from "./free-port.ts";
import { type Nginx, startNginx } from "./nginx.ts";
import { call, type Replicas, roomy, selectBody, startReplicas } from "./replicas.ts";

let replicas: Replicas;
let nginx: Nginx;
let ports: readonly [number, number];
let running: WinnowProcess[];

beforeAll(async () => {
  ports = [await freePort(), await freePort()];
  replicas = await startReplicas(0, roomy, {});
  running = await Promise.all(ports.map((port) => replicas.start("--port", String(port))));
  nginx = await startNginx(ports);
});

afterAll(async () => {
  await nginx.stop();
  await replicas.stop();
});

const CALLERS = 4;
/** Between a caller's calls: a load that one replica can carry alone, or it would rightly turn calls away. */
const PAUSE_MS = 15;

/** Calls that are answered over each protocol before the next restart. */
const BETWEEN_RESTARTS = 50;

interface Counted {
  answered: number;
  readonly lost: string[];
}

async function restLoad(over: () => boolean, counted: Counted): Promise<void> {
  while (!over()) {
    const status = await call(nginx.rest, replicas.key, selectBody).then(
      (answer) => String(answer.status),
      (error: unknown) => String(error),
    );
    await delay(PAUSE_MS);
    if (status === "200") counted.answered += 1;
    else counted.lost.push(`REST: ${status}`);
  }
}

async function grpcLoad(over: () => boolean, counted: Counted): Promise<void> {
  // One connection for each caller, and no second attempt that the client would not tell of.
  const client = new grpc.Client(nginx.grpc, grpc.credentials.createInsecure(), {
    "grpc.enable_retries": 0,
    "grpc.use_local_subchannel_pool": 1,
  });
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${replicas.key}`);
  const message = Buffer.from(toBinary(ContextRequestSchema, toMessage(JSON.parse(selectBody))));
  while (!over()) {
    const status = await new Promise<string>((resolve) => {
      client.makeUnaryRequest(
        "/winnow.v1.ContextService/Select",
        (bytes: Buffer) => bytes,
        (bytes: Buffer): ContextResponse => fromBinary(ContextResponseSchema, bytes),
        message,
        metadata,
        (error, answer) => resolve(error === null && answer?.requestId === "r" ? "" : String(error)),
      );
    });
    await delay(PAUSE_MS);
    if (status === "") counted.answered += 1;
    else counted.lost.push(`gRPC: ${status}`);
  }
  client.close();
}

/** Calls that the replicas turned away, before they were told to stop and after. */
function turnedAway(replicas: readonly WinnowProcess[]): { readonly before: number; readonly after: number } {
  let [before, after] = [0, 0];
  for (const { lines } of replicas) {
    const drainsAt = lines().findIndex(({ msg }) => msg === "draining");
    for (const [index, { refused }] of lines().entries()) {
      if (refused === "unavailable" && drainsAt >= 0 && index > drainsAt) after += 1;
      else if (refused === "unavailable") before += 1;
    }
  }
  return { before, after };
}

test("no call is lost while each replica is drained and started anew under load", async () => {
  let over = false;
  const [rest, rpc]: readonly Counted[] = [
    { answered: 0, lost: [] },
    { answered: 0, lost: [] },
  ];
  if (rest === undefined || rpc === undefined) throw new Error("no counts");
  const loads = Array.from({ length: CALLERS }, () => [restLoad(() => over, rest), grpcLoad(() => over, rpc)]).flat();
  const started = [...running];
  const answeredMore = async () => {
    const [ofRest, ofRpc] = [rest.answered + BETWEEN_RESTARTS, rpc.answered + BETWEEN_RESTARTS];
    await expect.poll(() => rest.answered >= ofRest && rpc.answered >= ofRpc).toBe(true);
  };
  await answeredMore();
  for (let round = 0; round < 6; round++) {
    const which = round % 2;
    expect(await running[which]?.stop()).toBe(0);
    const replica = await replicas.start("--port", String(ports[which]));
    running[which] = replica;
    started.push(replica);
    await answeredMore();
  }
  over = true;
  await Promise.all(loads);
  const { before, after } = turnedAway(started);
  expect(after).toBe(0);
  // A machine with other work makes even this load an overload, and a replica that serves may say so.
  const overloaded = (loss: string) => /^REST: 503$|Service Unavailable$/.test(loss);
  const lost = [...rest.lost, ...rpc.lost];
  expect(lost.filter((loss) => !overloaded(loss))).toEqual([]);
  expect(lost.length).toBeLessThanOrEqual(before);
  expect(lost.length).toBeLessThan((rest.answered + rpc.answered) / 20);
});
