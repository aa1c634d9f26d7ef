// An MCP server on standard input and output with one tool for each kind of message that a wrapper must pass.
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const server = new McpServer(
  { name: "sample", version: "1" },
  { instructions: "Ask for logs.", capabilities: { logging: {} } },
);

export function logText(name: string): string {
  return Array.from(
    { length: 600 },
    (_, line) => `${name} line ${line}: the pump ${line === 300 ? "failed at 14:07" : "ran"}`,
  ).join("\n");
}

function takes(properties: Record<string, object>) {
  return { inputSchema: fromJsonSchema<Record<string, string>>({ type: "object", properties }) };
}

const named = takes({ name: { type: "string" } });
const text = (of: string) => ({ type: "text" as const, text: of });
const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };

server.registerTool("read_log", { ...named, description: "a log" }, ({ name = "" }) => ({
  content: [text(logText(name))],
}));
server.registerTool("echo", { ...takes({}), description: "its own arguments" }, (args) => ({
  content: [text(JSON.stringify(args))],
}));
server.registerTool("picture", named, ({ name = "" }) => ({ content: [text(logText(name)), image] }));
server.registerTool("own_focus", takes({ focus: { type: "string" } }), (args) => ({
  content: [text(JSON.stringify(args))],
}));
server.registerTool("fails", named, ({ name = "" }) => ({ content: [text(logText(name))], isError: true }));
server.registerTool(
  "structured",
  {
    ...named,
    outputSchema: fromJsonSchema<{ log: string }>({ type: "object", properties: { log: { type: "string" } } }),
  },
  ({ name = "" }) => ({ content: [text(logText(name))], structuredContent: { log: logText(name) } }),
);
server.registerTool("progresses", named, async ({ name = "" }, { mcpReq }) => {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of progressToken === undefined ? [] : [1, 2]) {
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 2 } });
    // When the client answers, it has read everything before that.
    await mcpReq.requestSampling({ messages: [], maxTokens: 1 });
  }
  await mcpReq.log("info", `read ${name}`);
  return { content: [text("done")] };
});
server.registerTool("asks", named, async (_args, { mcpReq }) => {
  const messages = [{ role: "user" as const, content: text("Which pump?") }];
  const { content } = await mcpReq.requestSampling({ messages, maxTokens: 9 });
  return { content: [text(JSON.stringify(content))] };
});
/** Waits until it is cancelled, and then logs that. */
server.registerTool("waits", named, async (_args, { mcpReq }) => {
  await mcpReq.log("info", "waiting");
  await new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve));
  await server.sendLoggingMessage({ level: "info", data: "cancelled" });
  return { content: [] };
});
server.registerTool("dies", named, () => {
  process.kill(process.pid, "SIGKILL");
  return { content: [] };
});
server.registerResource("manual", "file:///manual.txt", {}, ({ href }) => ({
  contents: [{ uri: href, text: logText("manual") }],
}));
server.registerPrompt("greet", {}, () => ({ messages: [{ role: "user", content: text(logText("greet")) }] }));

if (process.argv[1] === import.meta.filename) await server.connect(new StdioServerTransport());
