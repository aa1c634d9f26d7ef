// How protobuf messages are read: what stands in fields that nobody here knows is passed over. The library would keep
// it, to be sent on, which nothing here is, at some 250 bytes a field: a body has room for three million of two bytes.
import type { BinaryReadOptions } from "@bufbuild/protobuf";

export const knownFields: Partial<BinaryReadOptions> = { readUnknownFields: false };
