// An HTTP server that does whatever a test wants, and counts what it was asked.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listeningPort } from "../../../test/listening-port.ts";

export interface LyingServer {
  readonly url: string;
  /** Bodies received so far. */
  readonly bodies: readonly string[];
  readonly close: () => Promise<void>;
}

export type Lie = (reply: ServerResponse, attempt: number, request: IncomingMessage) => void;

export async function lie(answer: Lie): Promise<LyingServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, reply) => {
    bodies.push(await text(request));
    answer(reply, bodies.length, request);
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

/** Answers with a status and a body of JSON. */
export function says(status: number, body: unknown, headers: Record<string, string> = {}): Lie {
  return (reply) =>
    reply.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** The least that a select call can answer. */
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
