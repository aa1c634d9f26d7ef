// What a provider charges for the prompts of a conversation. In: the prompt of each step. Out: US dollars after each
// step. The beginning that a prompt shares with the previous one, message by message, is read from the cache. The rest
// is written to it.
import { pricePresets } from "winnow-client";
import { countTokens } from "../../src/text/tokens.ts";
import type { Message } from "./conversations.ts";

export const providers = ["anthropic", "openai", "google"] as const;
export type Provider = (typeof providers)[number];

export type Prompt = readonly Message[];

/** OpenAI reads its cache in steps of this many tokens. */
const OPENAI_STEP_TOKENS = 128;

/** Tokens of a message in addition to its texts. */
const MESSAGE_TOKENS = 4;

const MILLION = 1_000_000;

/** The bill after each step. */
export function billOf(prompts: readonly Prompt[], provider: Provider): readonly number[] {
  const { input, cacheWrite, cacheRead, cacheMinTokens } = pricePresets[provider];
  let cost = 0;
  return prompts.map((prompt, step) => {
    const shared = promptTokens(prompt.slice(0, sharedMessages(prompts[step - 1] ?? [], prompt)));
    const all = promptTokens(prompt);
    const stepped = provider === "openai" ? shared - (shared % OPENAI_STEP_TOKENS) : shared;
    const cached = shared < cacheMinTokens ? 0 : stepped;
    cost += (cached * cacheRead + (all - cached) * (all < cacheMinTokens ? input : cacheWrite)) / MILLION;
    return cost;
  });
}

/** The number of messages at the start that two prompts have in common, byte for byte. */
export function sharedMessages(before: Prompt, now: Prompt): number {
  const changed = now.findIndex((message, index) => keyOf(message) !== keyOf(before[index]));
  return changed < 0 ? now.length : changed;
}

export function promptTokens(prompt: Prompt): number {
  return prompt.reduce((sum, message) => sum + tokensOf(textOf(message)) + MESSAGE_TOKENS, 0);
}

/** The part of a message that is billed as text. */
export function textOf({ content, tool_calls: calls = [] }: Message): string {
  return [content ?? "", ...calls.map(({ function: { name, arguments: input } }) => `${name} ${input}`)].join("\n");
}

const counted = new Map<string, number>();

/** Counted once for each text, because prompts of later steps repeat it. */
export function tokensOf(text: string): number {
  const known = counted.get(text) ?? countTokens(text);
  counted.set(text, known);
  return known;
}

const keys = new WeakMap<Message, string>();

function keyOf(message: Message | undefined): string {
  if (message === undefined) return "";
  const known = keys.get(message) ?? JSON.stringify(message);
  keys.set(message, known);
  return known;
}
