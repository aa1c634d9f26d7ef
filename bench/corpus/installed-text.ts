// Real text to measure on: the documentation, code and data of the project's installed packages. It is only read and
// never copied.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** Longer files are mostly generated or minified. */
const FILE_BYTES_MAX = 150_000;
const FILE_BYTES_MIN = 400;
/** The average line of a hand-written file is shorter. */
const MEAN_LINE_MAX = 120;
/** A line of running prose: long, with few characters of Markdown or code syntax. */
const PROSE_LINE_MIN = 70;
const MARKS_SHARE_MAX = 0.02;

/** The prefix of a line in a comment of several lines. */
const COMMENT = /^\s*\* /;

/** Prose is documentation without its lists and examples. Comments are those of sources. */
export type InstalledKind = "prose" | "comments" | "markdown" | "code" | "json";

const endings: Readonly<Record<InstalledKind, RegExp>> = {
  prose: /\.md$/,
  comments: /\.(d\.[cm]?ts|[cm]?js)$/,
  markdown: /\.md$/,
  code: /\.(ts|js|mjs|cts|mts)$/,
  json: /\.json$/,
};

/**
 * Texts of one kind, about `chars` characters in all. Of files with the same name one is used, because builds repeat
 * them.
 */
export function installedTexts(kind: InstalledKind, chars: number): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<string>();
  let size = 0;
  for (const path of installedFiles()) {
    if (size >= chars) break;
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!endings[kind].test(name)) continue;
    const { size: length } = statSync(join(packages, path));
    const key = kind === "code" ? name : `${name} ${length}`;
    if (length < FILE_BYTES_MIN || length > FILE_BYTES_MAX || seen.has(key)) continue;
    seen.add(key);
    const whole = readFileSync(join(packages, path), "utf8");
    if ((kind === "markdown" || kind === "code") && whole.length / whole.split("\n").length > MEAN_LINE_MAX) continue;
    const text = textIn(whole, kind, seen);
    if (text === "") continue;
    texts.push(text);
    size += text.length;
  }
  return texts;
}

let listed: readonly string[] | undefined;
function installedFiles(): readonly string[] {
  listed ??= readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(packages.length + 1))
    .sort();
  return listed;
}

/** The part of a file that is text of that kind. */
function textIn(whole: string, kind: InstalledKind, seen: Set<string>): string {
  if (kind === "comments") return proseOf(commentsOf(whole), seen);
  return kind === "prose" ? proseOf(whole, seen) : whole;
}

function commentsOf(source: string): string {
  const lines = source.split("\n").filter((line) => COMMENT.test(line));
  return lines.map((line) => line.replace(COMMENT, "")).join("\n");
}

function proseOf(whole: string, seen: Set<string>): string {
  const lines = whole.split("\n").filter((line) => {
    if (line.length < PROSE_LINE_MIN || seen.has(line)) return false;
    const marks = line.replace(/[\p{L}\p{N}\s.,;:'"()-]/gu, "").length;
    return marks / line.length <= MARKS_SHARE_MAX;
  });
  for (const line of lines) seen.add(line);
  return lines.join("\n");
}

let counted: readonly [string, ...string[]] | undefined;

/** Words of the installed documentation, the most frequent first: the vocabulary of the generated corpora. */
export function frequentWords(): readonly [string, ...string[]] {
  if (counted !== undefined) return counted;
  const frequency = new Map<string, number>();
  for (const text of installedTexts("prose", 2_000_000)) {
    for (const [word] of text.matchAll(/[a-z]{1,20}/g)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const words = [...frequency].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  counted = ["the", ...words.filter((word) => word !== "the")];
  return counted;
}
