// An RPC error as a reply of headers alone: gRPC's Trailers-Only form. A client that has received headers before the
// status is committed to the call; one that receives only this may still retry.
import type { ConnectError } from "@connectrpc/connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { statuses } from "../../statuses.ts";
import type { Reply } from "../reply.ts";

/** The forms of gRPC that exist. Anything else a caller sent is not echoed. */
const knownTypes = /^application\/grpc(?:-web(?:-text)?)?(?:\+(?:proto|json))?$/;

/** @param contentType what the request was sent as */
export function trailersOnly(error: ConnectError, contentType: string): Reply {
  const status = setTrailerStatus(new Headers(), error);
  status.set("grpc-message", percentEncode(error.rawMessage));
  return {
    status: statuses.ok.http,
    headers: { "content-type": grpcType(contentType), ...Object.fromEntries(status) },
    body: "",
  };
}

/** The form of gRPC that a reply to such a request has. */
export function grpcType(contentType: string): string {
  const type = mediaType(contentType);
  if (knownTypes.test(type)) return type;
  return type.startsWith("application/grpc-web") ? "application/grpc-web" : "application/grpc";
}

/** A media type without its parameters. */
export function mediaType(contentType: string): string {
  const [type = ""] = contentType.split(";", 1);
  return type.trim().toLowerCase();
}

/** As gRPC over HTTP/2 encodes `grpc-message`: bytes outside printable ASCII, and the percent sign. */
function percentEncode(text: string): string {
  let encoded = "";
  for (const byte of Buffer.from(text, "utf8")) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    encoded += plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}
