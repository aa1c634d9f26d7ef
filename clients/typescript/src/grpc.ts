// `winnow-client/grpc`: the same select over gRPC, for Node.js. Options, answers and errors are those of REST.
import { toBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { bearer, serviceUrl } from "./address.ts";
import { ContextRequestSchema, ContextService } from "./gen/winnow/v1/context_pb.ts";
import { ANSWER_BYTES_MAX, guardRequestBytes, SESSION_MEMORY_MB } from "./limits.ts";
import { errorOfRpc } from "./rpc-errors.ts";
import { type CallOptions, clientOver, type WinnowClient, type Wire } from "./select-call.ts";
import { requestMessage, responseJson } from "./v1-messages.ts";

export interface GrpcClientOptions extends CallOptions {
  /** `http://` for HTTP/2 without TLS, `https://` with it. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * A client over gRPC. Its connection does not keep a process alive.
 * @throws TypeError when `baseUrl` is no URL of HTTP or `apiKey` is no key
 */
export function createGrpcClient({ baseUrl, apiKey, ...defaults }: GrpcClientOptions): WinnowClient {
  return clientOver(grpcWire(baseUrl, apiKey), defaults);
}

function grpcWire(baseUrl: string, apiKey: string): Wire {
  const { origin } = serviceUrl(baseUrl);
  const headers = { authorization: bearer(apiKey) };
  const nodeOptions = { maxSessionMemory: SESSION_MEMORY_MB };
  const transport = createGrpcTransport({ baseUrl: origin, readMaxBytes: ANSWER_BYTES_MAX, nodeOptions });
  const rpc = createClient(ContextService, transport);
  return {
    prepare: (request) => {
      const message = requestMessage(request);
      guardRequestBytes(toBinary(ContextRequestSchema, message).byteLength);
      return async ({ signal, timeoutMs }) => {
        try {
          return responseJson(await rpc.select(message, { headers, signal, timeoutMs }));
        } catch (thrown) {
          throw errorOfRpc(thrown);
        }
      };
    },
  };
}
