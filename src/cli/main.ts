// The command line: `winnow serve|select|eval|play|mcp|proxy|keys|orgs`. Exit codes: 0 done, 1 failed, 2 wrong usage.
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };

/** Each with all that it needs, which is up to a tenth of the start of another. */
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

/** What was asked for failed; what was typed makes no sense. As most commands have it. */
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const program = new Command("winnow")
  .description("Selects, within a token budget, the records worth sending to a model.")
  .version(manifest.version);
for (const command of await named(process.argv[2])) program.addCommand(command);
for (const command of everyCommand(program)) {
  command.exitOverride().showHelpAfterError("(add --help for the usage)");
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "winnow: ")) });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/**
 * The command of that name alone; all of them where none is named, for the help or to say what is wrong. So `--version`
 * leaves all of them compiled, which `make setup` and the image's build ask it for.
 */
function named(word: string | undefined): Promise<readonly Command[]> {
  const load = commands.get(word ?? "");
  return Promise.all((load === undefined ? [...commands.values()] : [load]).map((each) => each()));
}

function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** Help that was asked for is no error. Commander has said by itself what is wrong with a command line. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  process.stderr.write(`winnow: ${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT_FAILED;
}
