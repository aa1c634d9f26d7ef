// Whether a request is what gRPC clients send nearly always, and what it says when it is: one protobuf message in one
// frame over HTTP/2, as it is or in gzip.
import { BODY_BYTES_MAX } from "./body-limit.ts";
import { fastGzip } from "./compression.ts";
import { COMPRESSED, FRAME_HEAD_BYTES, frameBytes } from "./frame.ts";
import type { WholeRequest } from "./whole.ts";

const ordinaryType = /^application\/grpc(?:\+proto)?$/i;
/** A deadline that has not passed on arrival. */
const ordinaryTimeout = /^[1-9]\d{0,7}[HMSmun]$/;

export function isOrdinary({ protocol, httpVersion, httpMethod, headers }: WholeRequest): boolean {
  if (protocol !== "grpc" || httpVersion !== "2.0" || httpMethod !== "POST") return false;
  const { "content-type": type = "", "grpc-timeout": timeout, "grpc-encoding": encoding = "identity" } = headers;
  if (encoding !== "identity" && encoding !== fastGzip.name) return false;
  return ordinaryType.test(type) && (timeout === undefined || ordinaryTimeout.test(timeout));
}

/** The bytes of the one message; null when they are not framed as ordinary ones are. */
export function messageOf({ headers, body }: WholeRequest): Uint8Array | null | Promise<Uint8Array | null> {
  const message = body.subarray(FRAME_HEAD_BYTES);
  if (frameBytes(body) !== body.length || message.length > BODY_BYTES_MAX) return null;
  if (body[0] === 0) return message;
  if (body[0] !== COMPRESSED || headers["grpc-encoding"] !== fastGzip.name) return null;
  return fastGzip.decompress(message, BODY_BYTES_MAX).catch(() => null);
}

/** As Connect negotiates: the first of the client's names that is known, else the way the request came. */
export function answersInGzip({ headers }: WholeRequest): boolean {
  const { "grpc-accept-encoding": accepted = "", "grpc-encoding": encoding } = headers;
  if (accepted === "") return encoding === fastGzip.name;
  return accepted.split(",").some((name) => name.trim() === fastGzip.name);
}
