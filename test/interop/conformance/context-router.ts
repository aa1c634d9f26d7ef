// In place of src/wire/context-router.ts: every router made of it also knows the conformance service, under the
// limits and the compression of the service's own.
import type { ConnectRouter } from "@connectrpc/connect";
import { createRouter as createOwn } from "../../../src/wire/context-router.ts";
import { serveConformance } from "./service.ts";

// biome-ignore lint/performance/noBarrelFile: it stands in place of a module, so it has all of its names
export { callKey, contextService, sentKey } from "../../../src/wire/context-router.ts";

export function createRouter(): ConnectRouter {
  return serveConformance(createOwn());
}
