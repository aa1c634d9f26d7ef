// A real server behind `winnow mcp --wrap`, used by the official client: what changes, what passes, and what happens if
// one of the three processes ends.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTokens } from "../../src/text/tokens.ts";
import { winnow } from "../winnow-process.ts";
import { connected, connectedTo, hello, lines } from "./mcp-process.ts";
import { logText } from "./sample-server.ts";

const server = fileURLToPath(new URL("sample-server.ts", import.meta.url));
const command = [process.execPath, server] as const;

let plain: Client;
let wrapped: Client;

beforeAll(async () => {
  [plain, wrapped] = await Promise.all([
    connectedTo(process.execPath, [server]),
    connected(["--wrap", "--", ...command]),
  ]);
  await wrapped.listTools();
});

afterAll(() => Promise.all([plain.close(), wrapped.close()]));

function textOf({ content }: Awaited<ReturnType<Client["callTool"]>>): string {
  const [first] = content;
  return first?.type === "text" ? first.text : "";
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args });

describe("tools", () => {
  test("each gets a focus, and winnow_expand is added", async () => {
    const { tools } = await wrapped.listTools();
    const before = (await plain.listTools()).tools;
    expect(tools.map(({ name }) => name)).toEqual([...before.map(({ name }) => name), "winnow_expand"]);
    const focus = { type: "string", description: "what you need from the result" };
    expect(tools[0]).toEqual({
      ...before[0],
      inputSchema: { ...before[0]?.inputSchema, properties: { name: { type: "string" }, focus } },
    });
    expect(tools.find(({ name }) => name === "own_focus")).toEqual(before.find(({ name }) => name === "own_focus"));
  });

  test("the server never receives our focus, and always receives its own", async () => {
    expect(textOf(await call(wrapped, "echo", { a: 1, focus: "x", b: 2 }))).toBe('{"a":1,"b":2}');
    expect(textOf(await call(wrapped, "own_focus", { focus: "x" }))).toBe('{"focus":"x"}');
  });

  test("a large result is cut by the focus, and expanded in full", async () => {
    const cut = textOf(await call(wrapped, "read_log", { name: "north", focus: "When did the pump fail?" }));
    expect(cut).toContain("north line 300: the pump failed at 14:07");
    expect(countTokens(cut)).toBeLessThan(countTokens(logText("north")) / 2);
    const handle = /\.\.\.\[(w\d+): about \d+ tokens omitted\]$/.exec(cut)?.[1];
    expect(textOf(await call(wrapped, "winnow_expand", { handle }))).toBe(logText("north"));
    expect(await call(wrapped, "winnow_expand", { handle: "w99" })).toMatchObject({ isError: true });
  });

  test("without a focus, the arguments of the call decide", async () => {
    const cut = textOf(await call(wrapped, "read_log", { name: "the pump that failed" }));
    expect(countTokens(cut)).toBeLessThan(countTokens(logText("the pump that failed")) / 2);
  });

  test("texts are cut, and images and structured content pass", async () => {
    const picture = await call(wrapped, "picture", { name: "a", focus: "When did the pump fail?" });
    expect(picture.content[1]).toEqual({ type: "image", data: "AAAA", mimeType: "image/png" });
    expect(textOf(picture).length).toBeLessThan(logText("a").length / 2);
    const structured = await call(wrapped, "structured", { name: "a", focus: "When did the pump fail?" });
    expect(structured.structuredContent).toEqual({ log: logText("a") });
    expect(textOf(structured).length).toBeLessThan(logText("a").length / 2);
  });
});

describe("everything else passes unchanged", () => {
  const both = async <Result>(ask: (client: Client) => Promise<Result>) => {
    const [before, after] = await Promise.all([ask(plain), ask(wrapped)]);
    expect(after).toEqual(before);
    return after;
  };

  test("resources and prompts, however large", async () => {
    await both((client) => client.listResources());
    await both((client) => client.readResource({ uri: "file:///manual.txt" }));
    await both((client) => client.listPrompts());
    await both((client) => client.getPrompt({ name: "greet" }));
    await both(async (client) => [client.getServerVersion(), client.getInstructions(), client.getServerCapabilities()]);
  });

  test("small results, and errors however large", async () => {
    await both((client) => call(client, "echo", { text: "short" }));
    await both((client) => call(client, "fails", { name: "a" }));
    await both((client) => call(client, "none").catch((error: unknown) => String(error)));
  });

  test("progress and log notifications", async () => {
    const told = await both(async (client) => {
      const seen: unknown[] = [];
      client.setNotificationHandler("notifications/message", ({ params }) => void seen.push(params.data));
      const onprogress = ({ progress }: { progress: number }) => void seen.push(progress);
      await client.callTool({ name: "progresses", arguments: { name: "x" } }, { onprogress });
      return seen;
    });
    expect(told).toEqual([1, 2, "read x"]);
  });

  test("a request of the server to the client", async () => {
    const asked = await both((client) => call(client, "asks"));
    expect(textOf(asked)).toBe('{"type":"text","text":"asked 1"}');
  });

  test("a cancellation", async () => {
    const logged: unknown[] = [];
    const abort = new AbortController();
    const cancelled = new Promise<void>((resolve) => {
      wrapped.setNotificationHandler("notifications/message", ({ params }) => {
        logged.push(params.data);
        if (params.data === "waiting") abort.abort();
        if (params.data === "cancelled") resolve();
      });
    });
    const waiting = wrapped.callTool({ name: "waits", arguments: {} }, { signal: abort.signal });
    await expect(waiting).rejects.toThrow();
    await cancelled;
    expect(logged).toEqual(["waiting", "cancelled"]);
  });

  test("lines byte for byte, also those that are not JSON", async () => {
    const mirror = lines("--wrap", "--", "cat");
    const strange = [
      '{ "jsonrpc" : "2.0", "id" : 12345678901234567890, "x" : 1.0e2, "t" : "\\u00e9" }',
      "not JSON",
      "",
      `{"jsonrpc":"2.0","method":"notifications/x","params":"${"long ".repeat(400_000)}"}`,
      '[{"jsonrpc":"2.0","id":1,"method":"tools/call"}]',
    ];
    const got: string[] = [];
    for (const line of strange) {
      mirror.send(line);
      got.push(await mirror.nextLine());
    }
    expect(got).toEqual(strange);
    expect(await mirror.end()).toBe(0);
  });
});

describe("if one process ends", () => {
  test("a server that is killed in a call ends the wrapper with a shell's exit code", async () => {
    const { process: wrapper, send, next } = lines("--wrap", "--", ...command);
    send(JSON.stringify(hello));
    expect(await next()).toMatchObject({ result: { serverInfo: { name: "sample" } } });
    const exit = once(wrapper, "exit");
    send('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"dies","arguments":{}}}');
    expect(await exit).toEqual([137, null]);
  });

  test("the official client gets an error for the call, as without the wrapper", async () => {
    const client = await connected(["--wrap", "--", ...command]);
    await expect(call(client, "dies")).rejects.toThrow("closed");
  });

  test("a client that leaves ends the server and the wrapper", async () => {
    const { send, next, end, problems } = lines("--wrap", "--", ...command);
    send(JSON.stringify(hello));
    await next();
    expect(await end()).toBe(0);
    expect(problems()).toBe("winnow: 0 of 0 tool results cut: 0 tokens fewer, 0 tokens of expansions included\n");
  });

  test("no server remains after the wrapper is killed in a call", async () => {
    const { process: wrapper, send, next } = lines("--wrap", "--", ...command);
    send(JSON.stringify(hello));
    await next();
    // The server shares this standard error, so it closes with the last of both.
    const bothGone = once(wrapper.stderr, "close");
    send('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"waits","arguments":{}}}');
    expect(await next()).toMatchObject({ method: "notifications/message" });
    wrapper.kill("SIGKILL");
    await bothGone;
  });

  test("a signal to the wrapper reaches the server", async () => {
    const { process: wrapper, send, next } = lines("--wrap", "--", ...command);
    send(JSON.stringify(hello));
    await next();
    const exit = once(wrapper, "exit");
    wrapper.kill("SIGTERM");
    expect(await exit).toEqual([143, null]);
  });

  test("if the service does not answer, results pass unchanged", async () => {
    const open = await connected(["--url", "http://127.0.0.1:1", "--wrap", "--", ...command], { WINNOW_KEY: "wnw_k" });
    await open.listTools();
    expect(textOf(await call(open, "read_log", { name: "a", focus: "pump" }))).toBe(logText("a"));
    await open.close();
  });
});

test.each([
  [["--wrap"], "--wrap needs the command of a server"],
  [["--wrap", "--", "/no/such/server"], '"/no/such/server" cannot be started'],
  [["stray"], '"stray" is not an option; a command may follow only with --wrap'],
  [["--root", "/no/such/folder"], '--root is "/no/such/folder", must be a folder'],
])("a usage error is reported: %s", async (words, problem) => {
  await expect(winnow("mcp", ...words)).rejects.toThrow(problem);
});
