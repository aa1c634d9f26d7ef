// A call over a plain HTTP/2 session, frame by frame: its headers, whether they ended the stream, what followed.
import { type ClientHttp2Session, type ClientHttp2Stream, constants, type IncomingHttpHeaders } from "node:http2";

export interface H2Answer {
  readonly headers: IncomingHttpHeaders;
  /** True if the first HEADERS frame ended the stream: Trailers-Only. */
  readonly headersAlone: boolean;
  readonly trailers: IncomingHttpHeaders | null;
  readonly body: Buffer;
  readonly rstCode: number;
}

export function grpcHeaders(method: string, key: string | null): Record<string, string> {
  return {
    ":method": "POST",
    ":path": `/winnow.v1.ContextService/${method}`,
    "content-type": "application/grpc",
    te: "trailers",
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
}

/** @param body null leaves the request open */
export function open(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body: Buffer | null,
): ClientHttp2Stream {
  const stream = session.request(headers, { endStream: body !== null && body.length === 0 });
  if (body !== null && body.length > 0) stream.end(body);
  return stream;
}

export function answerOf(stream: ClientHttp2Stream): Promise<H2Answer> {
  return new Promise((resolve) => {
    let headers: IncomingHttpHeaders = {};
    let headersAlone = false;
    let trailers: IncomingHttpHeaders | null = null;
    const chunks: Buffer[] = [];
    stream.on("response", (received, flags) => {
      headers = received;
      headersAlone = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    });
    stream.on("trailers", (received) => {
      trailers = received;
    });
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", () => {});
    stream.on("close", () =>
      resolve({ headers, headersAlone, trailers, body: Buffer.concat(chunks), rstCode: stream.rstCode ?? -1 }),
    );
  });
}

/** A message as gRPC frames it, uncompressed. */
export function frame(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
