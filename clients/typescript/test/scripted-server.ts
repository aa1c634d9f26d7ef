// A server over REST and gRPC that plays the cases of clients/behaviours.json. The key of a call names its case, so one
// server plays all cases at the same time.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { constants, createServer as createHttp2Server, type ServerHttp2Stream } from "node:http2";
import { setTimeout } from "node:timers/promises";
import { fromJson, toBinary } from "@bufbuild/protobuf";
import { listeningPort } from "../../../test/listening-port.ts";
import { ContextResponseSchema } from "../src/gen/winnow/v1/context_pb.ts";

/** How a server replies to one attempt; clients/README.md explains the fields. */
export interface Reply {
  readonly delay_ms?: number;
  readonly status?: number;
  readonly http_status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: Readonly<Record<string, never>>;
  readonly without?: readonly string[];
  readonly json?: unknown;
  readonly text?: string;
  readonly grpc_status?: number;
  readonly grpc_message?: string;
  readonly message_base64?: string;
  readonly unknown_fields_base64?: string;
  readonly no_message?: boolean;
  readonly end?: "half" | "no_trailers" | "reset" | "reset_midway" | "reset_stream" | "hang" | "hang_midway";
}

export interface Case {
  readonly name: string;
  readonly rest?: readonly Reply[] | "absent";
  readonly grpc?: readonly Reply[] | "absent";
  readonly request?: Readonly<Record<string, unknown>>;
  readonly text_bytes?: number;
  readonly timeout_ms?: number;
  readonly want: {
    readonly outcome: "answer" | "fail_open";
    readonly attempts: number;
    readonly context?: string;
    readonly response?: object;
    readonly kind?: string;
    readonly status?: number | null;
    readonly limit_name?: string | null;
    readonly limit?: number;
    readonly observed?: number;
    readonly message_has?: string;
    readonly waited_ms?: number;
  };
}

interface Table {
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, never>>;
  readonly cases: readonly Case[];
}

export const table: Table = JSON.parse(readFileSync(new URL("../../behaviours.json", import.meta.url), "utf8"));

export interface ScriptedServer {
  readonly restUrl: string;
  readonly grpcUrl: string;
  /** Attempts that the server received with this key. */
  readonly attempts: (key: string) => number;
  readonly close: () => Promise<void>;
}

/** @param repliesOf the script of a key */
export async function startScriptedServer(repliesOf: (key: string) => readonly Reply[]): Promise<ScriptedServer> {
  const received = new Map<string, number>();
  function next({ authorization = "" }: IncomingHttpHeaders): Reply {
    const key = authorization.replace(/^Bearer /, "");
    const attempt = (received.get(key) ?? 0) + 1;
    received.set(key, attempt);
    const replies = repliesOf(key);
    return replies[Math.min(attempt, replies.length) - 1] ?? {};
  }
  const rest = createServer((request, response) => {
    request.resume().on("end", () => playRest(next(request.headers), response));
  });
  const grpc = createHttp2Server();
  const sessions = new Set<{ destroy: () => void }>();
  grpc.on("session", (session) => sessions.add(session.on("error", () => {})));
  grpc.on("stream", (stream, headers) => {
    stream.on("error", () => {}).resume();
    playGrpc(next(headers), stream);
  });
  const [restPort, grpcPort] = await Promise.all([listeningPort(rest), listeningPort(grpc)]);
  return {
    restUrl: `http://127.0.0.1:${restPort}`,
    grpcUrl: `http://127.0.0.1:${grpcPort}`,
    attempts: (key) => received.get(key) ?? 0,
    close: async () => {
      rest.closeAllConnections();
      for (const session of sessions) session.destroy();
      const closed = [once(rest, "close"), once(grpc, "close")];
      rest.close();
      grpc.close();
      await Promise.all(closed);
    },
  };
}

async function playRest(reply: Reply, response: ServerResponse): Promise<void> {
  const { delay_ms = 0, status = 200, headers = {}, end } = reply;
  if (delay_ms > 0) await setTimeout(delay_ms);
  if (end === "hang") return;
  if (end === "reset") {
    response.destroy();
    return;
  }
  const body = Buffer.from(restBody(reply));
  const half = body.subarray(0, body.length / 2);
  const isCut = end === "reset_midway" || end === "hang_midway";
  const length = isCut ? { "content-length": String(body.length) } : {};
  response.writeHead(status, { "content-type": "application/json", ...length, ...headers });
  if (end === "reset_midway") response.write(half, () => response.destroy());
  else if (end === "hang_midway") response.write(half);
  else response.end(end === "half" ? half : body);
}

function restBody(reply: Reply): string {
  if (reply.text !== undefined) return reply.text;
  return JSON.stringify(reply.answer === undefined ? (reply.json ?? null) : answerOf(reply));
}

function answerOf({ answer = {}, without = [] }: Reply): Record<string, never> {
  const fields = Object.entries({ ...table.answer, ...answer });
  return Object.fromEntries(fields.filter(([name]) => !without.includes(name)));
}

async function playGrpc(reply: Reply, stream: ServerHttp2Stream): Promise<void> {
  const { delay_ms = 0, headers = {}, http_status = 200, text, end } = reply;
  if (delay_ms > 0) await setTimeout(delay_ms);
  if (stream.destroyed || end === "hang") return;
  if (end === "reset") return stream.session?.destroy();
  if (end === "reset_stream") return stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  const head = { ":status": http_status, "content-type": "application/grpc", ...headers };
  if (text !== undefined) {
    stream.respond(head);
    stream.end(text);
    return;
  }
  const message = messageOf(reply);
  if (message === null) {
    stream.respond({ ...head, ...statusOf(reply) }, { endStream: true });
    return;
  }
  playMessage(reply, head, framed(message), stream);
}

function playMessage(reply: Reply, head: Record<string, string | number>, frame: Buffer, stream: ServerHttp2Stream) {
  const { end } = reply;
  const half = frame.subarray(0, frame.length / 2);
  stream.respond(head, { waitForTrailers: true });
  stream.on("wantTrailers", () => {
    if (end === "no_trailers") stream.close();
    else stream.sendTrailers(statusOf(reply));
  });
  if (end === "reset_midway") stream.write(half, () => stream.session?.destroy());
  else if (end === "hang_midway") stream.write(half);
  else stream.end(end === "half" ? half : frame);
}

function statusOf({ grpc_status = 0, grpc_message = "" }: Reply): Record<string, string> {
  return { "grpc-status": String(grpc_status), "grpc-message": grpc_message };
}

/** null for a reply without a message. */
function messageOf(reply: Reply): Buffer | null {
  const { answer, message_base64, unknown_fields_base64 = "" } = reply;
  if (message_base64 !== undefined) return Buffer.from(message_base64, "base64");
  if (answer === undefined) return null;
  const message = fromJson(ContextResponseSchema, answerOf(reply), { ignoreUnknownFields: true });
  return Buffer.concat([toBinary(ContextResponseSchema, message), Buffer.from(unknown_fields_base64, "base64")]);
}

/** A message with gRPC's prefix: not compressed, and its length. */
function framed(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
