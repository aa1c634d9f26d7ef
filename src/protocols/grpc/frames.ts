// Messages of unary RPCs in their frames and in gzip: bytes in, bytes out.
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Compression } from "@connectrpc/connect/protocol";
import { compressionGzip } from "@connectrpc/connect-node";
import { BODY_BYTES_MAX } from "../../limits.ts";
import { FRAME_HEAD_BYTES, protocols } from "../protocol.ts";
import type { BufferedRequest } from "../reply.ts";

const compress = promisify(gzip);

/** The fastest: on answers of repeated JSON keys the slower levels save few bytes more. */
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
 * Answers below this many bytes go out as they are, on every protocol. Most HTTP clients accept gzip because it is
 * built in, and a call of 7 kB would cost 1.4 to 2.6 times as much; and so little leaves in TCP's first window anyway.
 */
export const COMPRESS_BYTES_MIN = 8 * 1024;

/**
 * gRPC clients say that they take gzip whether or not anybody asked them to: it is built in, and between two machines
 * of one network it costs both more than it saves. So, as with gRPC's own servers, an answer is compressed where the
 * call came so: its caller has chosen that. To everything behind this, other clients never said it.
 */
export function dropUnchosenGzip(headers: IncomingHttpHeaders): void {
  if (headers["grpc-encoding"] !== fastGzip.name) delete headers["grpc-accept-encoding"];
}

/** The flag where the message is compressed. */
const COMPRESSED = 1;

/** Bytes of the frame that begins here, its head included; 0 where too little is there to say. */
export function frameBytes(start: Uint8Array): number {
  if (start.length < FRAME_HEAD_BYTES) return 0;
  return FRAME_HEAD_BYTES + new DataView(start.buffer, start.byteOffset, start.byteLength).getUint32(1);
}

/** @param message as it is to be sent */
export function frameOf(message: Uint8Array, compressed: boolean): Uint8Array {
  // Of a pool, when small: a piece of memory of its own costs more than what is in it.
  const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + message.length);
  frame[0] = compressed ? COMPRESSED : 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, FRAME_HEAD_BYTES);
  return frame;
}

type SoleMessage = Uint8Array | null;

/** null where it is too large or comes in any other way than as one message, plain or in gzip: that is for Connect. */
export function unaryMessage(request: BufferedRequest): SoleMessage | Promise<SoleMessage> {
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

/** Of the RPC protocols, Connect alone sends a message as the body itself. */
export function isFramed({ protocol }: BufferedRequest): boolean {
  return protocols[protocol].isFramed;
}

export function isCompressed(request: BufferedRequest): boolean {
  if (isFramed(request)) return request.body[0] !== 0;
  return (request.headers["content-encoding"] ?? "identity") !== "identity";
}
