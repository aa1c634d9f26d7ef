import { fromBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect, test } from "vitest";
import { ContextRequestSchema } from "../../../gen/winnow/v1/context_pb.ts";
import { readRequest } from "../../../src/protocols/grpc/request.ts";

const UNKNOWN = 99;

const record = new BinaryWriter().tag(1, WireType.LengthDelimited).string("alpha").finish();
const unknown = new BinaryWriter().tag(UNKNOWN, WireType.Varint).int32(7).finish();
const request = (...parts: readonly Uint8Array[]) =>
  Buffer.concat([
    new BinaryWriter().tag(1, WireType.LengthDelimited).string("id").finish(),
    new BinaryWriter()
      .tag(2, WireType.LengthDelimited)
      .bytes(Buffer.concat([record, ...parts]))
      .finish(),
    ...parts,
  ]);

test("unknown fields of a request are dropped", () => {
  const read = readRequest(request(unknown, unknown));
  const [first] = read.records;
  expect([read.requestId, first?.text]).toEqual(["id", "alpha"]);
  expect([read.$unknown, first?.$unknown]).toEqual([undefined, undefined]);
  // The library would keep them.
  expect(fromBinary(ContextRequestSchema, request(unknown, unknown)).$unknown).toHaveLength(2);
});
