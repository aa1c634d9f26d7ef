// Replays a conversation step by step under one policy. In: a conversation and a policy. Out: what the provider would
// receive at every step, its bill by the rules of three providers, and the evidence in the prompts.
import {
  createSession,
  openAiConversation,
  type Session,
  type SessionOptions,
  viewOpenAi,
  type WinnowClient,
} from "winnow-client";
import { folded, holds } from "../../src/evaluation/evidence.ts";
import { billOf, type Prompt, type Provider, promptTokens, sharedMessages, textOf, tokensOf } from "./billing.ts";
import type { Check, Conversation, Message } from "./conversations.ts";

/** Everything unchanged; the whole conversation cut again before each step; a session. */
export const policies = ["untrimmed", "afresh", "session"] as const;
export type Policy = (typeof policies)[number];

export interface Replay {
  /** US dollars after each step, by provider. */
  readonly cost: Readonly<Record<Provider, readonly number[]>>;
  /** The bill at the end if the model also expanded every cut that holds evidence missing from a prompt. */
  readonly costExpanded: Readonly<Record<Provider, number>>;
  readonly expansions: number;
  /** Prompt tokens of each step. */
  readonly tokens: readonly number[];
  /** Share of the evidence in the prompts of the checks; null without checks. */
  readonly evidence: number | null;
  /** Steps, outside compactions, at which a message changed that had been sent before. */
  readonly changed: number;
  readonly compactions: number;
  readonly cuts: number;
}

export type Tuning = Pick<SessionOptions<Message>, "thresholdTokens" | "keep" | "keepTokensMax" | "contextTokens">;

/** The prompts of a conversation end before each message of the assistant and at the end. */
export function stepsOf({ messages }: Conversation): readonly number[] {
  const before = messages.flatMap(({ role }, index) => (role === "assistant" && index > 0 ? [index] : []));
  return [...before, messages.length];
}

/**
 * @param client one that never fails open
 * @param sizes the tokens of each prompt that the policy `afresh` may use: those of the session
 */
export async function replay(
  client: WinnowClient,
  conversation: Conversation,
  policy: Policy,
  sizes: readonly number[],
  tuning: Tuning,
): Promise<Replay> {
  const session = createSession<Message>({ client, view: viewOpenAi, countTokens: tokensOf, ...tuning });
  const promptOf = async (given: Prompt, size: number): Promise<Prompt> => {
    switch (policy) {
      case "untrimmed":
        return given;
      case "afresh":
        return cutAfresh(client, given, size);
      case "session":
        return session.prepare(given);
    }
  };
  const prompts: Prompt[] = [];
  /** The same prompts with the expansions that were needed until then. */
  const expandedPrompts: Prompt[] = [];
  const expansions: Expansion[] = [];
  const shares: number[] = [];
  let changed = 0;
  for (const [step, at] of stepsOf(conversation).entries()) {
    const compacted = session.figures().compactions;
    const given = conversation.messages.slice(0, at);
    const prompt = await promptOf(given, sizes[step] ?? 0);
    const earlier = prompts.at(-1) ?? [];
    const isSame = sharedMessages(earlier, prompt) >= earlier.length;
    if (!isSame && session.figures().compactions === compacted) changed += 1;
    prompts.push(prompt);
    expandedPrompts.push(withExpansions(prompt, expansions));
    for (const check of conversation.checks.filter((each) => each.at === at)) {
      const { share, needed } = checked(prompt, check, session);
      shares.push(share);
      if (needed.length > 0) {
        expansions.push(...needed.map((messages) => ({ at, messages })));
        expandedPrompts.push(withExpansions(prompt, expansions));
      }
    }
  }
  const { compactions, cuts } = session.figures();
  return {
    cost: byProvider((provider) => billOf(prompts, provider)),
    costExpanded: byProvider((provider) => billOf(expandedPrompts, provider).at(-1) ?? 0),
    expansions: expansions.length,
    tokens: prompts.map(promptTokens),
    evidence: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    changed,
    compactions,
    cuts,
  };
}

async function cutAfresh(client: WinnowClient, given: Prompt, size: number): Promise<Prompt> {
  const { records, lastUserText, apply } = openAiConversation(given, { newest: 0 });
  if (promptTokens(given) <= size || records.length === 0 || lastUserText === "") return given;
  const fixedTokens = promptTokens(given) - records.reduce((sum, { text }) => sum + tokensOf(text), 0);
  const budget = { max_context_tokens: Math.max(1, size - fixedTokens) };
  return apply(await client.select({ request_id: "afresh", records, task: { prompt: lastUserText }, budget }));
}

/** @returns the share of the evidence in the prompt, and the expansions that would bring the rest */
function checked(prompt: Prompt, { evidence }: Check, session: Session<Message>) {
  const context = folded(prompt.map(textOf).join("\n"));
  const missing = evidence.filter((needle) => !holds(context, needle));
  const cuts = session.toJSON().entries.filter(({ sent }) => sent !== null);
  const holding = cuts.filter(({ original }) => missing.some((needle) => holds(folded(original), needle)));
  return { share: 1 - missing.length / evidence.length, needed: holding.map(expansionOf) };
}

/** The call of the expand tool and its result. */
function expansionOf({ handle, original }: { readonly handle: string; readonly original: string }): readonly Message[] {
  const id = `expand-${handle}`;
  const call = {
    id,
    type: "function",
    function: { name: "winnow_expand", arguments: `{"handle":"${handle}"}` },
  } as const;
  return [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: original },
  ];
}

interface Expansion {
  /** The index at which its messages were added. */
  readonly at: number;
  readonly messages: readonly Message[];
}

function withExpansions(prompt: Prompt, expansions: readonly Expansion[]): Prompt {
  const addedAt = (at: number) => expansions.filter((each) => each.at === at).flatMap(({ messages }) => messages);
  return [...prompt.flatMap((message, index) => [...addedAt(index), message]), ...addedAt(prompt.length)];
}

function byProvider<Value>(of: (provider: Provider) => Value): Readonly<Record<Provider, Value>> {
  return { anthropic: of("anthropic"), openai: of("openai"), google: of("google") };
}
