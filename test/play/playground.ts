// A playground on a free port, and a page's post to it.
import { readFile } from "node:fs/promises";
import { pageScript, playPage } from "../../src/play/page.ts";
import { type Playground, startPlayground } from "../../src/play/server.ts";

/** @param opened requests that the page begins with; none for the example */
export async function playground(opened: readonly object[] = []): Promise<Playground> {
  const incident = await readFile(new URL("../../docs/examples/incident.json", import.meta.url), "utf8");
  const examples = [{ name: "an incident", request: JSON.parse(incident) }];
  const labels = ["balanced-1", "whole-1", "dense-1"];
  return startPlayground("127.0.0.1", 0, playPage(await pageScript(), labels, examples, opened));
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
