// Stands in for src/protocols/connect/router.ts: every router that it makes also knows the conformance service, under
// the limits and the compression of the service's own.
import type { ConnectRouter } from "@connectrpc/connect";
import { createRouter as createOwn } from "../../../src/protocols/connect/router.ts";
import { serveConformance } from "./service.ts";

// biome-ignore lint/performance/noBarrelFile: it stands in place of a module, so it has all of its names
export {
  callKey,
  contextService,
  decodedKey,
  malformedMessage,
} from "../../../src/protocols/connect/router.ts";

export function createRouter(): ConnectRouter {
  return serveConformance(createOwn());
}
