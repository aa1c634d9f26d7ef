// `winnow mcp`: the tool `select_context` for agents that speak the Model Context Protocol over standard input and
// output. This machine's engine answers, or the service that `--url` names.
import { Command } from "commander";
import manifest from "../../package.json" with { type: "json" };

interface McpOptions {
  readonly url?: string;
}

export function mcpCommand(): Command {
  return new Command("mcp")
    .description("offer select_context as a tool to agents, over standard input and output")
    .option("--url <url>", "let the service at this address answer, with the key in WINNOW_KEY")
    .action(run);
}

async function run({ url }: McpOptions): Promise<void> {
  const { serveOnStdio } = await import("../mcp/stdio-server.ts");
  const tell = (problem: string) => process.stderr.write(`winnow: ${problem}\n`);
  const { select, close } = await answering(url, tell);
  await serveOnStdio(select, manifest.version, tell);
  await close();
}

async function answering(url: string | undefined, tell: (problem: string) => void) {
  if (url === undefined) {
    const { answerHere } = await import("../mcp/answer-here.ts");
    const { createOwnWorker } = await import("../mcp/answer-in-worker.ts");
    const { select, close } = createOwnWorker(tell);
    return { select: answerHere(select), close };
  }
  const key = process.env.WINNOW_KEY ?? "";
  if (key === "") throw new Error("--url needs a key in the environment variable WINNOW_KEY");
  const { answerFromService } = await import("../mcp/answer-from-service.ts");
  return { select: answerFromService(url, key), close: async () => {} };
}
