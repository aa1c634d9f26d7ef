// The same handlers behind @grpc/grpc-js: what a gRPC service in TypeScript costs without Winnow's edge.
// Prints its address.
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { ContextRequestSchema, ContextResponseSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { plainStage } from "../../../src/engine/select.ts";
import { machineEnvironment } from "../../../src/service/call.ts";
import { createHandlers } from "../../../src/service/handlers.ts";
import { unlimitedCaller } from "./unlimited-caller.ts";

const call = {
  caller: unlimitedCaller,
  signal: new AbortController().signal,
  stage: plainStage,
  report: () => {},
};
const handlers = createHandlers(machineEnvironment, { selectPath: "/v1/context/select", buildId: "" });

const service = {
  Select: {
    path: "/winnow.v1.ContextService/Select",
    requestStream: false,
    responseStream: false,
    requestDeserialize: (bytes: Buffer) => fromBinary(ContextRequestSchema, bytes),
    requestSerialize: (bytes: Buffer) => bytes,
    responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    responseDeserialize: (bytes: Buffer) => bytes,
  },
} as const;

const ROOM_BYTES = 64 * 1024 * 1024;
const server = new grpc.Server({
  "grpc.max_receive_message_length": ROOM_BYTES,
  "grpc.max_send_message_length": ROOM_BYTES,
});
server.addService(service, {
  Select: async (
    { request }: { request: ReturnType<typeof service.Select.requestDeserialize> },
    reply: (error: Error | null, bytes: Uint8Array | null) => void,
  ) => {
    const answer = await handlers.select(request, call);
    if ("failure" in answer) reply(new Error("the request was refused"), null);
    else reply(null, toBinary(ContextResponseSchema, answer.message));
  },
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
