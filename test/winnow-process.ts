// A real Winnow in its own process, with its own projection, as an operator starts it.
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const binary = fileURLToPath(new URL("../bin/winnow", import.meta.url));

const SERVING_POLL_MS = 50;

const runFile = promisify(execFile);

/** Runs a command to its end and returns its standard output. Rejects if it fails. */
export async function winnow(...words: readonly string[]): Promise<string> {
  const { stdout } = await runFile(binary, [...words]);
  return stdout;
}

export type LogLine = Readonly<Record<string, unknown>>;

export interface WinnowProcess {
  readonly url: string;
  /** A key of the organisation `acme`, tier `scale`. */
  readonly key: string;
  readonly projection: string;
  readonly process: ChildProcessWithoutNullStreams;
  /** The log so far. */
  readonly log: () => string;
  /** The same, line by line. */
  readonly lines: () => readonly LogLine[];
  /** Settles with the first logged line, past or future, for which `wanted` holds. */
  readonly logged: (wanted: (line: LogLine) => boolean) => Promise<LogLine>;
  /** SIGTERM, and the exit code. */
  readonly stop: () => Promise<number | null>;
}

export function startWinnow(...flags: readonly string[]): Promise<WinnowProcess> {
  return startWinnowWith({}, ...flags);
}

/** @param env variables besides those of this process */
export async function startWinnowWith(
  env: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<WinnowProcess> {
  const { projection, key, remove } = await makeProjection("scale");
  const replica = await startReplica({ projection, key, env }, ...flags);
  return {
    ...replica,
    stop: async () => {
      const code = await replica.stop();
      await remove();
      return code;
    },
  };
}

export interface MadeProjection {
  readonly projection: string;
  /** A key of the organisation `acme`. */
  readonly key: string;
  readonly remove: () => Promise<void>;
}

/** A key projection in a temporary folder. */
export async function makeProjection(tier: string, ...flags: readonly string[]): Promise<MadeProjection> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-"));
  const projection = join(folder, "projection.json");
  await winnow("orgs", "create", "acme", "--tier", tier, "--projection", projection, ...flags);
  const minted = await winnow("keys", "mint", "--org", "acme", "--projection", projection);
  return {
    projection,
    key: minted.trim().split("\n").at(-1) ?? "",
    remove: () => rm(folder, { recursive: true }),
  };
}

interface ReplicaOptions extends Pick<MadeProjection, "projection" | "key"> {
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts another process on a projection that others may serve too. A `--port` flag replaces the free port. */
export async function startReplica(options: ReplicaOptions, ...flags: readonly string[]): Promise<WinnowProcess> {
  const { projection, key, env } = options;
  const child = spawn(binary, ["serve", "--port", "0", "--projection", projection, ...flags], {
    // Without a warm-up, which costs a second or two of processor time. A `--warm-up-ms` flag brings it back.
    env: { WINNOW_WARM_UP_MS: "0", ...process.env, ...env },
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log += chunk;
  });
  const url = await readyAddress(child, () => log);
  return {
    url,
    key,
    projection,
    process: child,
    log: () => log,
    lines: () => linesOf(log),
    logged: async (wanted) => {
      for (;;) {
        const found = linesOf(log).find(wanted);
        if (found !== undefined) return found;
        await once(child.stderr, "data");
      }
    },
    stop: async () => {
      const gone = child.exitCode === null ? once(child, "exit") : Promise.resolve();
      child.kill("SIGTERM");
      await gone;
      return child.exitCode;
    },
  };
}

/** Headers of a call by `fetch`. It would leave its connection open, and the drain would wait two seconds for it. */
export function fetchHeaders(key: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${key}`, connection: "close" };
}

/** Settles when the service reports that it is ready, by its own gRPC health, over Connect. */
export async function untilServing({ url, key }: Pick<WinnowProcess, "url" | "key">): Promise<void> {
  const headers = { ...fetchHeaders(key), "content-type": "application/json" };
  for (;;) {
    const answer = await fetch(`${url}/grpc.health.v1.Health/Check`, { method: "POST", headers, body: "{}" });
    const health: { readonly status?: string } = JSON.parse(await answer.text());
    if (health.status === "SERVING") return;
    await delay(SERVING_POLL_MS);
  }
}

/** The complete lines. */
function linesOf(log: string): readonly LogLine[] {
  return log
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

async function readyAddress(child: ChildProcessWithoutNullStreams, log: () => string): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /https?:\/\/\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`winnow did not become ready: ${log()}`);
}
