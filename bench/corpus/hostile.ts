// Hostile texts and sets of records, on which a slow counter or a quadratic stage takes longest.
import { shippedTiers } from "../../src/config/tiers.ts";
import { type Random, seeded } from "./random.ts";
import { fill, textOf } from "./texts.ts";
import { word } from "./words.ts";

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const letters = "abcdefghijklmnopqrstuvwxyz";

/** A character, as its code point. */
type Draw = (random: Random) => number;

const codePoint = (from: number, count: number): Draw => {
  return (random) => from + random.below(count);
};
const oneOf = (alphabet: string): Draw => {
  return (random) => alphabet.charCodeAt(random.below(alphabet.length));
};
const always = (character: string): Draw => {
  return () => character.charCodeAt(0);
};

const draws = {
  "one letter": always("a"),
  "random letters": oneOf(letters),
  CJK: codePoint(0x4e00, 20_000),
  punctuation: oneOf(punctuation),
  emoji: codePoint(0x1f300, 700),
  "combining marks": (random) => (random.chance(0.1) ? "e".charCodeAt(0) : codePoint(0x300, 0x70)(random)),
  spaces: always(" "),
  base64: oneOf(base64),
  mixed: (random) => (mixture[random.below(mixture.length)] ?? always(" "))(random),
} satisfies Readonly<Record<string, Draw>>;

const mixture: readonly Draw[] = [
  oneOf(letters),
  oneOf(punctuation),
  oneOf("0123456789"),
  always(" "),
  always("\n"),
  codePoint(0x4e00, 20_000),
  codePoint(0x1f300, 700),
  codePoint(0x300, 0x70),
  codePoint(0x400, 0x100),
];

type HostileText = keyof typeof draws | "glued words";
export const hostileTexts = [
  "one letter",
  "random letters",
  "CJK",
  "punctuation",
  "emoji",
  "combining marks",
  "spaces",
  "base64",
  "mixed",
  "glued words",
] as const satisfies readonly HostileText[];

/** A text of about `bytes` bytes of UTF-8. Built as bytes: joining one-character strings takes four times as long. */
export function hostileText(kind: HostileText, seed: number, bytes: number): string {
  const random = seeded(seed);
  // Most pairs of their bytes can merge, more than in random letters.
  if (kind === "glued words") return fill(Math.ceil(bytes), () => word(random));
  const draw = draws[kind];
  const text = Buffer.allocUnsafe(Math.ceil(bytes) + 3);
  let size = 0;
  while (size < bytes) size = writeUtf8(text, size, draw(random));
  return text.toString("utf8", 0, size);
}

/** @returns where the next character starts */
function writeUtf8(text: Buffer, at: number, point: number): number {
  if (point < 0x80) {
    text[at] = point;
    return at + 1;
  }
  const further = point < 0x800 ? 1 : point < 0x1_0000 ? 2 : 3;
  text[at] = (0xff << (7 - further)) | (point >> (6 * further));
  for (let next = 1; next <= further; next++) text[at + next] = 0x80 | ((point >> (6 * (further - next))) & 0x3f);
  return at + further + 1;
}

export type HostileRecords = "near-duplicates" | "one giant line" | "one-word records" | "deep JSON";
export const hostileRecordSets = ["near-duplicates", "one giant line", "one-word records", "deep JSON"] as const;

/** The most records that a request may hold in any shipped tier. */
export const RECORDS_MAX = Math.max(...Array.from(shippedTiers.values(), ({ maxRecords }) => maxRecords));
const DUPLICATE_CHARS = 400;
const ONE_WORD_CHARS = 20;
const JSON_DEPTH = 60;

/** Texts of records with about `chars` characters in total. */
export function hostileRecords(kind: HostileRecords, seed: number, chars: number): readonly string[] {
  switch (kind) {
    case "near-duplicates":
      return nearDuplicates(seed, chars, Math.ceil(chars / DUPLICATE_CHARS));
    case "one giant line":
      return [textOf("prose", seed, chars).replaceAll("\n", " ")];
    case "one-word records":
      return oneWordRecords(seed, chars, Math.min(RECORDS_MAX, Math.ceil(chars / ONE_WORD_CHARS)));
    case "deep JSON":
      return [deepJson(seed, chars)];
  }
}

/** `chars` characters of a log in `count` records that differ in one word. */
export function nearDuplicates(seed: number, chars: number, count: number): readonly string[] {
  const random = seeded(seed);
  const original = textOf("log", seed, Math.round(chars / count)).split(" ");
  return Array.from({ length: count }, (_, at) => {
    return original.with(at % original.length, `changed${random.below(1_000_000)}`).join(" ");
  });
}

/** `chars` letters in `count` records, without spaces. */
export function oneWordRecords(seed: number, chars: number, count: number): readonly string[] {
  const each = Math.ceil(chars / count);
  const all = hostileText("random letters", seed, each * count);
  return Array.from({ length: count }, (_, at) => all.slice(at * each, (at + 1) * each));
}

function deepJson(seed: number, chars: number): string {
  const random = seeded(seed);
  const nest = (inner: string): string => `${'{"a":['.repeat(JSON_DEPTH)}${inner}${"]}".repeat(JSON_DEPTH)}`;
  const parts: string[] = [];
  for (let size = 0; size < chars; size += parts.at(-1)?.length ?? chars) {
    parts.push(nest(JSON.stringify({ id: random.below(1e9), note: textOf("prose", random.below(1e9), 80) })));
  }
  return `[${parts.join(",")}]`;
}
