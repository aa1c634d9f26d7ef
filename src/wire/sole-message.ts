// The one message of a unary RPC whose request is in memory, out of its frame and of its gzip.
import { BODY_BYTES_MAX } from "./body-limit.ts";
import { fastGzip } from "./compression.ts";
import type { WholeRequest } from "./whole.ts";
import { COMPRESSED, FRAME_HEAD_BYTES, frameBytes } from "./writing/frame.ts";

type SoleMessage = Uint8Array | null;

/** null where it is too large or comes in any other way than as one message, plain or in gzip: that is for Connect. */
export function soleMessage(request: WholeRequest): SoleMessage | Promise<SoleMessage> {
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
export function isFramed({ protocol }: WholeRequest): boolean {
  return protocol !== "connect";
}

export function isCompressed(request: WholeRequest): boolean {
  if (isFramed(request)) return request.body[0] !== 0;
  return (request.headers["content-encoding"] ?? "identity") !== "identity";
}
