// Decompresses a request if its message is short. The thread that calls this spends no more on a hostile body than on a
// plain one of the allowed length.
import { gunzipSync } from "node:zlib";
import { COMPRESSED, fastGzip, frameBytes, frameOf, isFramed } from "./grpc/frames.ts";
import { FRAME_HEAD_BYTES } from "./protocol.ts";
import type { BufferedRequest } from "./reply.ts";

/**
 * The request with its message in plain form; it gets the same response. Null if the message has more than `bytesMax`
 * bytes, or if the body is not one message in gzip.
 */
export function unzipped(request: BufferedRequest, bytesMax: number): BufferedRequest | null {
  return isFramed(request) ? unzippedFrame(request, bytesMax) : unzippedBody(request, bytesMax);
}

function unzippedFrame(request: BufferedRequest, bytesMax: number): BufferedRequest | null {
  const { headers, body } = request;
  if (frameBytes(body) !== body.length) return null;
  // Clients may send a short message plain on a stream that names a compression.
  if (body[0] === 0) return request;
  if (body[0] !== COMPRESSED || headers["grpc-encoding"] !== fastGzip.name) return null;
  const message = gunzip(body.subarray(FRAME_HEAD_BYTES), bytesMax);
  return message === null ? null : { ...request, body: frameOf(message, false) };
}

function unzippedBody(request: BufferedRequest, bytesMax: number): BufferedRequest | null {
  const { "content-encoding": coding, "content-length": _, ...headers } = request.headers;
  const body = coding === fastGzip.name ? gunzip(request.body, bytesMax) : null;
  if (body === null) return null;
  // To a client that names no coding, Connect responds in that of the request.
  const accepted = headers["accept-encoding"] || fastGzip.name;
  return { ...request, headers: { ...headers, "accept-encoding": accepted }, body };
}

function gunzip(bytes: Uint8Array, bytesMax: number): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch {
    return null;
  }
}
