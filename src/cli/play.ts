// `winnow play`: the report as a live page on this machine, to try requests, budgets and operating points on.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { playPage } from "../play/page.ts";
import { pageScript } from "../play/page-script.ts";
import { startPlayground } from "../play/server.ts";
import { publishedLabels } from "../points/published.ts";
import { portNumber } from "./arguments.ts";
import { requestFromFiles } from "./files.ts";

interface PlayOptions {
  readonly task?: string;
  readonly host: string;
  readonly port: number;
  readonly open?: true;
}

const PORT_BY_DEFAULT = 8090;

const examples = [
  { name: "an incident", file: new URL("../../docs/examples/incident.json", import.meta.url) },
  { name: "two harbours", file: new URL("../../docs/examples/harbour.json", import.meta.url) },
];

export function playCommand(): Command {
  return new Command("play")
    .description("open a playground in the browser: paste records and a task, drag the budget, see what is selected")
    .argument("[files...]", "what to begin with: anything that `winnow select` reads; - reads standard input")
    .option("--task <text>", "the task of these files; by default the request's or the last user message")
    .option("--host <address>", "loopback address to listen on", "127.0.0.1")
    .option("--port <number>", "port to listen on; 0 picks a free one", portNumber, PORT_BY_DEFAULT)
    .option("--open", "also open it in the system's browser")
    .action(run);
}

async function run(files: readonly string[], { task = "", host, port, open }: PlayOptions): Promise<void> {
  const own = files.length === 0 ? [] : [await requestFromFiles(files, task)];
  const shipped = examples.map(async ({ name, file }) => ({ name, request: await readFile(file, "utf8") }));
  const requests = [
    ...own.map(({ names, request }) => ({ name: names, request: JSON.stringify(request) })),
    ...(await Promise.all(shipped)),
  ];
  const { address, stop } = await startPlayground(host, port, playPage(await pageScript(), publishedLabels, requests));
  process.stdout.write(`winnow play is ready on ${address} (Ctrl-C ends it)\n`);
  const leave = () => {
    stop().then(() => process.exit(0));
  };
  process.once("SIGTERM", leave).once("SIGINT", leave);
  if (open) openBrowser(address);
}

/** What each system opens an address with. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

function openBrowser(address: string): void {
  const [command, ...words] = openers[process.platform] ?? ["xdg-open"];
  const opener = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  opener.on("error", () => process.stderr.write(`winnow: ${command} is not there; open the address yourself\n`));
  opener.unref();
}
