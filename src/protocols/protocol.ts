// The table of protocols: one row for each wire, with everything that differs between them. No other file compares a
// protocol's name; whoever needs a difference reads it off a row. A further wire is a row here and its codec.
// Below the table: what a request asks for and in which protocol, read off its first line and content type.
import type { DescMethod } from "@bufbuild/protobuf";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";
import { BODY_BYTES_MAX } from "../limits.ts";
import { findRoute, findRpc, isReadOnly, pathOf, rpcName } from "./routes.ts";

/** The flag and the length in front of a message (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export const FRAME_HEAD_BYTES = 5;

export type Protocol = "rest" | "grpc" | "grpc-web" | "connect";

/** What tells a request's protocol. */
interface Recognised {
  readonly httpMethod: string;
  /** The media type in lower case, without parameters. */
  readonly type: string;
  /** The RPC whose path the request names. */
  readonly rpc: DescMethod | undefined;
}

export interface ProtocolRow {
  /** A request is of the first protocol that recognises it. */
  readonly recognises: (request: Recognised) => boolean;
  /** Whether calls are named by their RPC; else by their REST route. Spans and duration metrics follow. */
  readonly isRpc: boolean;
  /** The conventions' `rpc.system.name`; null for no RPC. */
  readonly rpcSystem: string | null;
  /** Whether messages come in frames, each with a flag and a length. */
  readonly isFramed: boolean;
  /** Most bytes of a body as received. */
  readonly receivedBytesMax: number;
  /** How an error is written: a JSON body under its status, Trailers-Only, or Connect's JSON body. */
  readonly errors: "gateway" | "trailers_only" | "rpc_json";
  /** Where an answer of Connect's router says its code: in trailers, in the last frame of the body, or in the body. */
  readonly codeIn: "status" | "trailers" | "last_frame" | "body";
  /** Whether clients accept gzip without having chosen it, so that only a compressed call gets a compressed answer. */
  readonly claimsGzip: boolean;
}

const framedBytesMax = BODY_BYTES_MAX + FRAME_HEAD_BYTES;

/** Connect's content types. REST answers its other forms of a request. */
const connectTypes = new Set([
  "application/json",
  "application/proto",
  "application/connect+json",
  "application/connect+proto",
]);

/** In the order in which they are asked. */
export const protocols: Readonly<Record<Protocol, ProtocolRow>> = {
  "grpc-web": {
    recognises: ({ type }) => type.startsWith("application/grpc-web"),
    isRpc: true,
    // gRPC-Web is gRPC in another framing; the conventions have no third name.
    rpcSystem: "grpc",
    isFramed: true,
    receivedBytesMax: framedBytesMax,
    errors: "trailers_only",
    codeIn: "last_frame",
    claimsGzip: false,
  },
  grpc: {
    recognises: ({ type }) => type.startsWith("application/grpc"),
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
    isRpc: true,
    rpcSystem: "connectrpc",
    isFramed: false,
    // The messages of its streams come in frames.
    receivedBytesMax: framedBytesMax,
    errors: "rpc_json",
    codeIn: "body",
    claimsGzip: false,
  },
  rest: {
    recognises: () => true,
    isRpc: false,
    rpcSystem: null,
    isFramed: false,
    receivedBytesMax: BODY_BYTES_MAX,
    errors: "gateway",
    codeIn: "status",
    claimsGzip: false,
  },
};

export const protocolNames: readonly Protocol[] = ["rest", "grpc", "grpc-web", "connect"];

const inOrder: readonly Protocol[] = ["grpc-web", "grpc", "connect", "rest"];

export interface Target {
  readonly protocol: Protocol;
  /** Fully qualified, as in `winnow.v1.ContextService/Select`, for REST as well; null if there is no such call. */
  readonly rpc: string | null;
  /** The REST route's path; null on other protocols and if there is no such route. */
  readonly route: string | null;
  /** One message in, one out, so that the call can be answered once it has arrived in full. */
  readonly unary: boolean;
  /** Only select calls count against the daily quota, on every protocol. */
  readonly spendsQuota: boolean;
}

/** @param target the request target, with or without a query string */
export function targetOf(httpMethod: string, target: string, contentType: string | undefined): Target {
  const path = pathOf(target);
  const named = findRpc(path);
  const request = { httpMethod, type: mediaType(contentType ?? ""), rpc: named };
  const protocol = inOrder.find((name) => protocols[name].recognises(request)) ?? "rest";
  const { isRpc } = protocols[protocol];
  const found = isRpc ? null : findRoute(httpMethod, path);
  const route = found !== null && "route" in found ? found.route : null;
  const rpc = isRpc ? named : route?.rpc;
  return {
    protocol,
    rpc: rpc === undefined ? null : rpcName(rpc),
    route: route?.path ?? null,
    unary: !isRpc || (httpMethod === "POST" && rpc?.parent === ContextService),
    spendsQuota: rpc === ContextService.method.select,
  };
}

/** A media type in lower case, without its parameters. */
export function mediaType(contentType: string): string {
  const [type = ""] = contentType.split(";", 1);
  return type.trim().toLowerCase();
}
