// Stages the input of an image builder for the container image: deploy/Containerfile and the root file system that it
// copies. The file system has npm's Node.js, its shared libraries with their licences, and the service as staged by
// tools/service-package.ts. `make image` builds the image.
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { program, root } from "./project.ts";
import { stageService } from "./service-package.ts";

/** Replaces what is in the folder. */
export async function stageImage(folder: string): Promise<void> {
  const system = join(folder, "rootfs");
  rmSync(folder, { recursive: true, force: true });
  await stageService(join(system, "app"));
  const node = realpathSync(program("node"));
  for (const [from, to] of [[node, "/usr/bin/node"] as const, ...librariesOf(node)]) copy(from, join(system, to));
  chmodSync(join(system, "usr/bin/node"), 0o755);
  mkdirSync(join(system, "etc"), { recursive: true });
  writeFileSync(join(system, "etc/passwd"), "root:x:0:0::/:/\nwinnow:x:65532:65532::/:/\n");
  writeFileSync(join(system, "etc/group"), "root:x:0:\nwinnow:x:65532:\n");
  compileAhead(join(system, "app"), node);
  copyFileSync(join(root, "deploy/Containerfile"), join(folder, "Containerfile"));
}

/** Fills V8's compile cache for every command in the image, because its processes cannot write one. */
function compileAhead(app: string, node: string): void {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(app, "cache"), NODE_COMPILE_CACHE_PORTABLE: "1" };
  execFileSync(node, [...nodeFlags(), join(app, "lib/main.js"), "--version"], { env });
}

/** The Node.js flags of Winnow. */
export function nodeFlags(): readonly string[] {
  return readFileSync(join(root, "bin/node-flags"), "utf8").trim().split(" ");
}

/** The shared libraries of a program, by the paths that its loader searches, and the licences of their packages. */
function librariesOf(path: string): readonly (readonly [from: string, to: string])[] {
  const listed = execFileSync("ldd", [path], { encoding: "utf8" });
  const libraries = [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, library = ""]) => library);
  return libraries.flatMap((library) => [[library, library] as const, ...licenceOf(library)]);
}

/**
 * Debian keeps each package's licence in a file of its own. It lists some files by their path before the move to /usr.
 */
function licenceOf(library: string): readonly (readonly [string, string])[] {
  const path = realpathSync(library);
  const places = [path, path.replace(/^\/usr/, "")];
  const listed = spawnSync("dpkg", ["--search", ...places], { encoding: "utf8" }).stdout;
  const licence = `/usr/share/doc/${listed.split(":")[0]}/copyright`;
  return existsSync(licence) ? [[licence, licence]] : [];
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(realpathSync(from), to);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "dist/image"] = process.argv;
  await stageImage(resolve(folder));
  process.stdout.write(`staged ${basename(folder)}\n`);
}
