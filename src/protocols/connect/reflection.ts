// grpc.reflection v1 and v1alpha: answers the questions of tools about the services, from the generated descriptors.
// The two versions differ only in their package, so alpha's messages are read and written as bytes of v1's.
import {
  create,
  type DescEnum,
  type DescExtension,
  type DescFile,
  type DescMessage,
  type DescService,
  fromBinary,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { ConnectError, type ConnectRouter } from "@connectrpc/connect";
import {
  ServerReflection,
  type ServerReflectionRequest,
  ServerReflectionRequestSchema,
  type ServerReflectionResponse,
  ServerReflectionResponseSchema,
} from "../../../gen/grpc/reflection/v1/reflection_pb.ts";
import {
  ServerReflectionRequestSchema as AlphaRequestSchema,
  ServerReflectionResponseSchema as AlphaResponseSchema,
  ServerReflection as ServerReflectionAlpha,
} from "../../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { statuses } from "../../statuses.ts";

interface DescriptorIndex {
  /** Serialised FileDescriptorProtos: the named file, then everything it imports; null if there is no such file. */
  readonly fileNamed: (name: string) => readonly Uint8Array[] | null;
  /** @param symbol fully qualified: a service, method, message, field, oneof, enum, enum value or extension */
  readonly fileWithSymbol: (symbol: string) => readonly Uint8Array[] | null;
  readonly fileWithExtension: (message: string, number: number) => readonly Uint8Array[] | null;
  /** null if the message is unknown. */
  readonly extensionNumbers: (message: string) => readonly number[] | null;
}

function indexDescriptors(services: readonly DescService[]): DescriptorIndex {
  const files = withImports(services.map((service) => service.file));
  const byName = new Map(files.map((file) => [file.proto.name, file]));
  const bySymbol = new Map(files.flatMap((file) => symbolsOf(file).map((symbol) => [symbol, file] as const)));
  const extensions = files.flatMap((file) => [
    ...file.extensions,
    ...messagesOf(file).flatMap((m) => m.nestedExtensions),
  ]);
  const made = new Map<DescFile, readonly Uint8Array[]>();
  function serialised(file: DescFile | undefined): readonly Uint8Array[] | null {
    if (file === undefined) return null;
    const known = made.get(file) ?? withImports([file]).map((each) => toBinary(FileDescriptorProtoSchema, each.proto));
    made.set(file, known);
    return known;
  }
  const extending = (message: string) => extensions.filter((extension) => extension.extendee.typeName === message);
  return {
    fileNamed: (name) => serialised(byName.get(name)),
    fileWithSymbol: (symbol) => serialised(bySymbol.get(symbol)),
    fileWithExtension: (message, number) =>
      serialised(extending(message).find((extension) => extension.number === number)?.file),
    extensionNumbers: (message) =>
      bySymbol.has(message) ? extending(message).map((extension) => extension.number) : null,
  };
}

/** Each file once, after the files that it imports. */
function withImports(files: readonly DescFile[]): readonly DescFile[] {
  const seen = new Set(files);
  // Iteration over a set includes elements that are added meanwhile.
  for (const file of seen) for (const imported of file.dependencies) seen.add(imported);
  return [...seen];
}

function symbolsOf(file: DescFile): readonly string[] {
  const messages = messagesOf(file);
  const enums = [...file.enums, ...messages.flatMap((message) => message.nestedEnums)];
  return [
    ...file.services.flatMap(serviceSymbols),
    ...messages.flatMap(messageSymbols),
    ...enums.flatMap(enumSymbols),
    ...[...file.extensions, ...messages.flatMap((message) => message.nestedExtensions)].map(extensionSymbol),
  ];
}

/** Messages at every level of nesting. Our own proto files bound the depth. */
function messagesOf({ messages }: DescFile): readonly DescMessage[] {
  const nested = (message: DescMessage): DescMessage[] => [message, ...message.nestedMessages.flatMap(nested)];
  return messages.flatMap(nested);
}

function serviceSymbols({ typeName, methods }: DescService): readonly string[] {
  return [typeName, ...methods.map((method) => `${typeName}.${method.name}`)];
}

function messageSymbols({ typeName, fields, oneofs }: DescMessage): readonly string[] {
  return [typeName, ...[...fields, ...oneofs].map((member) => `${typeName}.${member.name}`)];
}

/** The values of an enum have the scope of the enum itself. */
function enumSymbols({ typeName, name, values }: DescEnum): readonly string[] {
  const scope = typeName.slice(0, typeName.length - name.length);
  return [typeName, ...values.map((value) => scope + value.name)];
}

function extensionSymbol({ typeName }: DescExtension): string {
  return typeName;
}

type MessageResponse = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>["messageResponse"]>;

/**
 * Questions on one stream. A client asks for each file or type once. An answer has up to 25 kB and takes the
 * main thread about 0.1 ms, and a stream counts as one call against the rate.
 */
const QUESTIONS_MAX = 64;

async function* upToMax<Request>(requests: AsyncIterable<Request>): AsyncIterable<Request> {
  let asked = 0;
  for await (const request of requests) {
    asked += 1;
    if (asked > QUESTIONS_MAX) {
      throw new ConnectError(`more than ${QUESTIONS_MAX} questions on one stream`, statuses.throttled.code);
    }
    yield request;
  }
}

/** @param services to list; tools can also ask for the types that they use */
export function serveReflection(router: ConnectRouter, services: readonly DescService[]): void {
  const index = indexDescriptors(services);
  const names = services.map(({ typeName }) => typeName);
  router.service(ServerReflection, {
    async *serverReflectionInfo(requests) {
      for await (const request of upToMax(requests)) yield respond(request, index, names);
    },
  });
  router.service(ServerReflectionAlpha, {
    async *serverReflectionInfo(requests) {
      for await (const request of upToMax(requests)) {
        const asked = fromBinary(ServerReflectionRequestSchema, toBinary(AlphaRequestSchema, request));
        const response = respond(asked, index, names);
        yield fromBinary(AlphaResponseSchema, toBinary(ServerReflectionResponseSchema, response));
      }
    },
  });
}

function respond(
  request: ServerReflectionRequest,
  index: DescriptorIndex,
  names: readonly string[],
): ServerReflectionResponse {
  const messageResponse = responseTo(request.messageRequest, index, names);
  return create(ServerReflectionResponseSchema, { validHost: request.host, originalRequest: request, messageResponse });
}

function responseTo(
  asked: ServerReflectionRequest["messageRequest"],
  index: DescriptorIndex,
  names: readonly string[],
): MessageResponse {
  switch (asked.case) {
    case "listServices":
      return { case: "listServicesResponse", value: { service: names.map((name) => ({ name })) } };
    case "fileByFilename":
      return filesResponse(index.fileNamed(asked.value));
    case "fileContainingSymbol":
      return filesResponse(index.fileWithSymbol(asked.value));
    case "fileContainingExtension":
      return filesResponse(index.fileWithExtension(asked.value.containingType, asked.value.extensionNumber));
    case "allExtensionNumbersOfType": {
      const numbers = index.extensionNumbers(asked.value);
      if (numbers === null) return unknownName;
      const value = { baseTypeName: asked.value, extensionNumber: [...numbers] };
      return { case: "allExtensionNumbersResponse", value };
    }
    case undefined:
      return errorResponse(statuses.bad_request.code, "nothing was asked for");
  }
}

function filesResponse(files: readonly Uint8Array[] | null): MessageResponse {
  return files === null ? unknownName : { case: "fileDescriptorResponse", value: { fileDescriptorProto: [...files] } };
}

function errorResponse(errorCode: number, errorMessage: string): MessageResponse {
  return { case: "errorResponse", value: { errorCode, errorMessage } };
}

const unknownName = errorResponse(statuses.unknown_name.code, "no such name is served");
