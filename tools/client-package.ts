// Stages the npm package `winnow-client`: compiles clients/typescript and writes the published manifest, whose entry
// points name compiled modules. The workspace's own manifest names sources and is private, so it cannot be published.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { program, root } from "./project.ts";

const workspace = join(root, "clients/typescript");

/** The module systems that the package is compiled for: output folder and compiler options. */
const targets = {
  import: { folder: "lib/esm", type: "module", flags: [] },
  require: {
    folder: "lib/cjs",
    type: "commonjs",
    flags: ["--module", "commonjs", "--moduleResolution", "bundler", "--verbatimModuleSyntax", "false"],
  },
} as const;

/**
 * The packages that single entry points import, and the versions that they accept. All are optional: the root entry
 * imports nothing. They are not in the workspace's manifest because npm would then install them with the service.
 */
const peers = {
  "@bufbuild/protobuf": "^2.17.0",
  "@connectrpc/connect": "^2.2.0",
  "@connectrpc/connect-node": "^2.2.0",
  "@langchain/core": "^1.0.0",
  ai: "^7.0.0",
};

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly exports: Readonly<Record<string, string>>;
}

/** Replaces what is in the folder. */
export function stageClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const target of Object.values(targets)) {
    const library = join(folder, target.folder);
    const compile = ["-p", workspace, "--noEmit", "false", "--outDir", library, ...target.flags];
    execFileSync(program("tsc"), compile, { stdio: ["ignore", "inherit", "inherit"] });
    for (const path of declarations(library)) nameCompiledModules(path);
    writeJson(join(library, "package.json"), { type: target.type });
  }
  writeJson(join(folder, "package.json"), manifest());
  copyFileSync(join(workspace, "README.md"), join(folder, "README.md"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function declarations(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".d.ts")).map((name) => join(folder, name));
}

/** The compiler leaves `.ts` in the imports of declarations, which some consumers' compilers do not resolve. */
function nameCompiledModules(path: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
}

function manifest(): object {
  const ours: Manifest = JSON.parse(readFileSync(join(workspace, "package.json"), "utf8"));
  const { name, version, description, license, engines, exports } = ours;
  const modules = Object.entries(exports).flatMap(([entry, path]) => {
    const module = /^\.\/src\/(.+)\.ts$/.exec(path)?.[1];
    return module === undefined ? [] : [{ entry, module }];
  });
  const types = modules.map(({ entry, module }) => [entry.slice(2), [`./${targets.require.folder}/${module}.d.ts`]]);
  return {
    name,
    version,
    description,
    license,
    type: "module",
    sideEffects: false,
    exports: {
      ...Object.fromEntries(modules.map(({ entry, module }) => [entry, conditions(module)])),
      "./package.json": "./package.json",
    },
    // For tools that do not read `exports`.
    main: `./${targets.require.folder}/client.js`,
    types: `./${targets.require.folder}/client.d.ts`,
    typesVersions: { "*": Object.fromEntries(types.filter(([entry]) => entry !== "")) },
    files: ["lib"],
    engines,
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
  };
}

/** The files of an entry point for each module system. */
function conditions(module: string): object {
  return Object.fromEntries(
    Object.entries(targets).map(([condition, { folder }]) => [
      condition,
      { types: `./${folder}/${module}.d.ts`, default: `./${folder}/${module}.js` },
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "dist/winnow-client"] = process.argv;
  stageClient(resolve(folder));
}
