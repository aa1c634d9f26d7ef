// Unary gRPC calls with @grpc/grpc-js. Bytes in and bytes out, so that the client spends no time on encoding.
import * as grpc from "@grpc/grpc-js";

export interface GrpcClient {
  readonly call: (method: string, message: Buffer) => Promise<Buffer>;
  readonly close: () => void;
}

const ROOM_BYTES = 64 * 1024 * 1024;

/**
 * @param key null sends none
 * @param gzip whether messages are sent in gzip
 */
export function createGrpcClient(url: string, key: string | null, gzip = false): GrpcClient {
  const { identity, gzip: inGzip } = grpc.compressionAlgorithms;
  const options = {
    "grpc.max_receive_message_length": ROOM_BYTES,
    "grpc.max_send_message_length": ROOM_BYTES,
    "grpc.default_compression_algorithm": gzip ? inGzip : identity,
  };
  const client = new grpc.Client(url.replace("http://", ""), grpc.credentials.createInsecure(), options);
  const metadata = new grpc.Metadata();
  if (key !== null) metadata.set("authorization", `Bearer ${key}`);
  const asIs = (bytes: Buffer) => bytes;
  return {
    call: (method, message) =>
      new Promise((resolve, reject) => {
        const path = `/winnow.v1.ContextService/${method}`;
        client.makeUnaryRequest(path, asIs, asIs, message, metadata, (error, reply) => {
          if (error !== null) reject(error);
          else resolve(reply ?? Buffer.alloc(0));
        });
      }),
    close: () => client.close(),
  };
}
