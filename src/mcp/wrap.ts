// Stands between an MCP client and the server that a command starts, both on standard input and output. Lines pass in
// both directions byte for byte, except those that `wrapped-messages.ts` changes. In: the command. Out: the exit code
// of the server. It keeps no message, and it fails open.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { createLineWriter, type LineWriter, linesIn } from "./lines.ts";
import type { WrappedMessages } from "./wrapped-messages.ts";

/** Results that are cut at the same time. The server's next line waits until one of them is done. */
const CUTTING_MAX = 4;

/** A shell adds this to the number of the signal that ended a process. */
const SIGNALLED = 128;

/**
 * @param command the server's command with its arguments
 * @returns the exit code that a shell would give for the server
 * @throws Error if the command cannot be started
 */
export async function wrap([file = "", ...args]: readonly string[], messages: WrappedMessages): Promise<number> {
  const { stdin, stdout } = process;
  const server = spawn(file, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = Promise.withResolvers<number>();
  server.on("error", ({ message }) => ended.reject(new Error(`"${file}" cannot be started: ${message}`)));
  server.on("exit", (code, signal) => ended.resolve(code ?? SIGNALLED + constants.signals[signal ?? "SIGTERM"]));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => server.kill(signal));
  // A write to a server that is gone fails. Its exit ends the call, so the error needs no handling here.
  server.stdin.on("error", () => {});
  stdout.on("error", () => {
    server.stdin.end();
    server.stdout.destroy();
  });
  const toClient = createLineWriter(stdout);
  const endServer = () => server.stdin.end();
  void passToServer(stdin, messages, createLineWriter(server.stdin), toClient).then(endServer, endServer);
  // The stream of a client that is gone is closed.
  await passToClient(server.stdout, messages, toClient).catch(() => {});
  const code = await ended.promise;
  // The client may keep its end open.
  stdin.destroy();
  return code;
}

async function passToServer(
  client: Readable,
  messages: WrappedMessages,
  toServer: LineWriter,
  toClient: LineWriter,
): Promise<void> {
  for await (const { bytes, part } of linesIn(client)) {
    const changed = part === "whole" ? messages.fromClient(bytes) : null;
    if (changed === null) await toServer.write(bytes, part);
    else if ("answer" in changed) await toClient.write(changed.answer);
    else await toServer.write(changed.request);
  }
}

async function passToClient(server: Readable, messages: WrappedMessages, toClient: LineWriter): Promise<void> {
  const cutting = new Set<Promise<void>>();
  for await (const { bytes, part } of linesIn(server)) {
    const changed = part === "whole" ? messages.fromServer(bytes) : null;
    if (changed === null) {
      await toClient.write(bytes, part);
      continue;
    }
    // Other messages pass meanwhile, because responses may arrive in any order.
    const written = changed.then((line) => toClient.write(line)).finally(() => cutting.delete(written));
    cutting.add(written);
    if (cutting.size >= CUTTING_MAX) await Promise.race(cutting);
  }
  await Promise.all(cutting);
}
