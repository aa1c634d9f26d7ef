// Stages the npm package `winnow-context`: the service and its command line as a bundle without dependencies. `npm
// pack` turns the folder into the tarball, and `tools/image.ts` copies it into the image.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";
import { root } from "./project.ts";

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** The oldest Node.js that has every flag of bin/node-flags and every function that the sources call. */
const ENGINES = ">=22.15";

/** Replaces what is in the folder. */
export async function stageService(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "bin"), { recursive: true });
  const packages = await bundle(join(folder, "lib"));
  writeFileSync(join(folder, "bin/winnow.js"), launcher());
  chmodSync(join(folder, "bin/winnow.js"), 0o755);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  writeFileSync(join(folder, "THIRD_PARTY_LICENSES.txt"), packages.map(bundled).map(notice).join("\n"));
  writeFileSync(join(folder, "sbom.cdx.json"), billOfMaterials());
  for (const name of ["README.md", "LICENSE"]) copyFileSync(join(root, name), join(folder, name));
  copyFileSync(join(root, "docs/CHANGELOG.md"), join(folder, "CHANGELOG.md"));
}

/** The Node.js flags are in the first line, so that no second process must forward signals. */
function launcher(): string {
  const flags = readFileSync(join(root, "bin/node-flags"), "utf8").trim();
  return [
    `#!/usr/bin/env -S node ${flags}`,
    `import { enableCompileCache } from "node:module";`,
    "",
    "enableCompileCache();",
    `await import("../lib/main.js");`,
    "",
  ].join("\n");
}

function manifest(): object {
  const { version, description, license }: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    name: "winnow-context",
    version,
    description,
    license,
    keywords: ["llm", "agents", "context", "retrieval", "bm25", "grpc", "mcp"],
    type: "module",
    bin: { winnow: "bin/winnow.js", "winnow-context": "bin/winnow.js" },
    engines: { node: ENGINES },
    files: ["bin", "lib", "CHANGELOG.md", "THIRD_PARTY_LICENSES.txt", "sbom.cdx.json"],
  };
}

function bundled(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return { name, version, license, text: file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim() };
}

function notice({ name, version, license, text }: Bundled): string {
  return [`${name} ${version} (${license})`, "=".repeat(80), text, ""].join("\n");
}

/** The CycloneDX list of the packages in the bundle, made by npm. */
function billOfMaterials(): string {
  const words = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--omit", "optional", "--workspaces", "false"];
  return execFileSync("npm", words, { cwd: root, encoding: "utf8" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "dist/winnow-context"] = process.argv;
  await stageService(resolve(folder));
}
