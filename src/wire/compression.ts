// How RPC messages are compressed: gzip alone, at its fastest. Connect's own brotli and gzip run at levels that cost a
// large answer seconds and tens of milliseconds, for few bytes less.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Compression } from "@connectrpc/connect/protocol";
import { compressionGzip } from "@connectrpc/connect-node";

const compress = promisify(gzip);

export const fastGzip: Compression = {
  name: compressionGzip.name,
  compress: async (bytes) => new Uint8Array(await compress(bytes, { level: 1 })),
  decompress: compressionGzip.decompress,
};

/**
 * Answers below this many bytes go out as they are: gRPC clients accept gzip unasked, and compressing what a small call
 * answers would cost a good part of the call.
 */
export const compressBytesMin = 8 * 1024;
