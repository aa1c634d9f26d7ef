// `winnow mcp` in a separate process, used by the official client or line by line.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { binary } from "../winnow-process.ts";

type Environment = Readonly<Record<string, string>>;

/** A client of `winnow mcp` with these options. */
export function connected(words: readonly string[] = [], env: Environment = {}): Promise<Client> {
  return connectedTo(binary, ["mcp", ...words], env);
}

/** A client of any server; it answers requests for sampling. */
export async function connectedTo(command: string, args: readonly string[], env: Environment = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "0" }, { capabilities: { sampling: {} } });
  client.setRequestHandler("sampling/createMessage", ({ params }) => ({
    model: "m",
    role: "assistant",
    content: { type: "text", text: `asked ${params.messages.length}` },
  }));
  const PATH = process.env.PATH ?? "";
  const stderr = "ignore";
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { PATH, ...env }, stderr }));
  return client;
}

/** The first messages of a client of an older revision. */
export const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "old", version: "1" } },
};

export interface Lines {
  readonly process: ChildProcessWithoutNullStreams;
  readonly send: (line: string) => void;
  /** The next line of standard output. */
  readonly nextLine: () => Promise<string>;
  /** The same as JSON; null at the end. */
  readonly next: () => Promise<unknown>;
  readonly problems: () => string;
  /** Ends standard input, and returns the exit code. */
  readonly end: () => Promise<unknown>;
}

export function lines(...words: readonly string[]): Lines {
  const child = spawn(binary, ["mcp", ...words]);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let problems = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    problems += text;
  });
  child.stdin.on("error", () => {});
  const nextLine = async () => (await answers.next()).value ?? "null";
  return {
    process: child,
    send: (line) => child.stdin.write(`${line}\n`),
    nextLine,
    next: async () => JSON.parse(await nextLine()),
    problems: () => problems,
    end: async () => {
      child.stdin.end();
      const [code]: unknown[] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
      return code;
    },
  };
}
