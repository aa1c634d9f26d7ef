// Names a finished answer of any protocol as the table of errors in docs/interface.md does; null for an answer that is
// not in the table.
import type { Protocol } from "../../src/protocols/protocol.ts";
import type { BufferedReply } from "../../src/protocols/reply.ts";

export type Outcome =
  | "ok"
  | "unauthenticated"
  | "forbidden"
  | "throttled"
  | "quota_spent"
  | "body_too_long"
  | "not_found"
  | "bad_request"
  | "request_too_large"
  | "engine_error"
  | "unavailable"
  | "request_timeout"
  | "deadline_exceeded"
  | "cancelled";

/** The gateway's exact bodies on REST. */
const gatewayAnswers = new Map<string, Outcome>([
  ['401 {"message":"Unauthorized"}', "unauthenticated"],
  ['403 {"Message":"User is not authorized to access this resource with an explicit deny"}', "forbidden"],
  ['429 {"message":"Too Many Requests"}', "throttled"],
  ['429 {"message":"Limit Exceeded"}', "quota_spent"],
  ['413 {"message":"Request Too Long"}', "body_too_long"],
  ['503 {"message":"Service Unavailable"}', "unavailable"],
  ['408 {"message":"Request Timeout"}', "request_timeout"],
]);

const serviceErrors = new Map<string, Outcome>([
  ["400 bad_request", "bad_request"],
  ["413 request_too_large", "request_too_large"],
  ["500 engine_error", "engine_error"],
  ["404 not_found", "not_found"],
]);

/** By gRPC's number, which is also that of Connect's name. The text distinguishes the causes of RESOURCE_EXHAUSTED. */
const codes = new Map<string, Outcome>([
  ["0", "ok"],
  ["1", "cancelled"],
  ["canceled", "cancelled"],
  ["3", "bad_request"],
  ["invalid_argument", "bad_request"],
  ["4", "deadline_exceeded"],
  ["deadline_exceeded", "deadline_exceeded"],
  ["7", "forbidden"],
  ["permission_denied", "forbidden"],
  ["11", "request_too_large"],
  ["out_of_range", "request_too_large"],
  ["12", "not_found"],
  ["unimplemented", "not_found"],
  ["13", "engine_error"],
  ["internal", "engine_error"],
  ["14", "unavailable"],
  ["unavailable", "unavailable"],
  ["16", "unauthenticated"],
  ["unauthenticated", "unauthenticated"],
]);

const exhausted = new Map<string, Outcome>([
  ["Too Many Requests", "throttled"],
  ["Limit Exceeded", "quota_spent"],
]);

export function outcomeOf(protocol: Protocol, reply: BufferedReply): Outcome | null {
  if (protocol === "rest") return restOutcome(reply);
  if (protocol === "connect") return connectOutcome(reply);
  const type = reply.headers["content-type"] ?? "";
  const framed = framesOf(bytesOf(reply.body), protocol);
  if (reply.status !== 200 || !type.startsWith(`application/${protocol}`) || framed === null) return null;
  const status = reply.headers["grpc-status"] ?? reply.trailers?.["grpc-status"] ?? framed.trailers["grpc-status"];
  const text = reply.headers["grpc-message"] ?? reply.trailers?.["grpc-message"] ?? framed.trailers["grpc-message"];
  // An answer has one message, an error none.
  if (status === undefined || framed.messages !== (status === "0" ? 1 : 0)) return null;
  return codeOutcome(status, decodeURIComponent(text ?? ""));
}

function codeOutcome(code: string, text: string): Outcome | null {
  if (code === "8" || code === "resource_exhausted") return exhausted.get(text) ?? "body_too_long";
  return codes.get(code) ?? null;
}

function restOutcome({ status, headers, body }: BufferedReply): Outcome | null {
  if (headers["content-type"] !== "application/json") return null;
  const text = bytesOf(body).toString();
  const gateway = gatewayAnswers.get(`${status} ${text}`);
  if (gateway !== undefined) return gateway;
  const fields = objectOf(text);
  if (fields === null || "message" in fields || "Message" in fields) return null;
  if (status === 200) return "error" in fields ? null : "ok";
  return typeof fields.detail === "string" ? (serviceErrors.get(`${status} ${fields.error}`) ?? null) : null;
}

function connectOutcome({ status, headers, body }: BufferedReply): Outcome | null {
  const type = headers["content-type"];
  if (status === 200) return type === "application/json" || type === "application/proto" ? "ok" : null;
  const fields = type === "application/json" ? objectOf(bytesOf(body).toString()) : null;
  return fields === null ? null : codeOutcome(String(fields.code), String(fields.message ?? ""));
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : null;
  } catch {
    return null;
  }
}

export function bytesOf(body: BufferedReply["body"]): Buffer {
  return typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** The number of messages in a body, and the trailers at the end of gRPC-Web; null if it is not framed. */
function framesOf(body: Buffer, protocol: Protocol) {
  const trailers: Record<string, string> = {};
  let messages = 0;
  for (let at = 0; at < body.length; ) {
    if (body.length - at < 5) return null;
    const end = at + 5 + body.readUInt32BE(at + 1);
    if (end > body.length) return null;
    if (protocol === "grpc-web" && ((body[at] ?? 0) & 0x80) !== 0) {
      for (const line of body.toString("latin1", at + 5, end).split("\r\n")) {
        const colon = line.indexOf(":");
        if (colon > 0) trailers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
      }
    } else messages += 1;
    at = end;
  }
  return { messages, trailers };
}
