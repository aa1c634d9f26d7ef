// `winnow-client`: select over REST, and what people need around it. Everything a caller may import stands here.
import { type RestAddress, restWire } from "./rest-wire.ts";
import { type CallOptions, clientOver, type WinnowClient } from "./select-call.ts";

export interface ClientOptions extends RestAddress, CallOptions {}

/**
 * A client over REST. Options of a call beat those of the client.
 * @throws TypeError when `baseUrl` is no URL of HTTP or `apiKey` is no key
 */
export function createClient({ baseUrl, apiKey, fetch, ...defaults }: ClientOptions): WinnowClient {
  return clientOver(restWire({ baseUrl, apiKey, fetch }), defaults);
}

// biome-ignore-start lint/performance/noBarrelFile: the one place where a package shows what it holds
export { aiSdkConversation } from "./ai-sdk-messages.ts";
export { anthropicConversation } from "./anthropic-messages.ts";
export { type Conversation, omittedMark } from "./conversation.ts";
export * from "./errors.ts";
export type { ConversationOptions } from "./exchanges.ts";
export type * from "./gen/shapes.ts";
export { guardRequestBytes, REQUEST_BYTES_MAX } from "./limits.ts";
export { openAiConversation } from "./openai-messages.ts";
export type { CallOptions, WinnowClient } from "./select-call.ts";
export type { Answered, FailedOpen, Selection } from "./selection.ts";
export { type Apart, type ApartOptions, setApart } from "./set-apart.ts";
export { cutSpans } from "./spans.ts";
export { errorOfStatus } from "./status-errors.ts";
// biome-ignore-end lint/performance/noBarrelFile: only the door may
