// Runs a command as the command line would, in this process: what it printed, and its exit code.
import { Command, CommanderError } from "commander";

export interface CommandRun {
  readonly out: string;
  readonly err: string;
  /** 0, or commander's own code for the kind of failure and 1. */
  readonly failure: string | null;
  readonly exitCode: number;
}

export async function runCommand(command: Command, args: readonly string[]): Promise<CommandRun> {
  const printed = { out: "", err: "" };
  const output = {
    writeOut: (text: string) => {
      printed.out += text;
    },
    writeErr: (text: string) => {
      printed.err += text;
    },
  };
  for (const each of [command, ...command.commands]) each.configureOutput(output);
  try {
    await new Command("winnow")
      .addCommand(command)
      .exitOverride()
      .parseAsync([command.name(), ...args], { from: "user" });
    return { ...printed, failure: null, exitCode: 0 };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { ...printed, failure: error.code, exitCode: error.exitCode };
  }
}
