// A session keeps a growing conversation small without breaking the provider's prompt cache. It cuts a large tool
// result before the result first enters the conversation. Every later step sends the same bytes again, except for rare
// compactions. Every cut can be expanded. All state is in the ledger; the service keeps none.
import { pricePresets } from "../gen/prices.ts";
import type { TaskSpec } from "../gen/shapes.ts";
import type { MessageView, ViewMessage } from "../messages/content.ts";
import type { Selection, WinnowClient } from "../select.ts";
import { type Bill, type BilledMessage, billed, emptyBill, savingText } from "./bill.ts";
import { compactionBudget } from "./compaction.ts";
import { type CuttingOptions, cutResults } from "./cutting.ts";
import { expandToolName } from "./expand-tool.ts";
import { createLedger, type LedgerJson } from "./ledger.ts";
import type { Prices } from "./prices.ts";
import { billedMessages, isExpansion, resultsOf, rewritten, type ToolResult, taskOf } from "./results.ts";

export interface SessionOptions<Message> {
  readonly client: WinnowClient;
  /** The format of the messages, such as `viewOpenAi`. */
  readonly view: ViewMessage<Message>;
  /** A new result with more tokens is cut. 2,000 by default. */
  readonly thresholdTokens?: number | undefined;
  /** The share of its tokens that a new result keeps, at least half the threshold. 0.3 by default. */
  readonly keep?: number | undefined;
  /** The most tokens that a new result keeps. 20,000 by default. */
  readonly keepTokensMax?: number | undefined;
  /** How many of the newest groups of messages a compaction does not change. 2 by default. */
  readonly newest?: number | undefined;
  /** Messages that are never changed. */
  readonly pinned?: ((message: Message, index: number) => boolean) | undefined;
  /** The task of a cut. By default the last user text, the assistant's plan and its calls. */
  readonly task?: ((messages: readonly Message[]) => TaskSpec) | undefined;
  /** The pinned configuration of the service. */
  readonly operatingPoint?: string | undefined;
  /** The context limit of the model, in tokens. 200,000 by default. */
  readonly contextTokens?: number | undefined;
  /** `pricePresets.anthropic` by default. */
  readonly prices?: Prices | undefined;
  /** The number of further steps to expect after `steps`. As many again by default. */
  readonly expectedSteps?: ((steps: number) => number) | undefined;
  /** A quarter of the characters by default. */
  readonly countTokens?: ((text: string) => number) | undefined;
  /** A stored ledger to continue. */
  readonly ledger?: LedgerJson | undefined;
  /** Called with every selection before it is used. */
  readonly onSelection?: ((selection: Selection) => void) | undefined;
}

export interface Session<Message> {
  /**
   * The messages to send: the given ones, with large tool results cut. Pass the whole conversation at each step, with
   * the original results or with those that an earlier call returned.
   * @throws WinnowError if the client is strict; the reason of `signal` if it is aborted
   */
  readonly prepare: (messages: readonly Message[], options?: PrepareOptions) => Promise<Message[]>;
  /** The whole of a cut result; null for an unknown handle. */
  readonly expand: (handle: string) => string | null;
  readonly figures: () => SessionFigures;
  /** The ledger, to store and to continue from. */
  readonly toJSON: () => LedgerJson;
}

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface SessionFigures {
  /** Prompts that were prepared. */
  readonly steps: number;
  /** Calls of the service, and those of them that failed open. */
  readonly selections: number;
  readonly failedOpen: number;
  /** Results that are sent cut. */
  readonly cuts: number;
  readonly compactions: number;
  readonly expansions: number;
  /** The bill of what was sent, expansions included, and the bill of the same conversation without a session. */
  readonly sent: Bill;
  readonly untrimmed: Bill;
  /** `untrimmed.cost - sent.cost`, in US dollars. Negative if the session costs more than it saves. */
  readonly saved: number;
  /** The same in words. */
  readonly summary: string;
}

/** A compaction does not change smaller results. Tokens. */
const COMPACTED_TOKENS_MIN = 500;

/** After a compaction was tried, the prompt must grow by this factor before the next one. */
const GROWTH_MIN = 1.25;

/** How far a prompt must be above the cache's minimum to be cut, because token counts are estimates. */
const CACHE_MARGIN = 2;

interface Conversation<Message> {
  readonly messages: readonly Message[];
  readonly views: readonly MessageView<Message>[];
  readonly results: readonly ToolResult[];
}

export function createSession<Message>(options: SessionOptions<Message>): Session<Message> {
  const { view, thresholdTokens = 2_000, keep = 0.3, keepTokensMax = 20_000 } = options;
  const { newest = 2, pinned = () => false } = options;
  const { contextTokens = 200_000, prices = pricePresets.anthropic, expectedSteps = (steps) => steps } = options;
  const { client, countTokens = (text) => Math.ceil(text.length / 4), operatingPoint } = options;
  const ledger = createLedger(options.ledger);
  const counts = { steps: 0, selections: 0, failedOpen: 0, compactions: 0, expansions: 0 };
  const bills = { sent: emptyBill, untrimmed: emptyBill };
  let before: { readonly [bill in keyof typeof bills]: readonly BilledMessage[] } = { sent: [], untrimmed: [] };
  /** A smaller prompt is not compacted, in tokens. */
  let compactFrom = 0;
  /** Calls of `prepare` wait for each other, so that each result gets one decision. */
  let queue: Promise<unknown> = Promise.resolve();

  const cutting: CuttingOptions = { client, ledger, countTokens, operatingPoint, onSelection: countSelection };

  function countSelection(selection: Selection): void {
    counts.selections += 1;
    if (selection.failedOpen) counts.failedOpen += 1;
    options.onSelection?.(selection);
  }

  const sentOf = ({ call, content }: ToolResult) => {
    const entry = ledger.find(call, content);
    return entry === undefined ? content : (entry.sent ?? entry.original);
  };
  const originalOf = ({ call, content }: ToolResult) => ledger.find(call, content)?.original ?? content;

  function keptOf(tokens: number): number {
    return Math.min(Math.max(keep * tokens, thresholdTokens / 2), keepTokensMax);
  }

  function mayChange({ messages }: Conversation<Message>, { tool, message }: ToolResult): boolean {
    const given = messages[message];
    return tool !== expandToolName && given !== undefined && !pinned(given, message);
  }

  function promptOf({ views, results }: Conversation<Message>): readonly BilledMessage[] {
    return billedMessages(views, results, sentOf, countTokens);
  }

  function servedBy({ messages, views }: Conversation<Message>): TaskSpec {
    return options.task?.(messages) ?? taskOf(views);
  }

  /** Cuts the large results that no model has received, and records those that stay whole. */
  async function cutNew(conversation: Conversation<Message>, signal: AbortSignal | undefined): Promise<void> {
    const large = conversation.results.filter(
      (result) =>
        result.isNew &&
        mayChange(conversation, result) &&
        ledger.find(result.call, result.content) === undefined &&
        countTokens(result.content) > thresholdTokens,
    );
    if (large.length === 0) return;
    const tokens = large.reduce((total, { content }) => total + countTokens(content), 0);
    const budget = large.reduce((total, { content }) => total + keptOf(countTokens(content)), 0);
    const task = servedBy(conversation);
    // A cut could bring the prompt below the minimum, where it is no longer cached and every step pays for all of it.
    const left = sum(promptOf(conversation)) - tokens + budget;
    const isWorthIt = left > CACHE_MARGIN * prices.cacheMinTokens && task.prompt.trim() !== "";
    const isCut = isWorthIt && (await cutResults(large, task, budget, signal, cutting));
    if (!isCut) for (const { call, content } of large) ledger.record(call, content, () => null);
  }

  /** Cuts older results again, all together, if that pays or the prompt nears the context limit. */
  async function compact(conversation: Conversation<Message>, signal: AbortSignal | undefined): Promise<void> {
    const prompt = promptOf(conversation);
    const promptTokens = sum(prompt);
    if (promptTokens < compactFrom) return;
    const older = conversation.results.filter((result) => {
      const isOlder = !result.isNew && !result.isRecent && mayChange(conversation, result);
      return isOlder && countTokens(sentOf(result)) >= COMPACTED_TOKENS_MIN;
    });
    const tokens = older.reduce((total, result) => total + countTokens(sentOf(result)), 0);
    const tailTokens = sum(prompt.slice(older[0]?.message ?? prompt.length));
    const saved = bills.untrimmed.cost - bills.sent.cost;
    const rules = { prices, contextTokens, expectedSteps: expectedSteps(counts.steps), saved };
    const budget = compactionBudget({ tokens, tailTokens, promptTokens }, rules);
    if (budget === null) return;
    if (await cutResults(older, servedBy(conversation), budget, signal, cutting)) counts.compactions += 1;
    compactFrom = sum(promptOf(conversation)) * GROWTH_MIN;
  }

  function countStep(conversation: Conversation<Message>): void {
    const { views } = conversation;
    const sent = promptOf(conversation);
    counts.steps += 1;
    bills.sent = billed(bills.sent, before.sent, sent, prices);
    before = { ...before, sent };
    const isOurs = isExpansion(views);
    const last = views.at(-1);
    // Without a session, the step after an expansion would not exist.
    if (last === undefined || isOurs(last)) return;
    const others = views.filter((each) => !isOurs(each));
    const untrimmed = billedMessages(others, resultsOf(others, newest), originalOf, countTokens);
    bills.untrimmed = billed(bills.untrimmed, before.untrimmed, untrimmed, prices);
    before = { ...before, untrimmed };
  }

  async function prepared(messages: readonly Message[], signal: AbortSignal | undefined): Promise<Message[]> {
    const views = messages.map(view);
    const results = resultsOf(views, newest);
    const conversation = { messages, views, results };
    await cutNew(conversation, signal);
    await compact(conversation, signal);
    countStep(conversation);
    ledger.prune(new Set(results.flatMap(({ call, content }) => ledger.find(call, content) ?? [])));
    return rewritten(messages, views, results, sentOf);
  }

  return {
    prepare: (messages, { signal } = {}) => {
      const next = queue.then(() => prepared(messages, signal));
      queue = next.catch(() => undefined);
      return next;
    },
    expand: (handle) => {
      const entry = ledger.byHandle(handle);
      if (entry === undefined) return null;
      counts.expansions += 1;
      return entry.original;
    },
    figures: () => {
      const cuts = ledger.toJSON().entries.filter(({ sent }) => sent !== null).length;
      const { sent, untrimmed } = bills;
      const summary = savingText(sent, untrimmed);
      return { ...counts, cuts, ...bills, saved: untrimmed.cost - sent.cost, summary };
    },
    toJSON: ledger.toJSON,
  };
}

function sum(messages: readonly BilledMessage[]): number {
  return messages.reduce((total, { tokens }) => total + tokens, 0);
}
