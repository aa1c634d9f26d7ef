// Bundles every module of the command line and of its threads into a few files, which start in half the time of the
// sources. `bin/winnow` and the published package run this bundle. Files that the sources read are next to the bundle,
// so a copied folder still works. Each file has a source map, which the log uses to name places in the sources.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type PluginContext } from "rolldown";
import { root } from "./project.ts";

/** A file that a module names by a relative URL: a thread's script or a file that it reads. */
const NEIGHBOUR = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;

/** A file of a package that a module reads. */
const PACKAGED = /createRequire\(import\.meta\.url\)\.resolve\("([^"]+)"\)/g;

/**
 * Replaces what is in the folder.
 * @returns the packages whose code is in the bundle, by the folders of their manifests
 */
export async function bundle(folder: string): Promise<readonly string[]> {
  const { output } = await build({
    cwd: root,
    input: { main: "src/cli/main.ts" },
    platform: "node",
    // The CommonJS form loads its parts in a way that no bundler can follow.
    resolve: { alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" } },
    plugins: [selfContained(folder), onceLoaded, withoutFetch],
    output: {
      dir: folder,
      cleanDir: true,
      entryFileNames: "[name].js",
      // Without a hash, so that the compile cache of a new bundle replaces that of the old one.
      chunkFileNames: "[name].js",
      assetFileNames: "[name][extname]",
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
    logLevel: "warn",
  });
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const copied = [createRequire(join(root, "package.json")).resolve("js-tiktoken/ranks/o200k_base")];
  return [...new Set([...modules, ...copied].flatMap(packageFolder))].toSorted();
}

/**
 * The gRPC exporter of OpenTelemetry imports grpc-js and also requires it when it connects. The bundler would resolve
 * the second from node_modules, and the two copies reject each other's objects.
 */
const onceLoaded: Plugin = {
  name: "once-loaded",
  transform: {
    filter: { id: /\/otlp-grpc-exporter-base\/.*\.mjs$/, code: '__require("@grpc/grpc-js")' },
    handler: (code) => ({ code: code.replaceAll('__require("@grpc/grpc-js")', 'require("@grpc/grpc-js")'), map: null }),
  },
};

/**
 * An `import` of Node.js's HTTP module reads all its exports, and some of them load `fetch` and WebSockets. That takes
 * a seventh of the start of `winnow serve`, which needs only `Headers` of these, for its first Connect call.
 */
const withoutFetch: Plugin = {
  name: "without-fetch",
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: () => ({ id: "\0http", moduleSideEffects: false }),
  },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => ({ code: 'module.exports = process.getBuiltinModule("node:http");', moduleType: "js" }),
  },
};

/** Adds the files that modules name by `import.meta.url`: threads as entry points, other files unchanged. */
function selfContained(folder: string): Plugin {
  return {
    name: "self-contained",
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: "import.meta.url" },
      handler(code, id) {
        const neighbours = code.replaceAll(NEIGHBOUR, (_, path: string) => {
          const file = join(dirname(id), path);
          return path.endsWith("/worker.ts") ? thread(this, file) : asset(this, file);
        });
        const packaged = neighbours.replaceAll(PACKAGED, (_, name: string) =>
          asset(this, createRequire(id).resolve(name)),
        );
        const place = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
        // No line moves, so the source map stays valid.
        return { code: packaged.replaceAll("import.meta.url", place), map: null };
      },
    },
  };
}

function thread(context: PluginContext, file: string): string {
  const name = `${basename(dirname(file))}-worker`;
  return `new URL(import.meta.ROLLDOWN_FILE_URL_${context.emitFile({ type: "chunk", id: file, name })})`;
}

function asset(context: PluginContext, file: string): string {
  const reference = context.emitFile({ type: "asset", name: basename(file), source: readFileSync(file) });
  return `new URL(import.meta.ROLLDOWN_FILE_URL_${reference})`;
}

/** The folder of the package that a module belongs to; none for our own modules. */
function packageFolder(module: string): readonly string[] {
  const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module);
  return found === null ? [] : [found[0]];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "bundle"] = process.argv;
  await bundle(resolve(folder));
}
