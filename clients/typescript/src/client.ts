// `winnow-client`: a client over REST and the helpers around it. This entry point exports everything that needs no
// other package.
import { type RestAddress, restTransport } from "./rest.ts";
import { type ClientDefaults, clientOver, type WinnowClient } from "./select.ts";

export interface ClientOptions extends RestAddress, ClientDefaults {}

/**
 * A client over REST. The options of a call override those of the client.
 * @throws TypeError if `baseUrl` is not an HTTP URL or `apiKey` is not a valid key
 */
export function createClient({ baseUrl, apiKey, fetch, ...defaults }: ClientOptions): WinnowClient {
  return clientOver(restTransport({ baseUrl, apiKey, fetch }), defaults);
}

// biome-ignore-start lint/performance/noBarrelFile: a package shows in one place what it exports
export type { BreakerOptions } from "./breaker.ts";
export { type Conversation, type ConversationOptions, omittedMark } from "./conversation.ts";
export * from "./errors.ts";
export { pricePresets } from "./gen/prices.ts";
export type * from "./gen/shapes.ts";
export { aiSdkConversation, viewAiSdk } from "./messages/ai-sdk.ts";
export { anthropicConversation, viewAnthropic } from "./messages/anthropic.ts";
export type { MessageView, ViewMessage } from "./messages/content.ts";
export { openAiConversation, viewOpenAi } from "./messages/openai.ts";
export { cutSpans, type PinnedRecords, type PinOptions, pinRecords } from "./records.ts";
export type { Answered, CallOptions, ClientDefaults, FailedOpen, Selection, WinnowClient } from "./select.ts";
export type { Bill } from "./session/bill.ts";
export { anthropicExpandTool, expandTool, openAiExpandTool } from "./session/expand-tool.ts";
export type { LedgerEntry, LedgerJson } from "./session/ledger.ts";
export type { PricePreset, Prices } from "./session/prices.ts";
export {
  createSession,
  type PrepareOptions,
  type Session,
  type SessionFigures,
  type SessionOptions,
} from "./session/session.ts";
export { errorOfStatus } from "./status-errors.ts";
export { guardRequestBytes, REQUEST_BYTES_MAX } from "./transport.ts";
// biome-ignore-end lint/performance/noBarrelFile: other files must not
