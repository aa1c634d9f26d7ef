// Whether a request is what gRPC clients send nearly always: one protobuf message in one frame over HTTP/2, as it is or
// in gzip.
import { fastGzip } from "./compression.ts";
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

/** As Connect negotiates: the first of the client's names that is known, else the way the request came. */
export function answersInGzip({ headers }: WholeRequest): boolean {
  const { "grpc-accept-encoding": accepted = "", "grpc-encoding": encoding } = headers;
  if (accepted === "") return encoding === fastGzip.name;
  return accepted.split(",").some((name) => name.trim() === fastGzip.name);
}
