// Replays conversations through the proxy, observing and trimming, to an upstream that keeps what it receives. In: the
// conversations. Out: whether the received bytes equal the sent ones, those of the previous step and a session's
// messages, and whether their bill equals the proxy's report.
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { createSession, pricePresets, viewOpenAi, type WinnowClient } from "winnow-client";
import { createConversations } from "../../src/proxy/conversations.ts";
import { startProxy } from "../../src/proxy/server.ts";
import { tokensOf } from "./billing.ts";
import type { Conversation, Message } from "./conversations.ts";
import type { Bar } from "./figures.ts";
import { stepsOf } from "./replay.ts";

const prices = pricePresets.anthropic;
const MILLION = 1_000_000;

/** In US dollars, for the rounding errors of sums. */
const ROUNDING = 1e-6;

interface Totals {
  steps: number;
  /** If the proxy only observes: the steps in which the upstream received the bytes that were sent. */
  observed: number;
  /** If it trims: the steps in which every earlier byte is unchanged. */
  same: number;
  /** The steps in which it compacted the conversation. */
  compacted: number;
  /** The steps with the same messages as a session. */
  likeSession: number;
  /** Conversations whose saving is the reported one. */
  billed: number;
  /** Conversations that cost more than without trimming. */
  costlier: number;
}

interface Upstream {
  readonly url: URL;
  /** The body of the last request. */
  readonly last: () => string;
  readonly close: () => void;
}

export async function replayThroughProxy(
  client: WinnowClient,
  conversations: readonly Conversation[],
): Promise<readonly Bar[]> {
  const totals: Totals = { steps: 0, observed: 0, same: 0, compacted: 0, likeSession: 0, billed: 0, costlier: 0 };
  const upstream = await startUpstream();
  for (const conversation of conversations) await replayOne(client, conversation, upstream, totals);
  upstream.close();
  const { steps, observed, same, compacted, likeSession, billed, costlier } = totals;
  const all = conversations.length;
  return [
    {
      name: "through the observing proxy, every byte arrives as it was sent",
      measured: `${observed} of ${steps} steps`,
      holds: observed === steps,
    },
    {
      name: "through the trimming proxy, every earlier byte is identical outside compactions",
      measured: `${same} of ${steps - compacted} steps; ${compacted} compactions`,
      holds: same === steps - compacted,
    },
    {
      name: "the trimming proxy sends what a session sends",
      measured: `${likeSession} of ${steps} steps`,
      holds: likeSession === steps,
    },
    {
      name: "the bill of the received prompts is the reported one, and never higher than without trimming",
      measured: `${billed} of ${all} conversations, ${costlier} higher`,
      holds: billed === all && costlier === 0,
    },
  ];
}

async function replayOne(
  client: WinnowClient,
  conversation: Conversation,
  upstream: Upstream,
  totals: Totals,
): Promise<void> {
  const observing = await proxyTo(upstream, client, false);
  const trimming = await proxyTo(upstream, client, true);
  const session = createSession<Message>({
    client,
    view: viewOpenAi,
    countTokens: tokensOf,
    prices,
    contextTokens: Number.POSITIVE_INFINITY,
  });
  const received: (readonly Message[])[] = [];
  const untrimmed: (readonly Message[])[] = [];
  let before = "";
  for (const at of stepsOf(conversation)) {
    const messages = conversation.messages.slice(0, at);
    // Blanks and a number that another JSON writer would change.
    const body = `{ "temperature": 1.0, "messages": ${JSON.stringify(messages)} }`;
    totals.steps += 1;
    if ((await observing.post(body)) === body) totals.observed += 1;
    const sent = await trimming.post(body);
    const compactions = session.figures().compactions;
    const prepared = await session.prepare(messages);
    const now: readonly Message[] = JSON.parse(sent).messages;
    if (JSON.stringify(now) === JSON.stringify(prepared)) totals.likeSession += 1;
    if (session.figures().compactions > compactions) totals.compacted += 1;
    else if (sent.startsWith(before)) totals.same += 1;
    before = sent.slice(0, sent.lastIndexOf("]"));
    received.push(now);
    untrimmed.push(messages);
  }
  const saved = billOf(untrimmed) - billOf(received);
  if ([observing, trimming].every(({ reported }) => Math.abs(reported() - saved) < ROUNDING)) totals.billed += 1;
  if (saved < -ROUNDING) totals.costlier += 1;
  await Promise.all([observing.stop(), trimming.stop()]);
}

async function proxyTo({ url, last }: Upstream, client: WinnowClient, applies: boolean) {
  const conversations = createConversations({ client, pricesOf: () => prices, countTokens: tokensOf });
  const proxy = await startProxy({
    upstream: url,
    host: "127.0.0.1",
    port: 0,
    report: conversations.total,
    trim: async (format, messages) => {
      const prepared = await conversations.prepare(format, messages);
      return applies ? prepared : messages;
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  return {
    post: async (body: string): Promise<string> => {
      const headers = { "content-type": "application/json" };
      await (await fetch(`${proxy.address}/chat/completions`, { method: "POST", headers, body })).arrayBuffer();
      return last();
    },
    reported: () => conversations.total().saved,
    stop: proxy.stop,
  };
}

async function startUpstream(): Promise<Upstream> {
  let received = "";
  const server = createServer(async (request, response) => {
    received = (await buffer(request)).toString();
    response.setHeader("content-type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: new URL(`http://127.0.0.1:${port}`), last: () => received, close };
}

/** Computed only from the received messages, by the cache rules. In US dollars. */
function billOf(prompts: readonly (readonly Message[])[]): number {
  let cost = 0;
  for (const [step, prompt] of prompts.entries()) {
    const earlier = prompts[step - 1] ?? [];
    const changed = prompt.findIndex((message, at) => JSON.stringify(message) !== JSON.stringify(earlier[at]));
    const tokens = tokensIn(prompt);
    const shared = tokensIn(changed < 0 ? prompt : prompt.slice(0, changed));
    const read = shared < prices.cacheMinTokens ? 0 : shared;
    const write = tokens < prices.cacheMinTokens ? prices.input : prices.cacheWrite;
    cost += (read * prices.cacheRead + (tokens - read) * write) / MILLION;
  }
  return cost;
}

function tokensIn(prompt: readonly Message[]): number {
  const textOf = (message: Message) => viewOpenAi(message).texts.map(({ text }) => text);
  return prompt.reduce((sum, message) => sum + tokensOf(textOf(message).join("\n")), 0);
}
