// Answers unary gRPC calls without Connect's router if they have the usual form: one protobuf message in one frame over
// HTTP/2, plain or in gzip. The router's iterators, signals and headers would triple the cost of a small call. The
// router answers requests of any other form, and all errors. Both paths give the same bytes.
import { type DescMessage, type DescMethod, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { ContextResponseSchema, ContextService } from "../../../gen/winnow/v1/context_pb.ts";
import type { Answer, Call, ContextHandlers } from "../../service/call.ts";
import { OK_NUMBER, statuses } from "../../statuses.ts";
import { checkedSelect, runHandler } from "../handler.ts";
import { FRAME_HEAD_BYTES } from "../protocol.ts";
import type { BufferedRequest, Unary } from "../reply.ts";
import { pathOf, rpcName } from "../routes.ts";
import { COMPRESS_BYTES_MIN, fastGzip, frameOf, unaryMessage } from "./frames.ts";
import { readOptions, readRequest } from "./request.ts";

const ordinaryType = /^application\/grpc(?:\+proto)?$/i;
/** A deadline that has not passed on arrival. */
const ordinaryTimeout = /^[1-9]\d{0,7}[HMSmun]$/;

function isOrdinary({ httpVersion, httpMethod, headers }: BufferedRequest): boolean {
  if (httpVersion !== "2.0" || httpMethod !== "POST") return false;
  const { "content-type": type = "", "grpc-timeout": timeout, "grpc-encoding": encoding = "identity" } = headers;
  if (encoding !== "identity" && encoding !== fastGzip.name) return false;
  return ordinaryType.test(type) && (timeout === undefined || ordinaryTimeout.test(timeout));
}

/** Negotiates as Connect does: gzip if the client accepts it, or if it names nothing and the request is compressed. */
function answersInGzip({ headers }: BufferedRequest): boolean {
  const { "grpc-accept-encoding": accepted = "", "grpc-encoding": encoding } = headers;
  if (accepted === "") return encoding === fastGzip.name;
  return accepted.split(",").some((name) => name.trim() === fastGzip.name);
}

interface GrpcMethod {
  readonly desc: DescMethod;
  /** @returns the response's frame; null if the bytes are not a message (the handler has then not run) */
  readonly run: (message: Uint8Array, call: Call) => Promise<Uint8Array> | null;
}

/** @param onFault receives what a handler threw; callers never see it */
function grpcMethods(handlers: ContextHandlers, onFault: (fault: unknown) => void): readonly GrpcMethod[] {
  const select = checkedSelect(handlers);

  /** @param read throws for bytes that are not a message */
  function method<Output>(
    desc: DescMethod,
    read: (message: Uint8Array) => (call: Call) => Promise<Answer<Output>>,
    write: (output: Output) => Uint8Array,
  ): GrpcMethod {
    return {
      desc,
      run: (message, call) => {
        const work = attempt(() => read(message));
        return work === null ? null : runHandler(call, onFault, work).then(write);
      },
    };
  }

  /** A method without parameters. Its message is decoded only to find out whether it is valid. */
  function listing<Output extends DescMessage>(
    desc: DescMethod & { readonly output: Output },
    handler: () => MessageShape<Output>,
  ): GrpcMethod {
    return method(
      desc,
      (bytes) => {
        fromBinary(desc.input, bytes, readOptions);
        return async () => ({ message: handler() });
      },
      (message) => frameOf(toBinary(desc.output, message), false),
    );
  }

  const rpcs = ContextService.method;
  return [
    method(
      rpcs.select,
      (bytes) => {
        const request = readRequest(bytes);
        return (call) => select(request, call);
      },
      (message) => frameOf(toBinary(ContextResponseSchema, message), false),
    ),
    listing(rpcs.listOperatingPoints, handlers.listOperatingPoints),
    listing(rpcs.getHealth, handlers.getHealth),
  ];
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const plainHeaders = { "content-type": "application/grpc+proto" } as const;
const gzipHeaders = { ...plainHeaders, "grpc-encoding": fastGzip.name } as const;
const okTrailers = { "grpc-status": String(OK_NUMBER) };

/**
 * @param onFault receives what a handler threw; callers never see it
 * @param connect answers requests of another form
 */
export function createGrpcUnary(handlers: ContextHandlers, onFault: (fault: unknown) => void, connect: Unary): Unary {
  const byPath = new Map(grpcMethods(handlers, onFault).map((method) => [`/${rpcName(method.desc)}`, method]));

  async function answer(method: GrpcMethod, message: Uint8Array | null, request: BufferedRequest, call: Call) {
    const answered = message === null ? null : method.run(message, call);
    if (answered === null) return connect(request, call);
    const gzip = answersInGzip(request);
    const headers = gzip ? gzipHeaders : plainHeaders;
    try {
      const frame = await answered;
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
    const message = unaryMessage(request);
    if (!(message instanceof Promise)) return answer(method, message, request, call);
    return message.then((unzipped) => answer(method, unzipped, request, call));
  };
}

async function zipped(frame: Uint8Array): Promise<Uint8Array> {
  return frameOf(await fastGzip.compress(frame.subarray(FRAME_HEAD_BYTES)), true);
}
