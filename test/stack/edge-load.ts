// Calls through nginx over REST and gRPC, each sent once; counts those that are lost or refused.
import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { encoded, requestOf, textsOfBytes } from "../../bench/corpus/requests.ts";
import { ContextRequestSchema, type ContextResponse, ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { toMessage } from "../contract/protocol-clients.ts";
import type { Nginx } from "./nginx.ts";

/** Connections of gRPC clients: a single one would reach one replica only. */
const GRPC_CLIENTS = 8;

export interface EdgeCalls {
  /** The result of one call: null for a success, otherwise what the client got. */
  readonly rest: () => Promise<string | null>;
  readonly rpc: () => Promise<string | null>;
  readonly close: () => void;
}

/** @param bytes of the request's body */
export function edgeCalls(nginx: Nginx, key: string, bytes: number): EdgeCalls {
  const body = encoded(requestOf(textsOfBytes(600, bytes), 500, 1));
  const ca = nginx.authority ?? undefined;
  const agent = ca === undefined ? new http.Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true, ca });
  const credentials =
    ca === undefined ? grpc.credentials.createInsecure() : grpc.credentials.createSsl(Buffer.from(ca));
  // No hidden retry by the client.
  const options = { "grpc.enable_retries": 0, "grpc.use_local_subchannel_pool": 1 };
  const clients = Array.from({ length: GRPC_CLIENTS }, () => new grpc.Client(nginx.grpc, credentials, options));
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${key}`);
  const message = Buffer.from(toBinary(ContextRequestSchema, toMessage(JSON.parse(body.toString()))));
  let sent = 0;
  return {
    rest: async () => {
      const { request } = ca === undefined ? http : https;
      const headers = { authorization: `Bearer ${key}`, "content-length": body.length };
      const asked = request(`${nginx.rest}/v1/context/select`, { method: "POST", agent, headers });
      asked.end(body);
      try {
        const [answer] = await once(asked, "response");
        for await (const _ of answer);
        return answer.statusCode === 200 ? null : `REST ${answer.statusCode}`;
      } catch (error) {
        return `REST ${String(error)}`;
      }
    },
    rpc: () =>
      new Promise((resolve) => {
        clients[sent++ % GRPC_CLIENTS]?.makeUnaryRequest(
          "/winnow.v1.ContextService/Select",
          (bytes: Buffer) => bytes,
          (bytes: Buffer): ContextResponse => fromBinary(ContextResponseSchema, bytes),
          message,
          metadata,
          (error, answer) => resolve(error === null && answer !== undefined ? null : `gRPC ${String(error)}`),
        );
      }),
    close: () => {
      agent.destroy();
      for (const client of clients) client.close();
    },
  };
}

/** Calls answered a second for callers without a pause, half of them over gRPC. */
export async function capacityOf({ rest, rpc }: EdgeCalls, milliseconds: number): Promise<number> {
  let answered = 0;
  const beganMs = performance.now();
  const caller = async (call: () => Promise<string | null>) => {
    while (performance.now() - beganMs < milliseconds) if ((await call()) === null) answered += 1;
  };
  await Promise.all([rest, rpc, rest, rpc, rest, rpc].map(caller));
  return (answered * 1000) / (performance.now() - beganMs);
}

export interface Counted {
  answered: number;
  readonly lost: string[];
}

/** Sends calls at a fixed rate until stopped, REST and gRPC alternately, whether or not earlier ones are answered. */
export async function offer(
  { rest, rpc }: EdgeCalls,
  perSecond: number,
  counted: Counted,
  over: () => boolean,
): Promise<void> {
  const beganMs = performance.now();
  const open = new Set<Promise<void>>();
  for (let sent = 0; !over(); sent++) {
    const dueMs = beganMs + (sent * 1000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await delay(waitMs);
    const answered = (sent % 2 === 0 ? rest() : rpc()).then((loss) => {
      open.delete(answered);
      if (loss === null) counted.answered += 1;
      else counted.lost.push(loss);
    });
    open.add(answered);
  }
  await Promise.all(open);
}
