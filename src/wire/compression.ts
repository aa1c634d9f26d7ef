// How answers are compressed: gzip alone, at its fastest. Connect's own brotli and gzip run at levels that cost a
// large answer seconds and tens of milliseconds, for few bytes less.
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Compression } from "@connectrpc/connect/protocol";
import { compressionGzip } from "@connectrpc/connect-node";

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
