// Runs a command as the command line does, in this process: its output, and how it ended.
import { Command, CommanderError } from "commander";

interface CommandRun {
  readonly out: string;
  readonly err: string;
  /** commander's code for a usage error, or the message of a thrown error; null for success. */
  readonly failure: string | null;
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
  for (const each of [command, ...command.commands]) each.configureOutput(output).exitOverride();
  try {
    await new Command("winnow")
      .addCommand(command)
      .exitOverride()
      .parseAsync([command.name(), ...args], { from: "user" });
    return { ...printed, failure: null };
  } catch (error) {
    if (error instanceof CommanderError) return { ...printed, failure: error.code };
    return { ...printed, failure: error instanceof Error ? error.message : String(error) };
  }
}
