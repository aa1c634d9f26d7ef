// Reads the descriptors of the interface from `buf build`, with the comments of the proto files, which generated code
// leaves out. Everything that is generated from the interface outside `gen/` starts here.
import { execFileSync } from "node:child_process";
import {
  createFileRegistry,
  type DescEnum,
  type DescEnumValue,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { getComments } from "@bufbuild/protoplugin";
import { ContextService } from "../gen/winnow/v1/context_pb.ts";
import { program, root } from "./project.ts";

/** The service with every message below it, comments included. */
export function describedService(): DescService {
  const image = execFileSync(program("buf"), ["build", "-o", "-"], { cwd: root });
  const service = createFileRegistry(fromBinary(FileDescriptorSetSchema, image)).getService(ContextService.typeName);
  if (service === undefined) throw new Error(`${ContextService.typeName} is not in the proto files`);
  return service;
}

/** The proto file's comment above the element, as one paragraph. */
export function commentOf(desc: DescEnum | DescEnumValue | DescField | DescMessage | DescMethod | DescService): string {
  return (getComments(desc).leading ?? "").replaceAll(/\s+/g, " ").trim();
}

/** A message and every message in it, each once, outer before inner. Free-form messages are left out. */
export function messagesBelow(outermost: DescMessage): readonly DescMessage[] {
  const found = new Set([outermost]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const message of found) {
    for (const { message: inner } of message.fields) {
      if (inner !== undefined && inner.file === outermost.file) found.add(inner);
    }
  }
  return [...found];
}
