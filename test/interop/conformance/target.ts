// In place of src/wire/target.ts: unary calls of the conformance service go the way of the context service's, answered
// whole from memory, unless this run sends them through the router for streams.
import { type Target, targetOf as targetOfOwn } from "../../../src/wire/target.ts";
import { conformanceService } from "./schema.ts";

export type { Target } from "../../../src/wire/target.ts";

const throughRouter = process.env.INTEROP_WAY === "router";

export function targetOf(httpMethod: string, target: string, contentType: string | undefined): Target {
  const found = targetOfOwn(httpMethod, target, contentType);
  const conforming = httpMethod === "POST" && found.rpc?.startsWith(`${conformanceService.typeName}/`) === true;
  return conforming && !throughRouter ? { ...found, unary: true } : found;
}
