// The root of the project, and the programs that its packages provide, independent of the PATH.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** The path of a program among the project's dependencies. */
export function program(name: string): string {
  return `${root}node_modules/.bin/${name}`;
}

/** The text of a generated file as `make format` would leave it. */
export function formatted(path: string, text: string): string {
  return execFileSync(program("biome"), ["format", `--stdin-file-path=${path}`], { input: text, encoding: "utf8" });
}
