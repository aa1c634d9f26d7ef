// `winnow play`: the report as a live page on this machine, for trying out requests, budgets and operating points.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { readText } from "../local/read.ts";
import type { BudgetRule } from "../local/selection.ts";
import { openInputs } from "../play/opened.ts";
import { pageScript, playPage } from "../play/page.ts";
import { startPlayground } from "../play/server.ts";
import { publishedLabels } from "../points/published.ts";
import { budgetRule, portNumber } from "./arguments.ts";

interface PlayOptions {
  readonly host: string;
  readonly port: number;
  readonly open?: true;
  readonly task?: string;
  readonly budget?: BudgetRule;
  readonly operatingPoint?: string;
}

const DEFAULT_PORT = 8090;

const examples = [
  { name: "an incident", file: new URL("../../docs/examples/incident.json", import.meta.url) },
  { name: "two harbours", file: new URL("../../docs/examples/harbour.json", import.meta.url) },
];

export function playCommand(): Command {
  return new Command("play")
    .description("open a playground in the browser: paste records and a task, drag the budget, see what is selected")
    .argument("[files...]", "what to open: everything that `winnow select` reads; - reads standard input")
    .option("--task <text>", "the task; by default the request's prompt or the last user message")
    .option("--budget <budget>", "tokens (2000) or a share of the input (25%), instead of the request's", budgetRule)
    .option("--operating-point <label>", "operating point to use instead of the request's")
    .option("--host <address>", "loopback address to listen on", "127.0.0.1")
    .option("--port <number>", "port to listen on; 0 picks a free one", portNumber, DEFAULT_PORT)
    .option("--open", "also open it in the system's browser")
    .action(run);
}

async function run(files: readonly string[], options: PlayOptions): Promise<void> {
  const { host, port, open, task = "", ...overrides } = options;
  const inputs = await Promise.all(files.map(readText));
  const opened = inputs.length === 0 ? [] : openInputs(inputs, task, overrides);
  const requests = await Promise.all(
    examples.map(async ({ name, file }) => ({ name, request: JSON.parse(await readFile(file, "utf8")) })),
  );
  const page = playPage(await pageScript(), publishedLabels, requests, opened);
  const { address, stop } = await startPlayground(host, port, page);
  process.stdout.write(`winnow play is ready on ${address} (Ctrl-C ends it)\n`);
  const leave = () => {
    stop().then(() => process.exit(0));
  };
  process.once("SIGTERM", leave).once("SIGINT", leave);
  if (open) openBrowser(address);
}

/** The command that opens an address on each system. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

function openBrowser(address: string): void {
  const [command, ...words] = openers[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  opener.on("error", () => process.stderr.write(`winnow: ${command} is not available; open the address yourself\n`));
  opener.unref();
}
