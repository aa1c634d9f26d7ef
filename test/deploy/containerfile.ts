// deploy/Containerfile as its instructions.
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("../../deploy/Containerfile", import.meta.url), "utf8");

/** Keyword and the rest of the line, continuation lines joined. */
const instructions = text
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);

/** The instructions of the file with a keyword, in order. */
export function valuesOf(keyword: string): readonly string[] {
  return instructions.flatMap(([word, rest]) => (word === keyword ? [rest] : []));
}

/** The list of words that an instruction in JSON form runs. */
export function commandOf(keyword: string): readonly string[] {
  const list = /\[.*\]$/.exec(valuesOf(keyword).join())?.[0] ?? "[]";
  const words: string[] = JSON.parse(list);
  return words;
}

/** The environment variables of the image, with empty build arguments. */
export function imageEnvironment(): Readonly<Record<string, string>> {
  const pairs = valuesOf("ENV").flatMap((rest) => rest.split(/\s+/));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1).replace(/\$\{.*\}/, "")]),
  );
}
