// The command line: `winnow serve|select|eval|play|mcp|proxy|keys|orgs`. Every help ends with the exit codes.
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { errorMessage } from "../thrown.ts";

/** Loaded on demand, because the imports of one command would slow down the start of another by up to a tenth. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["serve", async () => (await import("./serve.ts")).serveCommand()],
  ["select", async () => (await import("./select.ts")).selectCommand()],
  ["eval", async () => (await import("./eval.ts")).evalCommand()],
  ["mcp", async () => (await import("./mcp.ts")).mcpCommand()],
  ["proxy", async () => (await import("./proxy.ts")).proxyCommand()],
  ["play", async () => (await import("./play.ts")).playCommand()],
  ["keys", async () => (await import("./keys.ts")).keysCommand()],
  ["orgs", async () => (await import("./orgs.ts")).orgsCommand()],
]);

/** A valid command failed. */
const EXIT_FAILED = 1;
/** The command line itself is invalid. */
const EXIT_USAGE = 2;

const exitCodes = `
Exit codes: 0 done, 1 failed, 2 invalid command line.`;

const program = new Command("winnow")
  .description("Selects, within a token budget, the records worth sending to a model.")
  .version(manifest.version);
for (const command of await named(process.argv[2])) program.addCommand(command);
for (const command of everyCommand(program)) {
  command.exitOverride().showHelpAfterError("(add --help for the usage)").addHelpText("after", exitCodes);
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "winnow: ")) });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/**
 * Loads the command of that name, or all commands for any other word, because the help lists them all. So `--version`
 * loads all of them, and `make setup` and the image's build use it to fill the compile cache.
 */
function named(word: string | undefined): Promise<readonly Command[]> {
  const load = commands.get(word ?? "");
  return Promise.all((load === undefined ? [...commands.values()] : [load]).map((each) => each()));
}

function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** A request for help is not an error. Commander has already printed what is wrong with a command line. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  process.stderr.write(`winnow: ${errorMessage(error)}\n`);
  return EXIT_FAILED;
}
