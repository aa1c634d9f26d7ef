// Select over gRPC frame by frame over plain HTTP/2, for what a gRPC library does not expose.
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type IncomingHttpHeaders } from "node:http2";
import { gunzipSync, gzipSync } from "node:zlib";
import { frameOf } from "../../../src/protocols/grpc/frames.ts";
import type { WinnowServer } from "../servers/winnow-server.ts";

/** Opens a call with these headers and the usual ones, and sends no body yet. */
export function openSelect(
  session: ClientHttp2Session,
  key: string,
  headers: Readonly<Record<string, string>>,
): ClientHttp2Stream {
  return session.request({
    ":method": "POST",
    ":path": "/winnow.v1.ContextService/Select",
    "content-type": "application/grpc",
    te: "trailers",
    authorization: `Bearer ${key}`,
    ...headers,
  });
}

interface GzipCall {
  /** `grpc-status` of the answer; null if there was none. */
  readonly status: string | null;
  /** Whether the message was compressed. */
  readonly gzipped: boolean;
}

/** One complete call with a compressed message. */
export async function selectInGzip({ url, key }: WinnowServer, message: Buffer): Promise<GzipCall> {
  const session = connect(url);
  const stream = openSelect(session, key, { "grpc-encoding": "gzip", "grpc-accept-encoding": "gzip" });
  let trailers: IncomingHttpHeaders = {};
  stream.on("trailers", (received) => {
    trailers = received;
  });
  stream.end(frameOf(gzipSync(message), true));
  const chunks: Buffer[] = await stream.toArray();
  session.close();
  const body = Buffer.concat(chunks);
  const gzipped = body.length > 5 && body[0] === 1 && gunzipSync(body.subarray(5)).length > 0;
  return { status: trailers["grpc-status"]?.toString() ?? null, gzipped };
}
