// The package as a stranger gets it: packed, looked over by the tools people use, installed without a network into a
// fresh project, type-checked there, run there against a real service, and bundled for a browser.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createContext, Script } from "node:vm";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stagePackage } from "../../tools/package.ts";
import { program, root } from "../../tools/project.ts";
import { startWinnow, type WinnowProcess } from "../winnow-process.ts";

const run = promisify(execFile);

let folder: string;
let stage: string;
let project: string;
let tarball: Buffer;
let service: WinnowProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-package-"));
  stage = join(folder, "stage");
  project = join(folder, "project");
  stagePackage(stage);
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: stage });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  tarball = await readFile(join(folder, filename));
  await mkdir(project);
  await write("package.json", JSON.stringify({ name: "fresh", private: true, type: "module" }));
  const offline = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", ...offline, join(folder, filename)], { cwd: project });
  service = await startWinnow();
}, 60_000);

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(project, name), text);
  return join(project, name);
}

/** Installs what the project's own tree already holds. */
async function link(name: string): Promise<void> {
  const path = join(project, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(join(root, "node_modules", name), path);
}

describe("the package", () => {
  test("has nothing that publint would say", async () => {
    const { messages } = await publint({ strict: true, pack: { tarball: new Uint8Array(tarball).buffer } });
    expect(messages).toEqual([]);
  });

  test("has the right types wherever modules are", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
    const problems = "problems" in analysis ? analysis.problems : null;
    // Resolution as of Node.js 10 knows no `exports`; `require` of a module needs the Node.js that the package names.
    const expected = (kind: string, resolution: string) =>
      (kind === "NoResolution" && resolution === "node10") ||
      (kind === "CJSResolvesToESM" && resolution === "node16-cjs");
    const serious = problems?.filter(
      (problem) => !("resolutionKind" in problem && expected(problem.kind, problem.resolutionKind)),
    );
    expect(serious).toEqual([]);
  });

  test("brings nothing with it", async () => {
    const { stdout } = await run("npm", ["ls", "--all", "--parseable"], { cwd: project });
    expect(stdout.trim().split("\n")).toHaveLength(2);
    const installed: { version: string } = JSON.parse(
      await readFile(join(project, "node_modules/winnow/package.json"), "utf8"),
    );
    expect(installed.version).toBe(JSON.parse(await readFile(join(root, "package.json"), "utf8")).version);
  });
});

const guide = await readFile(join(root, "docs/client.md"), "utf8");
const blocks = [...guide.matchAll(/```ts\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)].map((block) => block[1] ?? "");

/** What the later blocks of the guide take from the earlier ones. */
const prelude = `import { type ContextRecord, type ContextRequest, type WinnowClient } from "winnow/client";
declare const messages: { role: "user" | "assistant"; content: string }[];
declare const all: ContextRecord[];
declare const request: ContextRequest;
`;

describe("a fresh project", () => {
  beforeAll(async () => {
    for (const name of ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-node"]) await link(name);
  });

  test.each(["nodenext", "bundler"])("compiles every block of the guide, resolving as %s does", async (resolution) => {
    await Promise.all(
      blocks.map((block, index) => {
        const client = block.includes("const winnow") ? "" : "declare const winnow: WinnowClient;\n";
        return write(`block-${index}.ts`, `${prelude}${client}${block}\nexport {};\n`);
      }),
    );
    const modules = resolution === "bundler" ? "esnext" : resolution;
    const options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2022", "--types", ""];
    const files = blocks.map((_, index) => `block-${index}.ts`);
    const words = [...options, "--lib", "es2023,dom", "--module", modules, "--moduleResolution", resolution, ...files];
    const { stdout } = await run(program("tsc"), ["--ignoreConfig", ...words], { cwd: project }).catch(
      (failed) => failed,
    );
    expect(stdout).toBe("");
    expect(blocks).toHaveLength(4);
  });

  test.each([0, 1])("runs block %i of the guide against a service", async (index) => {
    const request = await readFile(join(root, "docs/examples/harbour.json"), "utf8");
    const block = (blocks[index] ?? "").replace("http://127.0.0.1:8080", service.url).replace("wnw_...", service.key);
    const asked = index === 0 ? "" : `const selection = await winnow.select(${request});\n`;
    const shown = "console.log(JSON.stringify(selection));\n";
    const { stdout } = await run(process.execPath, [await write(`run-${index}.mjs`, block + asked + shown)]);
    const selection = JSON.parse(stdout);
    expect(selection).toMatchObject({ failedOpen: false, response: { request_id: "hello-1" } });
    expect(selection.context).toContain("Oulu is the first harbour of the bay to freeze");
  });
});

describe("bundled for a browser", () => {
  /** What a page and every runtime with `fetch` have, and nothing else. */
  const webGlobals = { fetch, URL, AbortSignal, TextEncoder, TextDecoder, performance, setTimeout, clearTimeout };

  test("it needs no built-ins of Node.js, is small and works", async () => {
    const entry = await write("page.js", 'export { createClient } from "winnow/client";\n');
    const bundle = await rolldown({ input: entry, platform: "browser", cwd: project });
    const { output } = await bundle.generate({ format: "iife", name: "winnow", minify: true });
    const [{ code, imports }] = output;
    expect({ imports, chunks: output.length }).toEqual({ imports: [], chunks: 1 });
    expect(code).not.toMatch(/\brequire\(|node:|\bprocess\.|\bBuffer\b/);
    expect(Buffer.byteLength(code)).toBeLessThan(16 * 1024);

    const page = createContext({ ...webGlobals, structuredClone });
    new Script(code).runInContext(page);
    const request = await readFile(join(root, "docs/examples/harbour.json"), "utf8");
    const options = JSON.stringify({ baseUrl: service.url, apiKey: service.key });
    const call = new Script(`winnow.createClient(${options}).select(${request}).then(JSON.stringify)`);
    expect(JSON.parse(await call.runInContext(page))).toMatchObject({ failedOpen: false, cause: null });
  });
});
