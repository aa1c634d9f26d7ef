// Frames and compression of unary RPC messages: bytes in, bytes out.
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Compression } from "@connectrpc/connect/protocol";
import { compressionGzip } from "@connectrpc/connect-node";
import { BODY_BYTES_MAX } from "../../limits.ts";
import { FRAME_HEAD_BYTES, protocols } from "../protocol.ts";
import type { BufferedRequest } from "../reply.ts";

const compress = promisify(gzip);

/** The fastest level: the others save few bytes more on responses, whose JSON keys repeat. */
const LEVEL = 1;

export function gzipped(body: string | Uint8Array): Promise<Buffer> {
  return compress(body, { level: LEVEL });
}

export const fastGzip: Compression = {
  name: compressionGzip.name,
  compress: async (bytes) => new Uint8Array(await gzipped(bytes)),
  decompress: compressionGzip.decompress,
};

/**
 * Shorter responses are not compressed, on any protocol. Most HTTP clients accept gzip by default, and a call of 7 kB
 * would cost 1.4 to 2.6 times as much. The bytes fit into TCP's first window anyway.
 */
export const COMPRESS_BYTES_MIN = 8 * 1024;

/**
 * Ignores that gRPC clients accept gzip, unless the request is compressed. They all claim it by default, and between
 * two machines of one network compression costs both more than it saves. gRPC's own servers also compress a response
 * only if the request was compressed.
 */
export function dropUnchosenGzip(headers: IncomingHttpHeaders): void {
  // Not deleted: V8 would then read and copy the headers as a hash table.
  if (headers["grpc-encoding"] !== fastGzip.name) headers["grpc-accept-encoding"] = undefined;
}

/** The flag of a compressed message. */
export const COMPRESSED = 1;

/** Bytes of the frame that starts here, with its head; 0 if the head is incomplete. */
export function frameBytes(start: Uint8Array): number {
  if (start.length < FRAME_HEAD_BYTES) return 0;
  return FRAME_HEAD_BYTES + new DataView(start.buffer, start.byteOffset, start.byteLength).getUint32(1);
}

/**
 * The first two frames of a body. A unary call with more than one is an error, and a body of 6 MB may hold a million
 * empty ones.
 */
export function firstTwoFrames(body: Uint8Array): Uint8Array {
  const first = frameBytes(body);
  if (first === 0 || first >= body.length) return body;
  const second = frameBytes(body.subarray(first));
  return second === 0 ? body : body.subarray(0, first + second);
}

/** @param message already compressed, if `compressed` says so */
export function frameOf(message: Uint8Array, compressed: boolean): Uint8Array {
  // Small frames are allocated from a pool, because memory of their own would cost more than their content.
  const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + message.length);
  frame[0] = compressed ? COMPRESSED : 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, FRAME_HEAD_BYTES);
  return frame;
}

type UnaryMessage = Uint8Array | null;

/**
 * The message of a request. Null if it is too large, or is not exactly one message, plain or in gzip: Connect reads
 * those.
 */
export function unaryMessage(request: BufferedRequest): UnaryMessage | Promise<UnaryMessage> {
  const { headers, body } = request;
  const framed = isFramed(request);
  if (framed && frameBytes(body) !== body.length) return null;
  const message = framed ? body.subarray(FRAME_HEAD_BYTES) : body;
  if (message.length > BODY_BYTES_MAX) return null;
  if (!isCompressed(request)) return message;
  const encoding = headers[framed ? "grpc-encoding" : "content-encoding"];
  if ((framed && body[0] !== COMPRESSED) || encoding !== fastGzip.name) return null;
  return fastGzip.decompress(message, BODY_BYTES_MAX).catch(() => null);
}

/** Connect is the only RPC protocol whose body is the message itself. */
export function isFramed({ protocol }: BufferedRequest): boolean {
  return protocols[protocol].isFramed;
}

export function isCompressed(request: BufferedRequest): boolean {
  if (isFramed(request)) return request.body[0] !== 0;
  return (request.headers["content-encoding"] ?? "identity") !== "identity";
}
