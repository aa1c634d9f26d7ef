// Decodes `grpc-status-details-bin` by field number, without the code under test.
import { BinaryReader } from "@bufbuild/protobuf/wire";

interface RpcStatus {
  readonly code: number;
  readonly message: string;
  /** Serialised details by type URL. */
  readonly details: ReadonlyMap<string, Uint8Array>;
}

/** @param header base64, with or without padding */
export function decodeRpcStatus(header: string): RpcStatus {
  const reader = new BinaryReader(Buffer.from(header, "base64"));
  let code = 0;
  let message = "";
  const details = new Map<string, Uint8Array>();
  while (reader.pos < reader.len) {
    const [field] = reader.tag();
    if (field === 1) code = reader.int32();
    else if (field === 2) message = reader.string();
    else details.set(...decodeAny(reader.bytes()));
  }
  return { code, message, details };
}

function decodeAny(bytes: Uint8Array): [string, Uint8Array] {
  const reader = new BinaryReader(bytes);
  let type = "";
  let value: Uint8Array = new Uint8Array();
  while (reader.pos < reader.len) {
    const [field] = reader.tag();
    if (field === 1) type = reader.string();
    else value = reader.bytes();
  }
  return [type, value];
}
