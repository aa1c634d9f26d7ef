// The published service for a user without a clone: every command in an empty folder.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/project.ts";
import { type InstalledService, installService } from "./installed-service.ts";

/** Longest download. */
const TARBALL_BYTES_MAX = 10_000_000;

const request = readFileSync(join(root, "docs/examples/incident.json"), "utf8");
let installed: InstalledService;
beforeAll(async () => {
  installed = await installService();
  await writeFile(join(installed.folder, "incident.json"), request);
});
afterAll(() => installed.remove());

test("the download is small and brings no dependency", async () => {
  expect(installed.tarballBytes).toBeLessThan(TARBALL_BYTES_MAX);
  const manifest = join(installed.folder, "../project/node_modules/winnow-context/package.json");
  expect(JSON.parse(readFileSync(manifest, "utf8"))).not.toHaveProperty("dependencies");
});

test("it contains the licences of the bundled packages and a bill of materials", () => {
  const inside = (name: string) =>
    readFileSync(join(installed.folder, "../project/node_modules/winnow-context", name), "utf8");
  expect(inside("THIRD_PARTY_LICENSES.txt")).toContain("js-tiktoken 1.0.21 (MIT)");
  expect(JSON.parse(inside("sbom.cdx.json"))).toMatchObject({ bomFormat: "CycloneDX" });
});

test("winnow --version and the help of every command", async () => {
  expect(await installed.winnow("--version")).toMatch(/^\d+\.\d+\.\d+\n$/);
  for (const command of ["serve", "select", "play", "eval", "mcp", "proxy", "keys", "orgs"]) {
    expect(await installed.winnow(command, "--help")).toContain(`Usage: winnow ${command}`);
  }
});

test("winnow select answers without a server", async () => {
  expect(await installed.winnow("select", "incident.json")).toMatch(/^tokens +\d+ of \d+/m);
});

test("winnow eval measures a folder", async () => {
  expect(await installed.winnow("eval", "incident.json")).toMatch(/^all +1 +\d+/m);
});

test("winnow serve shows a development key, answers, drains, and keeps the key for the next start", async () => {
  const server = await installed.serve();
  const answer = await fetch(`${server.url}/v1/context/select`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}` },
    body: request,
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"fallback_used":false')]);
  expect(await server.stop()).toBe(0);
  const again = await installed.serve();
  expect(again.key).toBe("");
  const { status } = await fetch(`${again.url}/v1/health`, { headers: { authorization: `Bearer ${server.key}` } });
  expect([status, await again.stop()]).toEqual([200, 0]);
});

test("winnow orgs and winnow keys work on a projection", async () => {
  await installed.winnow("orgs", "create", "acme", "--tier", "free", "--projection", "keys.json");
  expect(await installed.winnow("keys", "mint", "--org", "acme", "--projection", "keys.json")).toMatch(/wnw_\w+\n$/);
});

test("winnow mcp offers its tool to an agent", async () => {
  const command = join(installed.folder, "../project/node_modules/.bin/winnow");
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command, args: ["mcp"], cwd: installed.folder }));
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.length).toBeGreaterThan(0);
});
