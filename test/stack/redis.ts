// A Redis of its own for a test: loopback, nothing on disk.
import { createClient } from "@redis/client";
import { freePort } from "./free-port.ts";
import { type Program, startProgram } from "./program.ts";

export interface Redis extends Program {
  readonly port: number;
  readonly url: string;
  /** Asks it one thing over a connection of its own. */
  readonly ask: (...words: readonly string[]) => Promise<unknown>;
}

/** @param port to take, as after a restart; a free one if not given */
export async function startRedis(port?: number): Promise<Redis> {
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
    words: () => ["--port", String(taken), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    answers: async () => (await ask("PING")) === "PONG",
  });
  return { ...program, port: taken, url, ask };
}
