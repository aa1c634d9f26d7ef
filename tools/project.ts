// Where the project lies, and the programs that come with it: found whatever the PATH of whoever asks.
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** The path of a program among the project's dependencies. */
export function program(name: string): string {
  return `${root}node_modules/.bin/${name}`;
}
