// A playground on a free port, and a page's post to it.
import { readFile } from "node:fs/promises";
import { playPage } from "../../src/play/page.ts";
import { pageScript } from "../../src/play/page-script.ts";
import { type Playground, startPlayground } from "../../src/play/server.ts";

export async function playground(): Promise<Playground> {
  const incident = await readFile(new URL("../../docs/examples/incident.json", import.meta.url), "utf8");
  const examples = [{ name: "an incident", request: incident }];
  return startPlayground("127.0.0.1", 0, playPage(await pageScript(), ["balanced-1", "whole-1", "dense-1"], examples));
}

export function post(
  address: string,
  path: string,
  body: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = { "content-type": "application/json", origin: address, ...more };
  return fetch(`${address}${path}`, { method: "POST", headers, body });
}
