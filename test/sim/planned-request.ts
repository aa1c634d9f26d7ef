// A planned call as the bytes and headers of its protocol.
import type { PlannedCall } from "./plan.ts";
import { authorizationOf } from "./world.ts";

/** The head and the body of a call over HTTP/1.1. */
export function http1Request({ transport, ask, key, deadlineMs }: PlannedCall): {
  readonly head: Buffer;
  readonly body: Buffer;
} {
  const forms = {
    rest: { line: `${ask.httpMethod} ${ask.path}`, type: "application/json", body: Buffer.from(ask.json) },
    "grpc-web": { line: `POST /${ask.rpc}`, type: "application/grpc-web+proto", body: ask.grpcFrame },
    connect: { line: `POST /${ask.rpc}`, type: "application/json", body: Buffer.from(ask.protoJson) },
  };
  const { line, type, body } = transport === "grpc-web" || transport === "connect" ? forms[transport] : forms.rest;
  const authorization = authorizationOf(key);
  const deadline = transport === "connect" ? `Connect-Timeout-Ms: ${deadlineMs}` : `Grpc-Timeout: ${deadlineMs}m`;
  const lines = [
    `${line} HTTP/1.1`,
    "Host: sim",
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    ...(authorization === null ? [] : [`Authorization: ${authorization}`]),
    ...(deadlineMs === null ? [] : [deadline]),
  ];
  return { head: Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body };
}

/** The headers and the body of a call over HTTP/2. */
export function http2Request({ transport, ask, key, deadlineMs }: PlannedCall) {
  const authorization = authorizationOf(key);
  const grpc = transport === "grpc";
  const headers = {
    ":method": grpc ? "POST" : ask.httpMethod,
    ":path": grpc ? `/${ask.rpc}` : ask.path,
    "content-type": grpc ? "application/grpc" : "application/json",
    ...(grpc ? { te: "trailers" } : {}),
    ...(authorization === null ? {} : { authorization }),
    ...(deadlineMs === null ? {} : { "grpc-timeout": `${deadlineMs}m` }),
  };
  return { headers, body: grpc ? ask.grpcFrame : Buffer.from(ask.json) };
}
