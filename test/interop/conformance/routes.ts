// Replaces src/protocols/routes.ts: the service's own services and the conformance service.
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { findRpc as findOwn, allServices as ownServices } from "../../../src/protocols/routes.ts";
import { conformanceService } from "./schema.ts";

// biome-ignore lint/performance/noBarrelFile: it stands in place of a module, so it has all of its names
export {
  findRoute,
  isReadOnly,
  pathOf,
  probeServices,
  routes,
  rpcName,
  selectPath,
  selectRpcPath,
} from "../../../src/protocols/routes.ts";

export const allServices: readonly DescService[] = [...ownServices, conformanceService];

export function findRpc(path: string): DescMethod | undefined {
  return (
    findOwn(path) ?? conformanceService.methods.find((method) => path === `/${method.parent.typeName}/${method.name}`)
  );
}
