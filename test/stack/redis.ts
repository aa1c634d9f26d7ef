// A Redis for one test: on loopback, without files.
import { createClient } from "@redis/client";
import type { Pair } from "../http/fixtures/certificates.ts";
import { freePort } from "./free-port.ts";
import { type Program, startProgram } from "./program.ts";

export interface Redis extends Program {
  readonly port: number;
  readonly url: string;
  /** Sends it one command over a new connection. */
  readonly ask: (...words: readonly string[]) => Promise<unknown>;
}

/** A Redis that also accepts TLS connections. */
export interface SecuredRedis extends Redis {
  readonly tlsPort: number;
}

export async function startSecuredRedis({ cert, key }: Pair): Promise<SecuredRedis> {
  const tlsPort = await freePort();
  const files = { "cert.pem": cert, "key.pem": key };
  const names = ["--tls-cert-file", "cert.pem", "--tls-key-file", "key.pem", "--tls-auth-clients", "no"];
  return { ...(await startRedis(undefined, ["--tls-port", String(tlsPort), ...names], files)), tlsPort };
}

/**
 * @param port as before a restart; a free one if not given
 * @param more further arguments
 * @param files for its folder
 */
export async function startRedis(
  port?: number,
  more: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<Redis> {
  const taken = port ?? (await freePort());
  const url = `redis://127.0.0.1:${taken}`;
  const ask = async (...words: readonly string[]): Promise<unknown> => {
    const client = createClient({ url, RESP: 2, disableClientInfo: true, socket: { reconnectStrategy: false } });
    client.on("error", () => {});
    await client.connect();
    try {
      return await client.sendCommand([...words]);
    } finally {
      client.destroy();
    }
  };
  const program = await startProgram({
    command: "redis-server",
    words: () => ["--port", String(taken), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", ...more],
    files,
    answers: async () => (await ask("PING")) === "PONG",
  });
  return { ...program, port: taken, url, ask };
}
