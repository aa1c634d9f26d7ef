// A narrow way around Connect's router for the call that gRPC clients make nearly always: unary, over HTTP/2, one
// protobuf message in one frame, as it is or in gzip. Connect spends about three times a small call on its pipeline of
// async iterators, its signals and its Headers. Whatever is not ordinary in every respect is left to Connect, which
// then answers it, its errors included; what is answered here is the same to the byte.
import { ConnectError } from "@connectrpc/connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import type { Call, ContextHandlers } from "../service/answer.ts";
import { statuses } from "../statuses.ts";
import { COMPRESS_BYTES_MIN, fastGzip } from "./compression.ts";
import type { ConnectUnary } from "./connect-unary.ts";
import { type GrpcMethod, grpcMethods } from "./grpc-methods.ts";
import { answersInGzip, isOrdinary } from "./ordinary-grpc.ts";
import { pathOf } from "./routes.ts";
import { rpcName } from "./services.ts";
import { soleMessage } from "./sole-message.ts";
import type { WholeRequest } from "./whole.ts";
import { FRAME_HEAD_BYTES, frameOf } from "./writing/frame.ts";

const plainHeaders = { "content-type": "application/grpc+proto" } as const;
const gzipHeaders = { ...plainHeaders, "grpc-encoding": fastGzip.name } as const;
const okTrailers = { "grpc-status": "0" } as const;

/**
 * @param onFault is told of what a handler threw, which callers never see
 * @param connect answers what is not ordinary
 */
export function createGrpcUnary(
  handlers: ContextHandlers,
  onFault: (fault: unknown) => void,
  connect: ConnectUnary,
): ConnectUnary {
  const byPath = new Map(grpcMethods(handlers, onFault).map((method) => [`/${rpcName(method.desc)}`, method]));

  async function answer(method: GrpcMethod, message: Uint8Array | null, request: WholeRequest, call: Call) {
    const work = message === null ? null : method.read(message);
    if (work === null) return connect(request, call);
    const gzip = answersInGzip(request);
    const headers = gzip ? gzipHeaders : plainHeaders;
    try {
      const frame = await work(call);
      const compressed = gzip && frame.length - FRAME_HEAD_BYTES >= COMPRESS_BYTES_MIN;
      const body = compressed ? await zipped(frame) : frame;
      return { status: statuses.ok.http, headers, body, trailers: okTrailers };
    } catch (error) {
      const trailers = Object.fromEntries(setTrailerStatus(new Headers(), ConnectError.from(error)));
      return { status: statuses.ok.http, headers, body: "", trailers };
    }
  }

  return (request, call) => {
    const method = byPath.get(pathOf(request.target));
    if (method === undefined || !isOrdinary(request)) return connect(request, call);
    const message = soleMessage(request);
    if (!(message instanceof Promise)) return answer(method, message, request, call);
    return message.then((unzipped) => answer(method, unzipped, request, call));
  };
}

async function zipped(frame: Uint8Array): Promise<Uint8Array> {
  return frameOf(await fastGzip.compress(frame.subarray(FRAME_HEAD_BYTES)), true);
}
