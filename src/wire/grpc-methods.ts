// The methods of the context service as gRPC carries them: the bytes of a message in, the frame of its answer out.
import { type DescMessage, type DescMethod, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { ContextResponseSchema, ContextService } from "../../gen/winnow/v1/context_pb.ts";
import type { Answer, Call, ContextHandlers } from "../service/answer.ts";
import { checkedSelect } from "./checked-select.ts";
import { knownFields } from "./reading/known-fields.ts";
import { readRequest } from "./reading/read-request.ts";
import { settleCall } from "./settle-call.ts";
import { frameOf } from "./writing/frame.ts";

export interface GrpcMethod {
  readonly desc: DescMethod;
  /**
   * @returns what answers the message with a frame; null for bytes that no message can be read from
   */
  readonly read: (message: Uint8Array) => ((call: Call) => Promise<Uint8Array>) | null;
}

/** @param onFault is told of what a handler threw, which callers never see */
export function grpcMethods(handlers: ContextHandlers, onFault: (fault: unknown) => void): readonly GrpcMethod[] {
  const select = checkedSelect(handlers);

  /** @param read throws on bytes that no message can be read from */
  function method<Output>(
    desc: DescMethod,
    read: (message: Uint8Array) => (call: Call) => Promise<Answer<Output>>,
    write: (output: Output) => Uint8Array,
  ): GrpcMethod {
    return {
      desc,
      read: (message) => {
        const work = attempt(() => read(message));
        return work === null ? null : async (call) => write(await settleCall(call, onFault, work));
      },
    };
  }

  /** One without parameters, whose message is read to tell whether it is one. */
  function listing<Output extends DescMessage>(
    desc: DescMethod & { readonly output: Output },
    handler: () => MessageShape<Output>,
  ): GrpcMethod {
    return method(
      desc,
      (bytes) => {
        fromBinary(desc.input, bytes, knownFields);
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
