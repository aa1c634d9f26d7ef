// Every file, symbol and extension that reflection can be asked for, read once from the generated descriptors.
import {
  type DescEnum,
  type DescExtension,
  type DescFile,
  type DescMessage,
  type DescService,
  toBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

export interface DescriptorIndex {
  /** Serialised FileDescriptorProtos, the wanted file first, then everything it imports; null when there is none. */
  readonly fileNamed: (name: string) => readonly Uint8Array[] | null;
  /** @param symbol fully qualified: a service, method, message, field, oneof, enum, enum value or extension */
  readonly fileWithSymbol: (symbol: string) => readonly Uint8Array[] | null;
  readonly fileWithExtension: (message: string, number: number) => readonly Uint8Array[] | null;
  /** null when the message is unknown. */
  readonly extensionNumbers: (message: string) => readonly number[] | null;
}

export function indexDescriptors(services: readonly DescService[]): DescriptorIndex {
  const files = withImports(services.map((service) => service.file));
  const byName = new Map(files.map((file) => [file.proto.name, file]));
  const bySymbol = new Map(files.flatMap((file) => symbolsOf(file).map((symbol) => [symbol, file] as const)));
  const extensions = files.flatMap((file) => [
    ...file.extensions,
    ...messagesOf(file).flatMap((m) => m.nestedExtensions),
  ]);
  const serialised = (file: DescFile | undefined) =>
    file === undefined ? null : withImports([file]).map((each) => toBinary(FileDescriptorProtoSchema, each.proto));
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

/** Each file once, importing files before what they import. */
function withImports(files: readonly DescFile[]): readonly DescFile[] {
  const seen = new Set(files);
  // A set goes on to what is added to it while it is walked.
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

/** Messages at every level of nesting; as deep as a proto file of ours, never as a caller says. */
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

/** The values of an enum are named beside it, not below it. */
function enumSymbols({ typeName, name, values }: DescEnum): readonly string[] {
  const scope = typeName.slice(0, typeName.length - name.length);
  return [typeName, ...values.map((value) => scope + value.name)];
}

function extensionSymbol({ typeName }: DescExtension): string {
  return typeName;
}
