// nginx with the configuration of `deploy/`, its names and ports replaced by those of a test.
import { readFile } from "node:fs/promises";
import { freePort } from "./free-port.ts";
import { type Program, startProgram } from "./program.ts";

export interface Nginx extends Program {
  /** `http://HOST:PORT` for REST. */
  readonly rest: string;
  /** `HOST:PORT` for gRPC. */
  readonly grpc: string;
}

const configuration = new URL("../../deploy/nginx/nginx.conf", import.meta.url);

/** @param replicas the ports of the two */
export async function startNginx(replicas: readonly [number, number]): Promise<Nginx> {
  const [rest, grpc] = [await freePort(), await freePort()];
  const replaced: readonly (readonly [string, string])[] = [
    ["winnow-1:8080", `127.0.0.1:${replicas[0]}`],
    ["winnow-2:8080", `127.0.0.1:${replicas[1]}`],
    ["listen 8080;", `listen 127.0.0.1:${rest};`],
    ["listen 8081 http2;", `listen 127.0.0.1:${grpc} http2;`],
    ["pid /tmp/nginx.pid;", "pid nginx.pid; daemon off;"],
    ["error_log stderr warn;", "error_log stderr info;"],
  ];
  let text = await readFile(configuration, "utf8");
  for (const [from, to] of replaced) {
    if (!text.includes(from)) throw new Error(`nginx.conf does not say ${JSON.stringify(from)}`);
    text = text.replaceAll(from, to);
  }
  const program = await startProgram({
    command: "nginx",
    words: (folder) => ["-p", folder, "-c", "nginx.conf", "-e", "stderr"],
    files: { "nginx.conf": text },
    // Without a key: what answers is a replica.
    answers: async () => (await fetch(`http://127.0.0.1:${rest}/v1/health`)).status === 401,
  });
  return { ...program, rest: `http://127.0.0.1:${rest}`, grpc: `127.0.0.1:${grpc}` };
}
