// The command line: `winnow serve|select|eval|play|mcp|keys|orgs`. Exit codes: 0 done, 1 failed, 2 wrong usage.
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { evalCommand } from "./eval.ts";
import { keysCommand } from "./keys.ts";
import { mcpCommand } from "./mcp.ts";
import { orgsCommand } from "./orgs.ts";
import { playCommand } from "./play.ts";
import { selectCommand } from "./select.ts";
import { serveCommand } from "./serve.ts";

/** What was asked for failed; what was typed makes no sense. As most commands have it. */
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const program = new Command("winnow")
  .description("Selects, within a token budget, the records worth sending to a model.")
  .addCommand(serveCommand())
  .addCommand(selectCommand())
  .addCommand(evalCommand())
  .addCommand(mcpCommand())
  .addCommand(playCommand())
  .addCommand(keysCommand())
  .addCommand(orgsCommand())
  .version(manifest.version);
for (const command of everyCommand(program)) {
  command.exitOverride().showHelpAfterError("(add --help for the usage)");
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "winnow: ")) });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
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
