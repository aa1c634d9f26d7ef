// The playground's server: its one page, and what the page posts answered off the thread with the sockets.
// In: an address of this machine. Out: where it listens and a way to stop it. Writes nothing to disk, logs nothing.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { BODY_BYTES_MAX } from "../protocols/protocol.ts";
import { statuses } from "../statuses.ts";
import { type Form, type PlayReply, refused } from "./answer.ts";
import { refusalOf } from "./guard.ts";
import { latestWins } from "./latest-wins.ts";
import { authoritiesOf, isLoopback } from "./loopback.ts";
import type { PlayPage } from "./page.ts";
import { startThread } from "./thread.ts";

export interface Playground {
  /** As in `http://127.0.0.1:8090`. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

const forms: Readonly<Record<string, Form>> = { "/view": "view", "/report": "report" };

const everyAnswer = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** @throws Error for an address that others can reach, or one that cannot be listened on */
export async function startPlayground(host: string, port: number, { document, policy }: PlayPage): Promise<Playground> {
  if (!isLoopback(host)) throw new Error(`--host is "${host}", must be a loopback address: 127.0.0.1 or ::1`);
  const thread = startThread();
  const queue = latestWins(thread.run, thread.stop);
  let authorities: readonly string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<PlayReply | null> {
    const form = forms[request.url ?? ""];
    if (form === undefined) return refused("", "no such path", statuses.unknown_path.http);
    const body = await bodyOf(request);
    if (body === null) return tooLarge(request);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    return queue.ask(`${form} ${request.headers["x-winnow-page"] ?? ""}`, { body, form }, gone.signal);
  }
  function handle(request: IncomingMessage, response: ServerResponse): void {
    const refusal = refusalOf(request.method ?? "", request.headers, authorities);
    if (refusal !== null) {
      send(response, refused("", refusal.detail, refusal.status));
    } else if (request.method === "POST") {
      answer(request, response).then(
        (reply) => send(response, reply ?? refused("", "a newer request came first", statuses.superseded.http)),
        (error) =>
          send(response, refused("", `the request could not be answered: ${nameOf(error)}`, statuses.fault.http)),
      );
    } else if (request.url === "/") {
      response.setHeader("content-security-policy", policy);
      send(response, { status: statuses.ok.http, type: "text/html; charset=utf-8", body: document });
    } else {
      send(response, refused("", "no such path", statuses.unknown_path.http));
    }
  }

  const server = createServer(handle);
  try {
    await listening(server, host, port);
  } catch (error) {
    await thread.end();
    throw error;
  }
  const bound = server.address();
  const actual = typeof bound === "object" && bound !== null ? bound.port : port;
  authorities = authoritiesOf(host, actual);
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await thread.end();
  };
  return { address: `http://${authorities[0]}`, stop };
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

/** null when the body is larger than a request may be. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError("a body comes as bytes");
    bytes += chunk.byteLength;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge({ headers }: IncomingMessage): PlayReply {
  const holds = headers["content-length"] === undefined ? "more" : `${headers["content-length"]} bytes`;
  return refused(
    "records",
    `the request holds ${holds}, at most ${BODY_BYTES_MAX} (6 MB)`,
    statuses.body_too_long.http,
  );
}

function send(response: ServerResponse, { status, type, body }: PlayReply): void {
  // A browser that still sends must not be left waiting for room on the connection.
  if (status === statuses.body_too_long.http) response.setHeader("connection", "close");
  response.writeHead(status, { ...everyAnswer, "content-type": type }).end(body);
}

/** The class and never the message: a message may hold what the page sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown error";
}
