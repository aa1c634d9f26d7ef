// One gRPC call whose message is compressed, over plain HTTP/2: what of it came back in gzip.
import { connect, type IncomingHttpHeaders } from "node:http2";
import { gunzipSync, gzipSync } from "node:zlib";
import { inFrame } from "../corpus/messages.ts";
import type { WinnowServer } from "./winnow-server.ts";

export interface GzipCall {
  /** `grpc-status` of the answer; null when there was none. */
  readonly status: string | null;
  /** Whether its message came in gzip. */
  readonly gzipped: boolean;
}

export async function selectInGzip(server: WinnowServer, message: Buffer): Promise<GzipCall> {
  const session = connect(server.url);
  const stream = session.request({
    ":method": "POST",
    ":path": "/winnow.v1.ContextService/Select",
    "content-type": "application/grpc",
    te: "trailers",
    "grpc-encoding": "gzip",
    "grpc-accept-encoding": "gzip",
    authorization: `Bearer ${server.key}`,
  });
  let trailers: IncomingHttpHeaders = {};
  stream.on("trailers", (received) => {
    trailers = received;
  });
  stream.end(inFrame(gzipSync(message), true));
  const chunks: Buffer[] = await stream.toArray();
  session.close();
  const body = Buffer.concat(chunks);
  const gzipped = body.length > 5 && body[0] === 1 && gunzipSync(body.subarray(5)).length > 0;
  return { status: trailers["grpc-status"]?.toString() ?? null, gzipped };
}
