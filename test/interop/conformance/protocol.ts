// Replaces src/protocols/protocol.ts: unary calls of the conformance service are buffered as those of the context
// service, unless this run sends them through the router for streams.
import { type Target, targetOf as targetOfOwn } from "../../../src/protocols/protocol.ts";
import { conformanceService } from "./schema.ts";

// biome-ignore lint/performance/noBarrelFile: it stands in for a module, so it has all of its names
export {
  FRAME_HEAD_BYTES,
  grpcType,
  mediaType,
  type Protocol,
  protocolNames,
  protocols,
  type Target,
} from "../../../src/protocols/protocol.ts";

const throughRouter = process.env.INTEROP_WAY === "router";

export function targetOf(httpMethod: string, target: string, contentType: string | undefined): Target {
  const found = targetOfOwn(httpMethod, target, contentType);
  const conforming = httpMethod === "POST" && found.rpc?.startsWith(`${conformanceService.typeName}/`) === true;
  return conforming && !throughRouter ? { ...found, unary: true } : found;
}
