// `winnow mcp`: serves agents that use the Model Context Protocol over standard input and output. It offers a tool
// that selects from files or, with `--wrap`, another server's tools with shorter results. Either this machine's engine
// selects, or the service that `--url` names.
import { Command } from "commander";
import { createClient, type WinnowClient } from "winnow-client";
import manifest from "../../package.json" with { type: "json" };
import { createLocalService } from "../local/service.ts";
import { countTokens } from "../text/tokens.ts";

interface McpOptions {
  readonly url?: string;
  readonly root: readonly string[];
  readonly wrap?: true;
}

/** In milliseconds. An agent can wait longer for an answer than an application. */
const TIMEOUT_MS = 10_000;

const EXIT_USAGE = 2;

export function mcpCommand(): Command {
  return new Command("mcp")
    .description("offer select_context over files to agents, or shorten the results of another MCP server")
    .argument("[command...]", "with --wrap: the command of the other server, after --")
    .option("--wrap", "stand in front of another server and cut its large results")
    .option("--root <folder>", "a folder whose files may be read; repeat it for more folders", added, [])
    .option("--url <url>", "let the service at this address select, with the key in WINNOW_KEY")
    .action(run);
}

function added(folder: string, folders: readonly string[]): readonly string[] {
  return [...folders, folder];
}

async function run(words: readonly string[], { url, root, wrap }: McpOptions, command: Command): Promise<void> {
  const usage = usageProblem(words, root, wrap === true);
  if (usage !== null) command.error(`error: ${usage}`, { exitCode: EXIT_USAGE });
  const onProblem = (problem: string) => process.stderr.write(`winnow: ${problem}\n`);
  const { client, close } = selecting(url, { strict: wrap !== true, timeoutMs: TIMEOUT_MS }, onProblem);
  if (wrap === true) {
    const { createWrappedMessages, wrapSummary } = await import("../mcp/wrapped-messages.ts");
    const messages = createWrappedMessages({ client, countTokens, onProblem });
    const wrapped = await import("../mcp/wrap.ts");
    process.exitCode = await wrapped.wrap(words, messages);
    onProblem(wrapSummary(messages.figures()));
  } else {
    const { allowedFolders } = await import("../mcp/files.ts");
    const folders = await allowedFolders(root.length === 0 ? [process.cwd()] : root);
    const { serveOnStdio } = await import("../mcp/stdio-server.ts");
    await serveOnStdio({ client, folders }, manifest.version, onProblem);
  }
  await close();
}

function usageProblem(words: readonly string[], root: readonly string[], wrap: boolean): string | null {
  if (wrap && words.length === 0) return "--wrap needs the command of a server, as in --wrap -- npx some-server";
  if (wrap && root.length > 0)
    return "--root cannot be combined with --wrap: the other server decides which files it reads";
  if (!wrap && words.length > 0) return `"${words[0]}" is not an option; a command may follow only with --wrap`;
  return null;
}

interface Selecting {
  readonly client: WinnowClient;
  readonly close: () => Promise<void>;
}

function selecting(
  baseUrl: string | undefined,
  defaults: { readonly strict: boolean; readonly timeoutMs: number },
  onProblem: (problem: string) => void,
): Selecting {
  if (baseUrl === undefined) return createLocalService({ ...defaults, onProblem });
  const apiKey = process.env.WINNOW_KEY ?? "";
  if (apiKey === "") throw new Error("--url needs a key in the environment variable WINNOW_KEY");
  return { client: createClient({ ...defaults, baseUrl, apiKey }), close: async () => {} };
}
