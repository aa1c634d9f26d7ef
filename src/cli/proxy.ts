// `winnow proxy`: runs between an agent and its model's API on loopback. It observes, or it trims tool results when
// they enter the conversation. It reports how much that saves, net of the provider's cache.
import { Command } from "commander";
import type { PricePreset } from "winnow-client";
import { type PriceTable, presets } from "../evaluation/money.ts";
import { createLocalService } from "../local/service.ts";
import { type Conversations, createConversations } from "../proxy/conversations.ts";
import type { Format } from "../proxy/formats.ts";
import { startProxy } from "../proxy/server.ts";
import { countTokens } from "../text/tokens.ts";
import { portNumber } from "./arguments.ts";
import { pricesIn } from "./files.ts";

interface ProxyOptions {
  readonly upstream: string;
  readonly apply?: true;
  readonly port: number;
  readonly prices?: string;
  readonly priceTable?: string;
}

const DEFAULT_PORT = 8091;

/** In milliseconds. A result that is not cut in time is never cut, and a model takes seconds to answer anyway. */
const TIMEOUT_MS = 10_000;

/** Other machines must not reach it, because it passes on the agent's credentials. */
const HOST = "127.0.0.1";

export function proxyCommand(): Command {
  return new Command("proxy")
    .description("stand between an agent and its model's API: observe, or trim tool results as they arrive")
    .requiredOption("--upstream <url>", "the API's base address, such as https://api.openai.com/v1")
    .option("--apply", "trim tool results; without it nothing changes, and the report says what trimming would save")
    .option("--port <number>", "port to listen on; 0 picks a free one", portNumber, DEFAULT_PORT)
    .option("--prices <name>", "the prices to use: anthropic, openai or google; by default those of the API")
    .option("--price-table <file>", "JSON file with the prices of your models; --prices names the one to use")
    .action(run);
}

async function run({ upstream, apply, port, prices, priceTable }: ProxyOptions): Promise<void> {
  const pricesOf = pricing(priceTable === undefined ? presets : await pricesIn(priceTable), prices);
  const onProblem = (problem: string) => process.stderr.write(`winnow: ${problem}\n`);
  const { client, close } = createLocalService({ timeoutMs: TIMEOUT_MS, onProblem });
  const conversations = createConversations({ client, pricesOf, countTokens });
  const proxy = await startProxy({
    upstream: upstreamOf(upstream),
    host: HOST,
    port,
    trim: async (format, messages) => {
      const prepared = await conversations.prepare(format, messages);
      return apply === true ? prepared : messages;
    },
    report: () => ({ applied: apply === true, ...conversations.total(), conversations: conversations.report() }),
    onFault: (fault) => onProblem(`a request passed unchanged: ${nameOf(fault)}`),
  });
  const leave = () => {
    process.stdout.write(summary(conversations.total(), apply === true));
    Promise.all([proxy.stop(), close()]).then(() => process.exit(0));
  };
  process.once("SIGTERM", leave).once("SIGINT", leave);
  process.stdout.write(`winnow proxy is ready on ${proxy.address}, ${apply === true ? "trimming" : "observing"}\n`);
}

/**
 * @returns the prices of a conversation: the named ones, or those of its API
 * @throws Error if the table has no such name
 */
function pricing(table: PriceTable, name: string | undefined): (format: Format["name"]) => PricePreset {
  const row = (wanted: string): PricePreset => {
    const found = Object.hasOwn(table, wanted) ? table[wanted] : undefined;
    if (found !== undefined) return found;
    throw new Error(`--prices is "${wanted}", must be one of ${Object.keys(table).join(", ")}`);
  };
  const [openai, anthropic] = [row(name ?? "openai"), row(name ?? "anthropic")];
  return (format) => (format === "anthropic-messages" ? anthropic : openai);
}

function upstreamOf(address: string): URL {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new Error(`--upstream is "${address}", must be an address that begins with https:// or http://`);
  }
  return url;
}

/** Returns the error's class, because its message may quote the conversation. */
function nameOf(fault: unknown): string {
  return fault instanceof Error ? fault.name : "unknown error";
}

function summary({ count, saved }: ReturnType<Conversations["total"]>, applied: boolean): string {
  const dollars = Math.abs(saved).toFixed(4);
  const verb = applied ? "saved" : "would have saved";
  const worse = applied ? "cost more than it saved" : "would have cost more than it saved";
  const text = saved < 0 ? `trimming ${worse}, by $${dollars}` : `trimming ${verb} $${dollars}, net of the cache`;
  return `winnow: ${count} conversations; ${text}\n`;
}
