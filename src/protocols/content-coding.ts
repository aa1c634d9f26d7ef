// The content codings of REST bodies. In: bytes as received. Out: decoded bytes, or why they cannot be decoded. It runs
// on the thread that answers the call, in the call's own turn, so the caller's organisation is charged for it.
import { gunzipSync, inflateSync } from "node:zlib";
import { BODY_BYTES_MAX } from "../limits.ts";

/** The header names another coding, the bytes do not follow the coding, or they decode to too many. */
export type Undecodable = "unknown_encoding" | "corrupt" | "too_long";

const CHUNK_BYTES = 64 * 1024;
const options = { maxOutputLength: BODY_BYTES_MAX, chunkSize: CHUNK_BYTES };
const gunzip = (bytes: Uint8Array) => gunzipSync(bytes, options);
const inflate = (bytes: Uint8Array) => inflateSync(bytes, options);

/** By their names in a `content-encoding`. */
const codings = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["deflate", inflate],
]);

/** @param contentEncoding the header's value; "" for none */
export function decodeBody(body: Uint8Array, contentEncoding: string): Uint8Array | Undecodable {
  const coding = codingOf(contentEncoding);
  // An empty body is empty in every coding.
  if (coding === "" || body.length === 0) return body;
  const decode = codings.get(coding);
  if (decode === undefined) return "unknown_encoding";
  try {
    return decode(body);
  } catch (error) {
    return error instanceof RangeError ? "too_long" : "corrupt";
  }
}

/** The only coding of a list besides identity, or the whole list; empty members do not count (RFC 9110, 5.6.1). */
function codingOf(contentEncoding: string): string {
  const named = contentEncoding.split(",").map((member) => member.trim().toLowerCase());
  return named.filter((member) => member !== "" && member !== "identity").join();
}
