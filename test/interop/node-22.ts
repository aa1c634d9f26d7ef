// The published service on the oldest line of Node.js that it supports, which npm ships as a package.
import { existsSync, mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRequest } from "../http/fixtures/large-request.ts";
import { installService } from "../packages/installed-service.ts";
import { succeed } from "./command.ts";
import type { Verdict } from "./verdict.ts";

const PACKAGE = `node-${process.platform}-${process.arch}@22.22.0`;

/** @param folder of the other tools' packages */
export async function runOnNode22(folder: string): Promise<Verdict> {
  const name = "the published service on Node.js 22";
  const node = await fetched(join(folder, "node-22"));
  const installed = await installService(node);
  try {
    const body = createRequest(90_000).json;
    await writeFile(join(installed.folder, "request.json"), body);
    const table = await installed.winnow("select", "request.json");
    const server = await installed.serve();
    const headers = { authorization: `Bearer ${server.key}` };
    const answer = await fetch(`${server.url}/v1/context/select`, { method: "POST", headers, body });
    const text = await answer.text();
    const exit = await server.stop();
    const holds = table.includes("tokens") && text.includes('"fallback_used":false') && exit === 0;
    return { name, holds, detail: holds ? "select, serve, drain" : `${table}\n${answer.status} ${text}\nexit ${exit}` };
  } finally {
    await installed.remove();
  }
}

/** @returns the path of the program */
async function fetched(folder: string): Promise<string> {
  const node = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  await succeed("npm", ["install", "--no-audit", "--no-fund", "--no-save", "--prefix", folder, PACKAGE]);
  return node;
}
