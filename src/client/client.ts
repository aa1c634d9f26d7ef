// `winnow/client`: select over REST, and what people need around it. Everything a caller may import stands here.
import { type RestAddress, restWire } from "./rest-wire.ts";
import { type CallOptions, clientOver, type WinnowClient } from "./select-call.ts";

export interface ClientOptions extends RestAddress, CallOptions {}

/**
 * A client over REST. Options of a call beat those of the client.
 * @throws TypeError when `baseUrl` is no URL or `apiKey` is empty
 */
export function createClient({ baseUrl, apiKey, fetch, ...defaults }: ClientOptions): WinnowClient {
  return clientOver(restWire({ baseUrl, apiKey, fetch }), defaults);
}

// biome-ignore lint/performance/noBarrelFile: the one place where a package shows what it holds
export * from "./errors.ts";
export type { CallOptions, WinnowClient } from "./select-call.ts";
export type { Answered, FailedOpen, Selection } from "./selection.ts";
export type * from "./shapes.ts";
