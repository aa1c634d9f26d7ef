// Replaces src/protocols/connect/router.ts: every router also has the conformance service, with the limits and the
// compression of the service's own.
import type { ConnectRouter } from "@connectrpc/connect";
import { createRouter as createOwn } from "../../../src/protocols/connect/router.ts";
import { serveConformance } from "./service.ts";

// biome-ignore lint/performance/noBarrelFile: it stands in place of a module, so it has all of its names
export {
  callKey,
  decodedKey,
  malformedMessage,
  serveContext,
} from "../../../src/protocols/connect/router.ts";

export function createRouter(): ConnectRouter {
  return serveConformance(createOwn());
}
