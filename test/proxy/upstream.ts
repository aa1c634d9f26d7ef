// A model's API with scripted answers, on loopback. It keeps every request as it arrived.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { listeningPort } from "../listening-port.ts";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Upstream {
  readonly url: URL;
  readonly received: readonly Received[];
  /** Calls back when a caller leaves before its answer is complete. */
  readonly onAbort: (callback: () => void) => void;
  readonly close: () => void;
}

/** @param answer writes the answer of one request */
export async function startUpstream(
  answer: (response: ServerResponse, request: Received) => unknown,
): Promise<Upstream> {
  const received: Received[] = [];
  let aborted = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(one);
    response.on("close", () => {
      if (!response.writableFinished) aborted();
    });
    await answer(response, one);
  });
  const port = await listeningPort(server);
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    received,
    onAbort: (callback) => {
      aborted = callback;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** One JSON answer. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "up-1" }).end(JSON.stringify(value));
}

/** An answer of OpenAI's Chat Completions with one text. */
export function chatAnswer(text: string): object {
  const message = { role: "assistant", content: text, refusal: null };
  const choices = [{ index: 0, finish_reason: "stop", message, logprobs: null }];
  return { id: "x", object: "chat.completion", created: 1, model: "m", choices };
}
