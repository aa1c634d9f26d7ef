// The table of protocols: one row for each, with everything that differs between them. No other file compares a
// protocol's name. To add a protocol, add a name, a row and, if no codec fits, a codec. Below the table, this file
// reads the protocol and the target of a request from its request line and content type.
import type { DescMethod } from "@bufbuild/protobuf";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import { BODY_BYTES_MAX } from "../limits.ts";
import { findRoute, findRpc, isReadOnly, pathOf, rpcName } from "./routes.ts";

/** A flag and a length precede a message (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export const FRAME_HEAD_BYTES = 5;

/** The first protocol of this list that recognises a request is its protocol. */
export const protocolNames = ["grpc-web", "grpc", "connect", "rest"] as const;

export type Protocol = (typeof protocolNames)[number];

/** What identifies a request's protocol. */
interface Recognised {
  readonly httpMethod: string;
  /** The media type in lower case, without parameters. */
  readonly type: string;
  /** The RPC whose path the request names. */
  readonly rpc: DescMethod | undefined;
}

/**
 * What answers unary calls (unary.ts): the reader and writer of /v1; the fast path for one message in one frame, which
 * passes other requests to the router; or Connect's router.
 */
export type Codec = "v1_json" | "one_frame" | "router";

interface ProtocolRow {
  /** Whether a request may use this protocol. */
  readonly recognises: (request: Recognised) => boolean;
  readonly codec: Codec;
  /** Whether calls are named by their RPC in spans and duration metrics; otherwise by their REST route. */
  readonly isRpc: boolean;
  /** `rpc.system.name` of OpenTelemetry's conventions; null if the protocol is not an RPC protocol. */
  readonly rpcSystem: string | null;
  /** Whether messages come in frames, each with a flag and a length. */
  readonly isFramed: boolean;
  /** Most bytes of a body as received. */
  readonly receivedBytesMax: number;
  /** How an error is written: a JSON body under its status, Trailers-Only, or Connect's JSON body. */
  readonly errors: "gateway" | "trailers_only" | "rpc_json";
  /** Where a response of Connect's router has its code: in trailers, in the body's last frame, or in the body. */
  readonly codeIn: "status" | "trailers" | "last_frame" | "body";
  /** Whether clients always claim to accept gzip. If so, a response is compressed only if the call was. */
  readonly claimsGzip: boolean;
}

const framedBytesMax = BODY_BYTES_MAX + FRAME_HEAD_BYTES;

/** Content types of Connect. REST answers requests of any other type that no RPC protocol recognises. */
const connectTypes = new Set([
  "application/json",
  "application/proto",
  "application/connect+json",
  "application/connect+proto",
]);

export const protocols: Readonly<Record<Protocol, ProtocolRow>> = {
  "grpc-web": {
    recognises: ({ type }) => type.startsWith("application/grpc-web"),
    codec: "router",
    isRpc: true,
    // gRPC-Web is gRPC in another framing, and the conventions have no name for it.
    rpcSystem: "grpc",
    isFramed: true,
    receivedBytesMax: framedBytesMax,
    errors: "trailers_only",
    codeIn: "last_frame",
    claimsGzip: false,
  },
  grpc: {
    recognises: ({ type }) => type.startsWith("application/grpc"),
    codec: "one_frame",
    isRpc: true,
    rpcSystem: "grpc",
    isFramed: true,
    receivedBytesMax: framedBytesMax,
    errors: "trailers_only",
    codeIn: "trailers",
    claimsGzip: true,
  },
  connect: {
    recognises: ({ httpMethod, type, rpc }) =>
      rpc !== undefined && (httpMethod === "POST" ? connectTypes.has(type) : httpMethod === "GET" && isReadOnly(rpc)),
    codec: "router",
    isRpc: true,
    rpcSystem: "connectrpc",
    isFramed: false,
    // Its streams put their messages into frames.
    receivedBytesMax: framedBytesMax,
    errors: "rpc_json",
    codeIn: "body",
    claimsGzip: false,
  },
  rest: {
    recognises: () => true,
    codec: "v1_json",
    isRpc: false,
    rpcSystem: null,
    isFramed: false,
    receivedBytesMax: BODY_BYTES_MAX,
    errors: "gateway",
    codeIn: "status",
    claimsGzip: false,
  },
};

export interface Target {
  readonly protocol: Protocol;
  /** Fully qualified, as in `winnow.v1.ContextService/Select`, also for REST; null if there is no such method. */
  readonly rpc: string | null;
  /** The path of the REST route; null on other protocols and if there is no such route. */
  readonly route: string | null;
  /** One message in and one out: such a call is buffered and then answered. */
  readonly unary: boolean;
  /** A select, on every protocol: such calls are queued, and only they count against the daily quota. */
  readonly isSelect: boolean;
}

/** @param target the request target, with or without a query string */
export function targetOf(httpMethod: string, target: string, contentType: string | undefined): Target {
  const path = pathOf(target);
  const named = findRpc(path);
  const request = { httpMethod, type: mediaType(contentType ?? ""), rpc: named };
  const protocol = protocolNames.find((name) => protocols[name].recognises(request)) ?? "rest";
  const { isRpc } = protocols[protocol];
  const found = isRpc ? null : findRoute(httpMethod, path);
  const route = found !== null && "route" in found ? found.route : null;
  const rpc = isRpc ? named : route?.rpc;
  return {
    protocol,
    rpc: rpc === undefined ? null : rpcName(rpc),
    route: route?.path ?? null,
    unary: !isRpc || (httpMethod === "POST" && rpc?.parent === ContextService),
    isSelect: rpc === ContextService.method.select,
  };
}

/** A media type in lower case, without its parameters. */
export function mediaType(contentType: string): string {
  const [type = ""] = contentType.split(";", 1);
  return type.trim().toLowerCase();
}

/** The content types that gRPC defines. A reply repeats no other type. */
const knownTypes = /^application\/grpc(?:-web(?:-text)?)?(?:\+(?:proto|json))?$/;

/** The content type of a gRPC reply to a request of this content type. */
export function grpcType(contentType: string): string {
  const type = mediaType(contentType);
  if (knownTypes.test(type)) return type;
  return type.startsWith("application/grpc-web") ? "application/grpc-web" : "application/grpc";
}
