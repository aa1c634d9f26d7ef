// deploy/Dockerfile as its stages and their instructions.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

export interface Stage {
  /** As in `debian:12.11-slim`. */
  readonly base: string;
  /** Keyword and the rest of the line, continuation lines joined. */
  readonly instructions: readonly (readonly [keyword: string, rest: string])[];
}

const text = readFileSync(new URL("../../deploy/Dockerfile", import.meta.url), "utf8");

export const stages: readonly Stage[] = text
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split(/^(?=FROM )/m)
  .filter((part) => part.startsWith("FROM "))
  .map((part) => {
    const [from = "", ...lines] = part.split("\n").filter((line) => line !== "");
    const split = (line: string) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const;
    return { base: from.split(" ")[1] ?? "", instructions: lines.map(split) };
  });

/** What a stage says with a keyword, in order. */
export function said(stage: Stage | undefined, keyword: string): readonly string[] {
  return (stage?.instructions ?? []).flatMap(([word, rest]) => (word === keyword ? [rest] : []));
}

/** The stage that becomes the image. */
export const image: Stage | undefined = stages.at(-1);

/** What the image sets in its environment, build arguments left empty. */
export function imageEnvironment(): Readonly<Record<string, string>> {
  const pairs = said(image, "ENV").flatMap((rest) => rest.split(/\s+/));
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1).replace(/\$\{.*\}/, "")]),
  );
}

/** What is copied out of the repository: files and folders of its root. */
export function copiedPaths(): readonly string[] {
  const copies = stages.flatMap((stage) => said(stage, "COPY")).filter((rest) => !rest.startsWith("--from"));
  return [...new Set(copies.flatMap(sourcesOf))].sort();
}

/** The names of what the image holds in its folder, from wherever it was copied. */
export function imagePaths(): readonly string[] {
  return said(image, "COPY").flatMap((copy) => sourcesOf(copy).map((path) => basename(path)));
}

/** What a COPY copies, without whence. */
function sourcesOf(copy: string): readonly string[] {
  const words = copy.split(" ").filter((word) => !word.startsWith("--"));
  return words.slice(0, -1);
}
