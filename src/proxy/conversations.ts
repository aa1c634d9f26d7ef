// The conversations that pass through the proxy, each with a session of the client. A request continues the
// conversation whose messages it begins with. If a model has already answered an unknown conversation, it passes
// untouched, with all its tool results so far, because the proxy does not know what the upstream has seen of them.
// Everything is kept in memory, within bounds, until the process ends.
import { createHash } from "node:crypto";
import {
  createSession,
  type LedgerEntry,
  type PricePreset,
  type Session,
  type SessionFigures,
  type WinnowClient,
} from "winnow-client";
import type { Format, Message } from "./formats.ts";

/** Most conversations that are kept. The one that has been idle longest is dropped. */
const CONVERSATIONS_MAX = 256;

/**
 * The number of latest requests by which the proxy can find a conversation. A client may retry or branch from the last
 * few.
 */
const PREFIXES_MAX = 64;

interface ConversationReport extends SessionFigures {
  readonly id: string;
  readonly format: Format["name"];
  /** The model whose prices are counted, with their date and source. */
  readonly prices: PricePreset;
}

export interface Conversations {
  /** @returns the messages as they should be sent; the same array if none changes */
  readonly prepare: (format: Format, messages: readonly Message[]) => Promise<readonly Message[]>;
  /** The conversations that are kept. */
  readonly report: () => readonly ConversationReport[];
  /** Every conversation so far, and what they saved together, in US dollars. */
  readonly total: () => { readonly count: number; readonly saved: number };
}

interface Conversation {
  readonly id: string;
  readonly format: Format;
  readonly session: Session<Message>;
  /** The digests of the requests so far, oldest first. */
  readonly prefixes: string[];
}

export interface ConversationOptions {
  readonly client: WinnowClient;
  readonly pricesOf: (format: Format["name"]) => PricePreset;
  readonly countTokens: (text: string) => number;
}

export function createConversations(options: ConversationOptions): Conversations {
  const { client, pricesOf, countTokens } = options;
  const byPrefix = new Map<string, Conversation>();
  /** In the order of their last use. */
  const kept = new Set<Conversation>();
  let count = 0;
  /** The savings of conversations that are no longer kept. */
  let savedBefore = 0;

  function started(format: Format, messages: readonly Message[]): Conversation {
    const ledger = { version: 1, next: 1, entries: entriesOf(format, messages) } as const;
    // The proxy never rewrites a prompt to fit the context, because the agent knows that limit and the proxy does not.
    const contextTokens = Number.POSITIVE_INFINITY;
    const prices = pricesOf(format.name);
    const session = createSession({ client, view: format.view, prices, countTokens, contextTokens, ledger });
    count += 1;
    return { id: `c${count}`, format, session, prefixes: [] };
  }

  function use(conversation: Conversation, prefix: string): void {
    kept.delete(conversation);
    kept.add(conversation);
    if (byPrefix.get(prefix) !== conversation) {
      byPrefix.set(prefix, conversation);
      conversation.prefixes.push(prefix);
    }
    if (conversation.prefixes.length > PREFIXES_MAX) byPrefix.delete(conversation.prefixes.shift() ?? "");
    if (kept.size <= CONVERSATIONS_MAX) return;
    const [oldest] = kept;
    if (oldest === undefined) return;
    kept.delete(oldest);
    savedBefore += oldest.session.figures().saved;
    for (const each of oldest.prefixes) byPrefix.delete(each);
  }

  return {
    prepare: async (format, messages) => {
      const prefixes = prefixesOf(format, messages);
      const known = prefixes.findLast((prefix) => byPrefix.has(prefix));
      const conversation = byPrefix.get(known ?? "") ?? started(format, messages);
      use(conversation, prefixes.at(-1) ?? "");
      const prepared = await conversation.session.prepare(messages);
      const isChanged = prepared.some((message, at) => message !== messages[at]);
      return isChanged ? prepared : messages;
    },
    total: () => {
      const saved = [...kept].reduce((sum, { session }) => sum + session.figures().saved, savedBefore);
      return { count, saved };
    },
    report: () =>
      [...kept].map(({ id, format: { name }, session }) => {
        return { id, format: name, prices: pricesOf(name), ...session.figures() };
      }),
  };
}

/** A digest for each beginning of the conversation. */
function prefixesOf({ name }: Format, messages: readonly Message[]): readonly string[] {
  const hash = createHash("sha256").update(name);
  return messages.map((message) => hash.update(JSON.stringify(message)).update("\n").copy().digest("base64"));
}

/** The tool results that are never cut: those of a conversation that a model has already answered. */
function entriesOf({ view }: Format, messages: readonly Message[]): readonly LedgerEntry[] {
  const views = messages.map(view);
  if (!views.some(({ role }) => role === "assistant")) return [];
  const results = views.flatMap(({ texts }) => texts.filter(({ kind, callId }) => kind === "tool_result" && callId));
  return results.map(({ callId = "", text }, at) => ({
    handle: `p${at + 1}`,
    call: callId,
    original: text,
    sent: null,
    former: [],
  }));
}
