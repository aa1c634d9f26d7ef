// One select call over each protocol, made by a popular client and reduced to what can be compared.
import { fromBinary, fromJson, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import * as grpc from "@grpc/grpc-js";
import {
  type ContextRequest,
  ContextRequestSchema,
  type ContextResponse,
  ContextResponseSchema,
  ContextService,
  ErrorEnvelopeSchema,
} from "../../gen/winnow/v1/context_pb.ts";
import { compileJsonWriter } from "../../src/protocols/json/writer.ts";
import { expectDescribed } from "./described.ts";
import type { Body, Json } from "./pools.ts";

/** The result, in the same form for every protocol. */
export interface Reply {
  /** null for a success. */
  readonly code: Code | null;
  /** The answer, or the error envelope, as /v1 writes it; null for a refusal of the gateway. */
  readonly body: Body | null;
}

export interface ProtocolClient {
  readonly name: string;
  readonly select: (body: Body, key: string) => Promise<Reply>;
  readonly close: () => void;
}

/** The RPC code of each REST status. */
const codeOfStatus = new Map<number, Code>([
  [400, Code.InvalidArgument],
  [401, Code.Unauthenticated],
  [403, Code.PermissionDenied],
  [404, Code.Unimplemented],
  [429, Code.ResourceExhausted],
  [500, Code.Internal],
  [503, Code.Unavailable],
]);

/** Enough for a stand-down of any request: the service accepts 6 MiB. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

/** @param ca the authority that clients trust if the address is TLS; `fetch` uses that of the process */
export function everyProtocolClient(url: string, ca: string | null = null): readonly ProtocolClient[] {
  const options = { baseUrl: url, nodeOptions: ca === null ? {} : { ca } };
  return [
    restClient(url),
    grpcJsClient(url, ca),
    connectClient("connect's gRPC", createGrpcTransport(options)),
    connectClient("gRPC-Web over HTTP/1.1", createGrpcWebTransport({ ...options, httpVersion: "1.1" })),
    connectClient("gRPC-Web over HTTP/2", createGrpcWebTransport({ ...options, httpVersion: "2" })),
    connectClient("Connect JSON over HTTP/1.1", createConnectTransport({ ...options, httpVersion: "1.1" })),
    connectClient(
      "Connect binary over HTTP/2",
      createConnectTransport({ ...options, httpVersion: "2", useBinaryFormat: true }),
    ),
  ];
}

function restClient(url: string): ProtocolClient {
  return {
    name: "REST",
    select: async (body, key) => {
      const reply = await fetch(`${url}/v1/context/select`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await reply.text();
      expectDescribed("POST", "/v1/context/select", reply.status, reply.headers, text);
      const answer: Body = asBody(JSON.parse(text));
      if (reply.status === 200) return { code: null, body: answer };
      if (reply.status === 413) return { code: Code.OutOfRange, body: answer };
      const code = codeOfStatus.get(reply.status) ?? Code.Unknown;
      return { code, body: answer.error === undefined ? null : answer };
    },
    close: () => {},
  };
}

function grpcJsClient(url: string, ca: string | null): ProtocolClient {
  const { createInsecure, createSsl } = grpc.credentials;
  const client = new grpc.Client(new URL(url).host, ca === null ? createInsecure() : createSsl(Buffer.from(ca)), {
    "grpc.max_receive_message_length": ANSWER_BYTES_MAX,
  });
  const select = (request: ContextRequest, metadata: grpc.Metadata) =>
    new Promise<Reply>((resolve) => {
      client.makeUnaryRequest(
        `/${ContextService.typeName}/${ContextService.method.select.name}`,
        (message: ContextRequest) => Buffer.from(toBinary(ContextRequestSchema, message)),
        (bytes: Buffer) => fromBinary(ContextResponseSchema, bytes),
        request,
        metadata,
        (error, response) => resolve(error === null ? answered(response) : refused(fromGrpcJs(error))),
      );
    });
  return {
    name: "gRPC (grpc-js)",
    select: (body, key) => {
      const metadata = new grpc.Metadata();
      metadata.set("authorization", `Bearer ${key}`);
      return select(toMessage(body), metadata);
    },
    close: () => client.close(),
  };
}

function connectClient(name: string, transport: Transport): ProtocolClient {
  const client = createClient(ContextService, transport);
  return {
    name,
    select: async (body, key) => {
      try {
        return answered(await client.select(toMessage(body), { headers: { authorization: `Bearer ${key}` } }));
      } catch (error) {
        return refused(ConnectError.from(error));
      }
    },
    close: () => {},
  };
}

/** grpc-js does not decode status details. */
function fromGrpcJs(error: grpc.ServiceError): ConnectError {
  const trailers = new Headers({ "grpc-status": String(error.code) });
  for (const details of error.metadata.get("grpc-status-details-bin")) {
    trailers.set("grpc-status-details-bin", Buffer.from(details).toString("base64"));
  }
  return findTrailerError(trailers) ?? new ConnectError(error.details, Code.Unknown);
}

const writeAnswer = compileJsonWriter(ContextResponseSchema);
const writeEnvelope = compileJsonWriter(ErrorEnvelopeSchema);

function answered(response: ContextResponse | undefined): Reply {
  if (response === undefined) throw new Error("neither an error nor an answer");
  return { code: null, body: asBody(JSON.parse(writeAnswer(response))) };
}

function refused(error: ConnectError): Reply {
  const [envelope] = error.findDetails(ErrorEnvelopeSchema);
  return { code: error.code, body: envelope === undefined ? null : asBody(JSON.parse(writeEnvelope(envelope))) };
}

function asBody(parsed: unknown): Body {
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new Error("not an object");
  return Object.fromEntries(Object.entries(parsed));
}

/** A /v1 body as a generated client's message: enum names are those of the proto, the rest is the same. */
export function toMessage(body: Body): ContextRequest {
  const enums = new Map([
    ["kind", "RECORD_KIND"],
    ["render_format", "RENDER_FORMAT"],
    ["mode", "BUDGET_MODE"],
  ]);
  const proto = JSON.parse(JSON.stringify(body), (name: string, value: Json) => {
    const prefix = enums.get(name);
    return prefix !== undefined && typeof value === "string" ? `${prefix}_${value.toUpperCase()}` : value;
  });
  return fromJson(ContextRequestSchema, proto);
}
