// An HTTP server that replies as a test says, and keeps the bodies that it received.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listeningPort } from "../../../test/listening-port.ts";

export interface FaultyServer {
  readonly url: string;
  /** Bodies received so far. */
  readonly bodies: readonly string[];
  readonly close: () => Promise<void>;
}

/** @param attempt the number of requests that the server has received */
export type Respond = (response: ServerResponse, attempt: number, request: IncomingMessage) => void;

export async function startFaultyServer(respond: Respond): Promise<FaultyServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    respond(response, bodies.length, request);
  });
  const port = await listeningPort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Replies with a status and a JSON body. */
export function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): Respond {
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** The answer with only the required fields. */
export const leastAnswer = {
  request_id: "r-1",
  rendered_context: "kept",
  tokens_before: 9,
  tokens_after: 3,
  tokens_saved: 6,
  records_available: 2,
  records_selected: 1,
  fallback_used: false,
  engine_latency_ms: 1.5,
};

/** The request that it answers. */
export const request = {
  request_id: "r-1",
  records: [{ text: "first" }, { text: "second" }],
  task: { prompt: "which?" },
  budget: { max_context_tokens: 10 },
} as const;
