// The tool over the Model Context Protocol on standard input and output: one message per line, and nothing else ever
// goes to standard output. The official SDK speaks the protocol; loading it costs, so only `winnow mcp` does.
import { pipeline } from "node:stream";
import { McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { REQUEST_BYTES_MAX } from "winnow-client";
import { createRoom } from "./room.ts";
import { type Select, selectContext } from "./select-tool.ts";
import schemas from "./tool-schemas.json" with { type: "json" };
import { wholeLines } from "./whole-lines.ts";

/** Longest message that is read: JSON may write two bytes in six. A longer one ends the server. */
const MESSAGE_BYTES_MAX = 3 * REQUEST_BYTES_MAX + 64 * 1024;

const about = `Chooses, from records you hold (documents, tool results, earlier turns), what a task needs within a token
budget. Returns verbatim excerpts as one block ready to paste, and a score and a reason for each record. Nothing is
summarised or rewritten; when trimming would not pay, everything comes back.`.replaceAll("\n", " ");

/**
 * Serves until standard input ends and every call has its answer, or until nobody can be answered any more.
 * @param tell is told what cannot be answered on the wire, in one line
 */
export function serveOnStdio(select: Select, version: string, tell: (problem: string) => void): Promise<void> {
  const { stdin, stdout } = process;
  const room = createRoom(stdout);
  return new Promise((resolve) => {
    // What ended it has been told by the transport.
    const lines = pipeline(stdin, wholeLines(MESSAGE_BYTES_MAX, room), () => resolve());
    stdout.once("error", () => lines.destroy());
    // The SDK's own bound counts what follows a line, too: it never comes first.
    const transport = new StdioServerTransport(lines, stdout, { maxBufferSize: 2 * MESSAGE_BYTES_MAX });
    const counted = room.counting(select);
    serveStdio(() => serverOf(counted, version), { transport, onerror: ({ message }) => tell(message) });
  });
}

function serverOf(select: Select, version: string): McpServer {
  const server = new McpServer({ name: "winnow", version });
  server.registerTool(
    "select_context",
    {
      title: "Select context",
      description: about,
      inputSchema: described(schemas.input),
      outputSchema: described(schemas.output),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async (args, { mcpReq }) => {
      const { text, answer } = await selectContext(args, select, mcpReq.signal);
      const content = [{ type: "text" as const, text }];
      return answer === null ? { content, isError: true } : { content, structuredContent: { ...answer } };
    },
  );
  return server;
}

/** A schema that is shown to callers; the strict reader of /v1 checks what they send, and names the field. */
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
