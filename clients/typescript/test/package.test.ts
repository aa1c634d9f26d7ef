// The package as a user gets it: packed, checked by common tools, installed without a network into a new project,
// type-checked there, run there against a real service, and bundled for a browser.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createContext, Script } from "node:vm";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWinnow, type WinnowProcess } from "../../../test/winnow-process.ts";
import { root } from "../../../tools/project.ts";
import { adapterGuides } from "./adapter-guides.ts";
import { blocksOf, type FreshProject, freshProject, typed } from "./fresh-project.ts";

let fresh: FreshProject;
let service: WinnowProcess;

beforeAll(async () => {
  fresh = await freshProject();
  service = await startWinnow();
});

afterAll(async () => {
  await service.stop();
  await fresh.remove();
});

describe("the package", () => {
  test("passes publint", async () => {
    const { messages } = await publint({ strict: true, pack: { tarball: new Uint8Array(fresh.tarball).buffer } });
    expect(messages).toEqual([]);
  });

  test("has the right types under every module resolution", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(fresh.tarball)));
    expect("problems" in analysis && analysis.problems).toEqual([]);
  });

  test("contains its licence and its guide", async () => {
    for (const [name, words] of [
      ["LICENSE", "Apache License"],
      ["README.md", "# winnow-client"],
    ] as const) {
      expect(await readFile(join(fresh.folder, "node_modules/winnow-client", name), "utf8")).toContain(words);
    }
  });

  test("has no dependencies", async () => {
    const { stdout } = await promisify(execFile)("npm", ["ls", "--all", "--parseable"], { cwd: fresh.folder });
    expect(stdout.trim().split("\n")).toHaveLength(2);
    const installed: { version: string } = JSON.parse(
      await readFile(join(fresh.folder, "node_modules/winnow-client/package.json"), "utf8"),
    );
    expect(installed.version).toBe(JSON.parse(await readFile(join(root, "package.json"), "utf8")).version);
  });
});

const clientGuide = await blocksOf("clients/typescript/README.md");

/** Variables that the later blocks of the guide use from the earlier ones. */
const prelude = `import { type ContextRecord, type ContextRequest, type WinnowClient } from "winnow-client";
declare const messages: { role: "user" | "assistant"; content: string }[];
interface ChatMessage { readonly role: string; readonly content: string }
declare const conversation: ChatMessage[];
declare const all: ContextRecord[];
declare const request: ContextRequest;
`;

describe("a fresh project", () => {
  beforeAll(async () => {
    for (const name of ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-node"])
      await fresh.link(name);
  });

  test.each(["node16", "nodenext", "bundler"] as const)(
    "compiles every block of the guide, resolving as %s does",
    async (how) => {
      const files = await Promise.all(
        clientGuide.map((block, index) => {
          const client = block.includes("const winnow") ? "" : "declare const winnow: WinnowClient;\n";
          return fresh.write(`block-${index}.ts`, `${prelude}${client}${block}\nexport {};\n`);
        }),
      );
      expect(await fresh.compile(files, how)).toBe("");
      expect(files).toHaveLength(5);
    },
  );

  test.each(["node16", "nodenext"] as const)("compiles as CommonJS, resolving as %s does", async (how) => {
    const imports =
      'import { createClient } from "winnow-client";\nimport { createGrpcClient } from "winnow-client/grpc";\n';
    const file = await fresh.write("common.cts", `${imports}export const makers = [createClient, createGrpcClient];\n`);
    expect(await fresh.compile([file], how)).toBe("");
  });

  test("runs as CommonJS against a service, over REST and gRPC", async () => {
    const options = JSON.stringify({ baseUrl: service.url, apiKey: service.key });
    const request = await readFile(join(root, "docs/examples/harbour.json"), "utf8");
    const program = `const { createClient } = require("winnow-client");
const { createGrpcClient } = require("winnow-client/grpc");
const selections = [createClient, createGrpcClient].map((create) => create(${options}).select(${request}));
Promise.all(selections).then((all) => console.log(all.map(({ failedOpen, cause }) => [failedOpen, cause]).join()));
`;
    expect(await fresh.run(await fresh.write("common.cjs", program))).toBe("false,,false,\n");
  });

  test.each([0, 1])("runs block %i of the guide against a service", async (index) => {
    const request = await readFile(join(root, "docs/examples/harbour.json"), "utf8");
    const asked = index === 0 ? "" : `const selection = await winnow.select(${request});\n`;
    const shown = "console.log(JSON.stringify(selection));\n";
    const selection = JSON.parse(
      await fresh.run(await fresh.write(`run-${index}.ts`, typed(clientGuide[index] ?? "", service) + asked + shown)),
    );
    expect(selection).toMatchObject({ failedOpen: false, response: { request_id: "hello-1" } });
    expect(selection.context).toContain("Oulu is the first harbour of the bay to freeze");
  });
});

describe("an adapter", () => {
  test("says which package is missing", async () => {
    const entry = await fresh.write("alone.ts", 'await import("winnow-client/langchain");\n');
    await expect(fresh.run(entry)).rejects.toThrow(/Cannot find package '@langchain\/core'.*winnow/);
  });

  describe.each(adapterGuides)("of $guide, with its framework", ({ guide, packages, setup, shown, wanted }) => {
    let program: string;

    beforeAll(async () => {
      for (const name of packages) await fresh.link(name);
      const blocks = (await blocksOf(guide)).join("\n");
      const text = `${setup}\n${blocks}\nconsole.log(JSON.stringify(${shown}));\n`;
      program = await fresh.write(`${guide.replaceAll("/", "-")}.ts`, typed(text, service));
    });

    test.each(["node16", "nodenext", "bundler"] as const)("compiles, resolving as %s does", async (how) => {
      expect(await fresh.compile([program], how)).toBe("");
    });

    test("runs against a service", async () => {
      expect(JSON.parse(await fresh.run(program))).toEqual(wanted);
    });
  });
});

describe("bundled for a browser", () => {
  /** The globals that a page and every runtime with `fetch` have, and nothing else. */
  const webGlobals = { fetch, URL, AbortSignal, TextEncoder, TextDecoder, performance, setTimeout, clearTimeout };

  test.each([
    ["winnow-client/langchain", ["@langchain/core"]],
    ["winnow-client/ai-sdk", []],
  ])("%s needs nothing but its framework", async (entry, packages) => {
    const input = await fresh.write("adapter.js", `export * from "${entry}";\n`);
    const bundle = await rolldown({ input, platform: "browser", cwd: fresh.folder, external: /^@langchain/ });
    const { output } = await bundle.generate({ format: "esm" });
    const [{ code, imports }] = output;
    expect([...new Set(imports.map((name) => name.split("/").slice(0, 2).join("/")))]).toEqual(packages);
    expect(code).not.toMatch(/node:|\bprocess\.|\bBuffer\b/);
  });

  test("it needs no built-ins of Node.js, is small and works", async () => {
    const entry = await fresh.write("page.js", 'export { createClient } from "winnow-client";\n');
    const bundle = await rolldown({ input: entry, platform: "browser", cwd: fresh.folder });
    const { output } = await bundle.generate({ format: "iife", name: "winnow", minify: true });
    const [{ code, imports }] = output;
    expect({ imports, chunks: output.length }).toEqual({ imports: [], chunks: 1 });
    expect(code).not.toMatch(/\brequire\(|node:|\bprocess\.|\bBuffer\b/);
    expect(Buffer.byteLength(code)).toBeLessThan(11_000);

    const page = createContext({ ...webGlobals, structuredClone });
    new Script(code).runInContext(page);
    const request = await readFile(join(root, "docs/examples/harbour.json"), "utf8");
    const options = JSON.stringify({ baseUrl: service.url, apiKey: service.key });
    const call = new Script(`winnow.createClient(${options}).select(${request}).then(JSON.stringify)`);
    expect(JSON.parse(await call.runInContext(page))).toMatchObject({ failedOpen: false, cause: null });
  });
});
