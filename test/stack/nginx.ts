// nginx with a configuration of `deploy/`, with the names, ports and files of a test.
import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { makeAuthority } from "../http/fixtures/certificates.ts";
import { freePort } from "./free-port.ts";
import { type Program, startProgram } from "./program.ts";

export interface Nginx extends Program {
  /** `http://HOST:PORT` or `https://HOST:PORT` for REST. */
  readonly rest: string;
  /** `HOST:PORT` for gRPC. */
  readonly grpc: string;
  /** PEM of the authority that signed its certificate; null without TLS. */
  readonly authority: string | null;
}

type Replacements = readonly (readonly [string, string])[];

/** @param replicas their ports */
export async function startNginx(replicas: readonly [number, number]): Promise<Nginx> {
  const [rest, grpc] = [await freePort(), await freePort()];
  const program = await start(
    "nginx.conf",
    [
      ...replicasAt(replicas),
      ["listen 8080;", `listen 127.0.0.1:${rest};`],
      ["listen 8081 http2;", `listen 127.0.0.1:${grpc} http2;`],
    ],
    {},
    async () => (await fetch(`http://127.0.0.1:${rest}/v1/health`)).status,
  );
  return { ...program, rest: `http://127.0.0.1:${rest}`, grpc: `127.0.0.1:${grpc}`, authority: null };
}

/** The same with TLS, every protocol on one port. */
export async function startTlsNginx(replicas: readonly [number, number]): Promise<Nginx> {
  const port = await freePort();
  const authority = await makeAuthority("edge");
  const { cert, key } = await authority.issue("localhost");
  const health = () =>
    new Promise<number>((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path: "/v1/health", ca: authority.cert }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.on("error", reject).end();
    });
  const program = await start(
    "nginx-tls.conf",
    [
      ...replicasAt(replicas),
      ["listen 8443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
      ["/etc/nginx/tls/cert.pem", "cert.pem"],
      ["/etc/nginx/tls/key.pem", "key.pem"],
    ],
    { "cert.pem": cert, "key.pem": key },
    health,
  );
  return { ...program, rest: `https://127.0.0.1:${port}`, grpc: `127.0.0.1:${port}`, authority: authority.cert };
}

function replicasAt([first, second]: readonly [number, number]): Replacements {
  return [
    ["winnow-1:8080", `127.0.0.1:${first}`],
    ["winnow-2:8080", `127.0.0.1:${second}`],
    ["pid /tmp/nginx.pid;", "pid nginx.pid; daemon off;"],
    ["error_log stderr warn;", "error_log stderr info;"],
  ];
}

/** @param health the status of a call without a key: 401 once a replica answers */
async function start(
  name: string,
  replaced: Replacements,
  files: Readonly<Record<string, string>>,
  health: () => Promise<number>,
): Promise<Program> {
  let text = await readFile(new URL(`../../deploy/nginx/${name}`, import.meta.url), "utf8");
  for (const [from, to] of replaced) {
    if (!text.includes(from)) throw new Error(`${name} does not say ${JSON.stringify(from)}`);
    text = text.replaceAll(from, to);
  }
  return startProgram({
    command: "nginx",
    words: (folder) => ["-p", folder, "-c", "nginx.conf", "-e", "stderr"],
    files: { ...files, "nginx.conf": text },
    answers: async () => (await health()) === 401,
  });
}
