// `winnow proxy`: stands between an agent and its model's API on loopback. It observes, or trims tool results as they
// enter the conversation, and reports what that saves, net of the provider's cache.
import { Command, Option } from "commander";
import { type Prices, pricePresets } from "winnow-client";
import { createLocalService } from "../local/service.ts";
import { type ConversationReport, createConversations } from "../proxy/conversations.ts";
import { startProxy } from "../proxy/server.ts";
import { countTokens } from "../text/tokens.ts";
import { portNumber } from "./arguments.ts";

interface ProxyOptions {
  readonly upstream: string;
  readonly apply?: true;
  readonly port: number;
  readonly prices: keyof typeof pricePresets;
}

const PORT_BY_DEFAULT = 8091;

/** Others must not reach it: it passes the agent's credentials on. */
const HOST = "127.0.0.1";

export function proxyCommand(): Command {
  return new Command("proxy")
    .description("stand between an agent and its model's API: observe, or trim tool results as they enter")
    .requiredOption("--upstream <url>", "the API's base address, as https://api.openai.com/v1")
    .option("--apply", "trim tool results; without it nothing is changed and the report says what would be saved")
    .option("--port <number>", "port to listen on; 0 picks a free one", portNumber, PORT_BY_DEFAULT)
    .addOption(
      new Option("--prices <preset>", "whose prices the report uses")
        .choices(Object.keys(pricePresets))
        .default("anthropic"),
    )
    .action(run);
}

async function run({ upstream, apply = undefined, port, prices: preset }: ProxyOptions): Promise<void> {
  const prices: Prices = pricePresets[preset];
  const onProblem = (problem: string) => process.stderr.write(`winnow: ${problem}\n`);
  const { client, close } = createLocalService({ onProblem });
  const conversations = createConversations({ client, prices, countTokens });
  const proxy = await startProxy({
    upstream: upstreamOf(upstream),
    host: HOST,
    port,
    trim: async (format, messages) => {
      const prepared = await conversations.prepare(format, messages);
      return apply === true ? prepared : messages;
    },
    report: () => ({ applied: apply === true, prices: preset, conversations: conversations.report() }),
    onFault: (fault) => onProblem(`a request passed unchanged: ${nameOf(fault)}`),
  });
  const leave = () => {
    process.stdout.write(summary(conversations.report(), apply === true));
    Promise.all([proxy.stop(), close()]).then(() => process.exit(0));
  };
  process.once("SIGTERM", leave).once("SIGINT", leave);
  process.stdout.write(`winnow proxy is ready on ${proxy.address}, ${apply === true ? "trimming" : "observing"}\n`);
}

function upstreamOf(address: string): URL {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new Error(`--upstream is "${address}", must be an address that begins with https:// or http://`);
  }
  return url;
}

/** The class and never the message, which may hold a text of the conversation. */
function nameOf(fault: unknown): string {
  return fault instanceof Error ? fault.name : "unknown error";
}

function summary(conversations: readonly ConversationReport[], applied: boolean): string {
  const saved = conversations.reduce((sum, each) => sum + each.saved, 0);
  const dollars = Math.abs(saved).toFixed(4);
  const verb = applied ? "saved" : "would have saved";
  const worse = applied ? "cost more than it saved" : "would have cost more than it saved";
  const text = saved < 0 ? `trimming ${worse}, by $${dollars}` : `trimming ${verb} $${dollars}, net of the cache`;
  return `winnow: ${conversations.length} conversations; ${text}\n`;
}
