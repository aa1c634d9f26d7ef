// A gRPC client in another language against the service. Its own checks decide, and the service counts its attempts.
// For the last check the service drains while a call is in flight, and a successor takes the port.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { timeoutsOf } from "../../src/http/limits.ts";
import { type Edge, type Keys, mintKeys, startEdge } from "./edge.ts";
import type { Verdict } from "./verdict.ts";

/** Longest run of a client. A longer one counts as hung. */
const TIMEOUT_MS = 300_000;

/** How long the port is closed between the two: longer than a client's first wait. */
const GAP_MS = 700;

/** One call that is answered and one that is refused: an exhausted quota must not be retried. */
const FRUGAL_ATTEMPTS = 2;

export interface GrpcClient {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

export async function runGrpcClient({ name, command, env = {} }: GrpcClient): Promise<Verdict> {
  const keys = mintKeys();
  const first = await startEdge(keys);
  const port = Number(new URL(first.address).port);
  const [program, ...words] = command;
  const child = spawn(program, words, {
    env: { ...process.env, ...env, ...keyVariables(keys), WINNOW_ADDRESS: `127.0.0.1:${port}` },
    timeout: TIMEOUT_MS,
  });
  const closed = once(child, "close");
  const errors = text(child.stderr);
  const lines: string[] = [];
  let succession: Promise<Edge> | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== "drain") lines.push(line);
    else {
      const held = await beginDrain(first, keys);
      succession = succeedTo(port, held, keys);
      child.stdin.end("\n");
    }
  }
  const [code]: unknown[] = await closed;
  await first.drain();
  const second = await succession;
  await second?.drain();
  const frugal = first.attempts("frugal");
  const reached = second?.attempts("roomy") === 1;
  const holds = code === 0 && frugal === FRUGAL_ATTEMPTS && reached;
  const printed = [...lines, await errors].join("\n");
  const attempts = `${frugal} attempts with an exhausted quota, successor reached: ${reached}`;
  const detail = `${printed}\nexit code ${code}, ${attempts}`;
  return { name, holds, detail: holds ? `${lines.length} checks` : detail };
}

/** Starts to drain an edge. A call in flight keeps it open until the successor listens. */
async function beginDrain(edge: Edge, keys: Keys): Promise<Socket> {
  const { hostname, port } = new URL(edge.address);
  const held = connect(Number(port), hostname);
  held.on("error", () => {});
  const before = edge.attempts("tiny");
  const head = ["POST /v1/context/select HTTP/1.1", `host: ${hostname}`, `authorization: Bearer ${keys.tiny}`];
  held.write(`${[...head, "content-length: 2"].join("\r\n")}\r\n\r\n`);
  while (edge.attempts("tiny") === before) await delay(10);
  void edge.drain();
  // It still answers for a moment after its GOAWAY.
  await delay(2 * timeoutsOf(0).noticeMs);
  return held;
}

async function succeedTo(port: number, held: Socket, keys: Keys): Promise<Edge> {
  await delay(GAP_MS);
  const successor = await startEdge(keys, { port });
  held.end("{}");
  return successor;
}

function keyVariables(keys: Keys): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [`WINNOW_KEY_${name.toUpperCase()}`, key]));
}
