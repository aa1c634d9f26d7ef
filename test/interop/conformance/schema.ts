// The definitions of Connect's conformance suite, read from the image compiled from the runner's module. They are not
// ours, so neither they nor code generated from them are in this repository.
import { readFileSync } from "node:fs";
import { createFileRegistry, type DescMessage, type DescService, fromBinary, type Registry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

const bytes = readFileSync(process.env.INTEROP_CONFORMANCE_IMAGE ?? "");
const PACKAGE = "connectrpc.conformance.v1";

export const registry: Registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes));

export const conformanceService: DescService = found(registry.getService(`${PACKAGE}.ConformanceService`));

export function messageNamed(name: string): DescMessage {
  return found(registry.getMessage(`${PACKAGE}.${name}`));
}

function found<Desc>(desc: Desc | undefined): Desc {
  if (desc === undefined) throw new Error(`the image of ${PACKAGE} lacks a definition`);
  return desc;
}
