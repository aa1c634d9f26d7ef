// `make package`: builds the npm package of the client in a folder of its own, ready for `npm pack`. It has a manifest
// of its own, because who installs a client should not get the service's dependencies and runtime with it. The
// repository's manifest stays private, so that nothing is published from it by accident.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { program, root } from "./project.ts";

/** Where the compiled modules lie in the package. */
const library = "lib";

const entries = {
  "./client": "src/client/client",
  "./client/grpc": "src/client/grpc",
  "./langchain": "src/adapters/langchain",
  "./ai-sdk": "src/adapters/ai-sdk",
};

/** What only the gRPC entry needs, in the service's own versions: those who call over REST install nothing. */
const grpcPeers = ["@bufbuild/protobuf", "@connectrpc/connect", "@connectrpc/connect-node"];

/** The frameworks of the adapters, from the first version that has what they use. */
const frameworks = { "@langchain/core": "^1.0.0", ai: "^7.0.0" };

/** Replaces what is in the folder. */
export function stagePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(program("tsc"), ["-p", join(root, "tools/client-build.json"), "--outDir", join(folder, library)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const path of declarations(join(folder, library))) namedAsBuilt(path);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, "docs/client.md"), join(folder, "README.md"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}

function declarations(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".d.ts")).map((name) => join(folder, name));
}

/** The compiler leaves the names of sources in declarations, which not every consumer's compiler follows. */
function namedAsBuilt(path: string): void {
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replaceAll(/(from "\.{1,2}\/[^"]+)\.ts"/g, '$1.js"'));
}

function manifest(): object {
  const ours: Record<string, unknown> & { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const { name, version, license, engines, dependencies } = ours;
  const peers = { ...Object.fromEntries(grpcPeers.map((peer) => [peer, `^${dependencies[peer]}`])), ...frameworks };
  return {
    name,
    version,
    description: "Client of Winnow: the context records worth sending to a model, verbatim, within a token budget.",
    license,
    type: "module",
    sideEffects: false,
    exports: {
      ...Object.fromEntries(
        Object.entries(entries).map(([entry, module]) => [
          entry,
          { types: `./${library}/${module}.d.ts`, default: `./${library}/${module}.js` },
        ]),
      ),
      "./package.json": "./package.json",
    },
    files: [library],
    engines,
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "dist"] = process.argv;
  stagePackage(resolve(folder));
}
