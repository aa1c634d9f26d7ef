// The RPC services that are served, and the paths of their methods.
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Health } from "../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection } from "../../gen/grpc/reflection/v1/reflection_pb.ts";
import { ServerReflection as ServerReflectionAlpha } from "../../gen/grpc/reflection/v1alpha/reflection_pb.ts";
import { ContextService } from "../../gen/winnow/v1/context_pb.ts";

/** What tools and probes use. Holds nothing of a caller's. */
export const probeServices: readonly DescService[] = [Health, ServerReflection, ServerReflectionAlpha];

export const allServices: readonly DescService[] = [ContextService, ...probeServices];

/** Fully qualified without a leading slash, as in `winnow.v1.ContextService/Select`. */
export function rpcName(method: DescMethod): string {
  return `${method.parent.typeName}/${method.name}`;
}

const methods = new Map(
  allServices.flatMap((service) => service.methods).map((method) => [`/${rpcName(method)}`, method]),
);

/** Connect takes GET for these as well. */
export function isReadOnly({ idempotency }: DescMethod): boolean {
  return idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
}

export function findRpc(path: string): DescMethod | undefined {
  return methods.get(path);
}
