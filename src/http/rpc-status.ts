// The code an RPC ended with, read from the response as it is written. Connect itself answers some calls that no
// handler or interceptor sees (oversize, unparsable, unknown method), so only the response shows every code:
//   gRPC        the `grpc-status` trailer, or the header if there is nothing but headers
//   gRPC-Web    the same, but the trailers are the last frame of the body, flagged 0x80
//   Connect     HTTP 200, or a body {"code": ...}; for a stream, the last frame, flagged 0x02
import { codeFromString } from "@connectrpc/connect/protocol-connect";
import type { RpcResponse } from "../protocols/connect/listener.ts";
import { FRAME_HEAD_BYTES, type Protocol, protocols } from "../protocols/protocol.ts";
import type { BufferedReply } from "../protocols/reply.ts";
import { codeName, statuses } from "../statuses.ts";

/** Longest last frame or error body that is parsed: a status and its details are far shorter. */
const TAIL_BYTES_MAX = 64 * 1024;

/** A number that is not a code. */
const NO_CODE = -1;

/** The flag of the last frame: the trailers of gRPC-Web, the end of a Connect stream. */
const [TRAILERS, END_OF_STREAM] = [0x80, 0x02];

/** The code of a finished reply; null for REST. */
export function rpcCodeOf(protocol: Protocol, { status, headers, body, trailers }: BufferedReply): string | null {
  const { isRpc, codeIn } = protocols[protocol];
  if (!isRpc) return null;
  const grpcStatus = trailers?.["grpc-status"] ?? headers["grpc-status"];
  if (grpcStatus !== undefined) return codeOf(grpcStatus);
  const bytes = typeof body === "string" ? Buffer.from(body.slice(0, TAIL_BYTES_MAX)) : body;
  return codeIn === "body"
    ? connectCode(status, tailOf(bytes))
    : grpcWebCode(tailOf(bytes.subarray(trailersAt(bytes))));
}

function tailOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, TAIL_BYTES_MAX));
}

/**
 * Watches a response that Connect writes; call it before the first byte.
 * @returns a reader of the code so far, null while there is none
 */
export function watchRpcStatus(res: RpcResponse, protocol: Protocol): () => string | null {
  let code: string | null = null;
  let tail: Buffer = Buffer.alloc(0);

  function note(headers: unknown): void {
    if (typeof headers !== "object" || headers === null || !("grpc-status" in headers)) return;
    code = codeOf(String(headers["grpc-status"]));
  }
  function keep(chunk: unknown): void {
    if (typeof chunk === "string") tail = Buffer.from(chunk.slice(0, TAIL_BYTES_MAX));
    else if (chunk instanceof Uint8Array && chunk.length > 0) tail = Buffer.from(chunk.subarray(0, TAIL_BYTES_MAX));
  }
  before(res, "writeHead", (args) => note(args[1]));
  before(res, "setHeader", (args) => note({ [String(args[0])]: args[1] }));
  before(res, "addTrailers", (args) => note(args[0]));
  const { codeIn } = protocols[protocol];
  if (codeIn !== "trailers") {
    before(res, "write", (args) => keep(args[0]));
    before(res, "end", (args) => keep(args[0]));
  }

  return () => {
    if (code !== null) return code;
    if (!res.headersSent) return null;
    return codeIn === "body" ? connectCode(res.statusCode, tail) : grpcWebCode(tail);
  };
}

/** Passes the arguments of each call of a method to `inspect`, before the method runs. */
function before(res: RpcResponse, method: keyof RpcResponse, inspect: (args: readonly unknown[]) => void): void {
  const original: unknown = Reflect.get(res, method);
  if (typeof original !== "function") return;
  Object.defineProperty(res, method, {
    configurable: true,
    value: (...args: readonly unknown[]): unknown => {
      inspect(args);
      return Reflect.apply(original, res, args);
    },
  });
}

function codeOf(grpcStatus: string): string {
  return codeName(Number(grpcStatus));
}

/** Where the frame of the trailers begins; 0 if there is none. A flag and a length precede each frame. */
function trailersAt(frames: Uint8Array): number {
  const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
  for (let at = 0; at + FRAME_HEAD_BYTES <= frames.length; at += FRAME_HEAD_BYTES + view.getUint32(at + 1)) {
    if ((view.getUint8(at) & TRAILERS) !== 0) return at;
  }
  return 0;
}

function grpcWebCode(tail: Buffer): string | null {
  if (((tail[0] ?? 0) & TRAILERS) === 0) return null;
  // Each trailer is a line.
  const status = /^grpc-status: *(\d+)/im.exec(tail.toString("latin1", FRAME_HEAD_BYTES));
  return status === null ? null : codeOf(status[1] ?? "");
}

function connectCode(httpStatus: number, tail: Buffer): string | null {
  const endOfStream = tail[0] === END_OF_STREAM;
  const isOk = httpStatus === statuses.ok.http;
  if (isOk && !endOfStream) return codeName(statuses.ok.code);
  const code = /"code":"([a-z_]+)"/.exec(tail.toString("latin1"))?.[1];
  if (code !== undefined) return codeName(codeFromString(code) ?? NO_CODE);
  return codeName(isOk ? statuses.ok.code : NO_CODE);
}
