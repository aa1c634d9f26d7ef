// A call as the tool hands it to whoever answers it.
import type { ToolCall } from "../../src/mcp/select-tool.ts";

export function toolCall(request: object): ToolCall {
  return { request, body: new TextEncoder().encode(JSON.stringify(request)) };
}
