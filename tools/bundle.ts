// What `bin/winnow` runs: all modules of the command line and of its threads in a few files, which start in half the
// time that their sources take (docs/performance.md, "Start"). Beside each lies a map, by which the log names sources.
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "rolldown";
import { root } from "./project.ts";

/** A thread's script, named by where it lies beside the module that starts it. */
const threadScript = /new URL\("([^"]+\/worker\.ts)", import\.meta\.url\)/g;

/** Replaces what is in the folder, which must stay where it is: what the sources read is found from there. */
export async function bundle(folder: string): Promise<void> {
  await build({
    cwd: root,
    input: { main: "src/cli/main.ts" },
    platform: "node",
    plugins: [placesKept(folder)],
    output: {
      dir: folder,
      cleanDir: true,
      entryFileNames: "[name].js",
      // Without a hash of what is in it, so that what a start compiled replaces what it compiled of an earlier one.
      chunkFileNames: "[name].js",
      sourcemap: true,
      sourcemapExcludeSources: true,
    },
    logLevel: "warn",
  });
}

/** `import.meta.url` goes on to mean where a source lies; threads run what was bundled, too. */
function placesKept(folder: string): Plugin {
  return {
    name: "places-kept",
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: "import.meta.url" },
      handler(code, id) {
        const threads = code.replaceAll(threadScript, (_, script: string) => {
          const entry = join(dirname(id), script);
          const chunk = this.emitFile({ type: "chunk", id: entry, name: `${basename(dirname(entry))}-worker` });
          return `new URL(import.meta.ROLLDOWN_FILE_URL_${chunk})`;
        });
        const place = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
        // Nothing moved to another line, so that the map holds.
        return { code: threads.replaceAll("import.meta.url", place), map: null };
      },
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "bundle"] = process.argv;
  await bundle(resolve(folder));
}
