// The tool over the Model Context Protocol on standard input and output: one message per line, and nothing else ever
// goes to standard output. The official SDK implements the protocol. Loading it takes time, so only `winnow mcp` does.
import { pipeline } from "node:stream";
import { McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Backpressure, createBackpressure } from "./backpressure.ts";
import { type SelectToolParts, selectContext, selectTool } from "./select-tool.ts";

/**
 * Serves until standard input ends and every call has its answer, or until the client is gone.
 * @param onProblem reports in one line what cannot be answered to the client
 */
export function serveOnStdio(
  parts: SelectToolParts,
  version: string,
  onProblem: (problem: string) => void,
): Promise<void> {
  const { stdin, stdout } = process;
  const backpressure = createBackpressure(stdout);
  return new Promise((resolve) => {
    // The transport reports what ended the pipeline.
    const input = pipeline(stdin, backpressure.input, () => resolve());
    stdout.once("error", () => input.destroy());
    const transport = new StdioServerTransport(input, stdout);
    const onerror = ({ message }: Error) => onProblem(message);
    serveStdio(() => serverOf(parts, version, backpressure), { transport, onerror });
  });
}

function serverOf(parts: SelectToolParts, version: string, { run }: Backpressure): McpServer {
  const server = new McpServer({ name: "winnow", version });
  const { name, inputSchema, ...about } = selectTool;
  server.registerTool(name, { ...about, inputSchema: described(inputSchema) }, async (args, { mcpReq: { signal } }) => {
    const { text, isError } = await run(() => selectContext(args, parts, signal));
    return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
  });
  return server;
}

/** Callers see this schema, but it checks nothing. The tool checks its arguments itself and names the wrong one. */
function described(schema: Record<string, unknown>): StandardSchemaWithJSON<object> {
  return {
    "~standard": {
      version: 1,
      vendor: "winnow",
      validate: (value) => ({ value: Object(value) }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
