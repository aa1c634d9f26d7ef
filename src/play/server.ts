// The playground's server: it serves the one page and answers the page's posts. It writes nothing to disk and logs
// nothing.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Stage } from "../engine/model.ts";
import { plainStage } from "../engine/select.ts";
import { BODY_BYTES_MAX } from "../limits.ts";
import { statuses } from "../statuses.ts";
import { answer, type Form, type PlayReply, refused } from "./answer.ts";
import { authoritiesOf, isLoopback, refusalOf } from "./guard.ts";
import type { PlayPage } from "./page.ts";

export interface Playground {
  /** As in `http://127.0.0.1:8090`. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const forms: Readonly<Record<string, Form>> = { "/view": "view", "/report": "report", "/read": "read" };

/** A text to read may hold several of the largest requests, and JSON escapes some of its characters. Bytes. */
const READ_BYTES_MAX = 8 * BODY_BYTES_MAX;

const everyAnswer = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** @throws Error if others can reach the address, or if the server cannot listen on it */
export async function startPlayground(host: string, port: number, { document, policy }: PlayPage): Promise<Playground> {
  if (!isLoopback(host)) throw new Error(`--host is "${host}", must be a loopback address: 127.0.0.1 or ::1`);
  /** The newest view that each page asked for: a newer one aborts it. */
  const newest = new Map<string, AbortController>();
  let authorities: readonly string[] = [];

  async function replyTo(request: IncomingMessage, response: ServerResponse): Promise<PlayReply> {
    const form = forms[request.url ?? ""];
    if (form === undefined) return refused("", "no such path", statuses.unknown_path.http);
    const page = String(request.headers["x-winnow-page"] ?? "");
    const call = new AbortController();
    if (form === "view") {
      // Done before its body is read. Otherwise the older call would continue meanwhile.
      newest.get(page)?.abort();
      newest.set(page, call);
    }
    response.once("close", () => call.abort());
    try {
      const bytesMax = form === "read" ? READ_BYTES_MAX : BODY_BYTES_MAX;
      const body = await bodyOf(request, bytesMax);
      if (body === null) return tooLarge(request, bytesMax);
      return await answer(body, form, stageUntil(call.signal), call.signal);
    } catch (error) {
      if (call.signal.aborted) return refused("", "a newer request came first", statuses.superseded.http);
      // Names the class and never the message, which may contain the page's input.
      const name = error instanceof Error ? error.name : "unknown error";
      return refused("", `the request could not be answered: ${name}`, statuses.fault.http);
    } finally {
      if (newest.get(page) === call) newest.delete(page);
    }
  }
  function handle(request: IncomingMessage, response: ServerResponse): void {
    const refusal = refusalOf(request.method ?? "", request.headers, authorities);
    if (refusal !== null) {
      send(response, refused("", refusal.detail, refusal.status));
    } else if (request.method === "POST") {
      void replyTo(request, response).then((reply) => send(response, reply));
    } else if (request.url === "/") {
      response.setHeader("content-security-policy", policy);
      send(response, { status: statuses.ok.http, type: "text/html; charset=utf-8", body: document });
    } else {
      send(response, refused("", "no such path", statuses.unknown_path.http));
    }
  }

  const server = createServer(handle);
  await listening(server, host, port);
  const bound = server.address();
  const actual = typeof bound === "object" && bound !== null ? bound.port : port;
  authorities = authoritiesOf(host, actual);
  const stop = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { address: `http://${authorities[0]}`, stop };
}

/** Lets the event loop turn before each stage, so that a newer request can end this one. */
function stageUntil(signal: AbortSignal): Stage {
  return async (name, work) => {
    await nextTurn();
    signal.throwIfAborted();
    return plainStage(name, work);
  };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = `port ${port} is in use; --port names another, 0 picks a free one`;
      reject(error.code === "EADDRINUSE" ? new Error(taken) : error);
    });
    server.listen({ host, port, exclusive: true }, resolve);
  });
}

/** null for a body larger than `bytesMax`. */
async function bodyOf(request: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a body comes as bytes");
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge({ headers }: IncomingMessage, bytesMax: number): PlayReply {
  const holds = headers["content-length"] === undefined ? "more" : `${headers["content-length"]} bytes`;
  return refused(
    "records",
    `the request holds ${holds}, at most ${bytesMax} (${bytesMax / 1024 ** 2} MB)`,
    statuses.body_too_long.http,
  );
}

function send(response: ServerResponse, { status, type, body }: PlayReply): void {
  // Otherwise a browser that is still sending would wait for room on the connection.
  if (status === statuses.body_too_long.http) response.setHeader("connection", "close");
  response.writeHead(status, { ...everyAnswer, "content-type": type }).end(body);
}
