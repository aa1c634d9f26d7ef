// grpc.reflection, v1 and v1alpha: what tools ask a server to learn its services.
// The two versions differ in their package alone: alpha's messages are read and written as the bytes of v1's.
import { create, type DescService, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  ServerReflection,
  type ServerReflectionRequest,
  ServerReflectionRequestSchema,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
} from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import {
  ServerReflectionRequestSchema as AlphaRequestSchema,
  ServerReflectionResponseSchema as AlphaResponseSchema,
  ServerReflection as ServerReflectionAlpha,
} from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { statuses } from "../statuses.ts";
import { type DescriptorIndex, indexDescriptors } from "./descriptor-index.ts";

type Told = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>["messageResponse"]>;

/** @param services the ones to list; what they refer to can be asked for as well */
export function serveReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const index = indexDescriptors(services);
  const names = services.map(({ typeName }) => typeName);
  router.service(ServerReflection, {
    async *serverReflectionInfo(requests) {
      for await (const request of requests) yield respond(request, index, names);
    },
  });
  router.service(ServerReflectionAlpha, {
    async *serverReflectionInfo(requests) {
      for await (const request of requests) {
        const asked = fromBinary(ServerReflectionRequestSchema, toBinary(AlphaRequestSchema, request));
        const told = respond(asked, index, names);
        yield fromBinary(AlphaResponseSchema, toBinary(ServerReflectionResponseSchema, told));
      }
    },
  });
}

function respond(
  request: ServerReflectionRequest,
  index: DescriptorIndex,
  names: readonly string[],
): ServerReflectionResponse {
  const messageResponse = tell(request.messageRequest, index, names);
  return create(ServerReflectionResponseSchema, { validHost: request.host, originalRequest: request, messageResponse });
}

function tell(
  asked: ServerReflectionRequest["messageRequest"],
  index: DescriptorIndex,
  names: readonly string[],
): Told {
  switch (asked.case) {
    case "listServices":
      return { case: "listServicesResponse", value: { service: names.map((name) => ({ name })) } };
    case "fileByFilename":
      return tellFiles(index.fileNamed(asked.value));
    case "fileContainingSymbol":
      return tellFiles(index.fileWithSymbol(asked.value));
    case "fileContainingExtension":
      return tellFiles(index.fileWithExtension(asked.value.containingType, asked.value.extensionNumber));
    case "allExtensionNumbersOfType": {
      const numbers = index.extensionNumbers(asked.value);
      if (numbers === null) return unknownName;
      const value = { baseTypeName: asked.value, extensionNumber: [...numbers] };
      return { case: "allExtensionNumbersResponse", value };
    }
    case undefined:
      return tellError(statuses.bad_request.code, "nothing was asked for");
  }
}

function tellFiles(files: readonly Uint8Array[] | null): Told {
  return files === null ? unknownName : { case: "fileDescriptorResponse", value: { fileDescriptorProto: [...files] } };
}

function tellError(errorCode: number, errorMessage: string): Told {
  return { case: "errorResponse", value: { errorCode, errorMessage } };
}

const unknownName = tellError(statuses.unknown_name.code, "no such name is served");
