// `winnow mcp` in its own process: many requests at once, matched to answers by id.
import { hello, lines } from "../../../test/mcp/mcp-process.ts";

interface McpClient {
  readonly pid: number;
  /** Sends one request unchanged. @returns milliseconds to its answer */
  readonly ask: (
    method: string,
    params: string | Buffer,
  ) => { readonly id: number; readonly answered: Promise<number> };
  readonly cancel: (id: number) => void;
  /** Ends standard input, and waits for the exit. */
  readonly end: () => Promise<unknown>;
}

export async function startMcp(...words: readonly string[]): Promise<McpClient> {
  const server = lines(...words);
  const waiting = new Map<unknown, () => void>();
  let last = hello.id;
  server.send(JSON.stringify(hello));
  await server.next();
  void read();

  async function read(): Promise<void> {
    for (let answer = await server.next(); answer !== null; answer = await server.next()) {
      const { id } = Object(answer);
      waiting.get(id)?.();
      waiting.delete(id);
    }
  }

  return {
    pid: server.process.pid ?? 0,
    ask: (method, params) => {
      last += 1;
      const id = last;
      const startedAt = performance.now();
      const answered = new Promise<number>((resolve) => waiting.set(id, () => resolve(performance.now() - startedAt)));
      const { stdin } = server.process;
      stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":`);
      stdin.write(params);
      stdin.write("}\n");
      return { id, answered };
    },
    cancel: (requestId) =>
      server.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })),
    end: server.end,
  };
}
