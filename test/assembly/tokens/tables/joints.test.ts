import { expect, test } from "vitest";
import { buildParts, TOKENS } from "../parts.ts";

const { exports, token: bytesOf } = buildParts();
const mayJoin = (before: number, after: number): boolean => exports.mayJoin(before, after) !== 0;

/** Beginnings and ends that may complete a character of which a token contains only the rest. */
const HEADS = [[], [0xc3], [0xe4, 0xb8], [0xe4], [0xf0, 0x9f]];
const TAILS = [[], [0x80], [0xbf], [0xbf, 0xbf], [0x9f, 0x80]];
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Every way to read the token's bytes as characters, with those at its ends completed. */
function readings(token: Uint8Array): readonly string[] {
  const whole = decoder.decode(token);
  if (!whole.includes("\ufffd")) return [whole];
  const texts = HEADS.flatMap((head) => TAILS.map((tail) => decoder.decode(Uint8Array.of(...head, ...token, ...tail))));
  return texts.filter((text) => !text.includes("\ufffd"));
}

test("characters that are neighbours in a token, whole or in part, are joints", () => {
  const missed: string[] = [];
  for (let id = 0; id < TOKENS; id++) {
    const token = bytesOf(id);
    if (token.every((byte) => byte < 0x80)) continue;
    for (const text of readings(token)) {
      const points = Array.from(text, (char) => char.codePointAt(0) ?? 0);
      const apart = points.some(
        (point, at) => at > 0 && (points[at - 1] ?? 0) >= 0x80 && !mayJoin(points[at - 1] ?? 0, point),
      );
      if (apart) missed.push(`${id} as ${text}`);
    }
  }
  expect(missed).toEqual([]);
});

test("most pairs of ideographs are not joints", () => {
  let apart = 0;
  for (let point = 0x4e00; point < 0x8e00; point += 16) if (!mayJoin(point, point + 7)) apart++;
  expect(apart / 1024).toBeGreaterThan(0.85);
});
