// Up to which size short sentences share a unit: by script, since a character may be a letter or a word.

/** Shorter neighbouring sentences share a unit up to this size; measured flat between 100 and 240. */
const PROSE_UNIT_CHARS = 160;

/** The same where a character is a syllable or a word (Chinese, Japanese, Korean): as much in half the length. */
const WIDE_UNIT_CHARS = 80;

/** From the radicals of Chinese to the last syllable of Korean. */
const WIDE_FIRST = 0x2e80;
const WIDE_LAST = 0xd7ff;

/** Characters that tell the script of a passage. */
const SCRIPT_SAMPLE_CHARS = 200;

/** Up to which size short sentences share a unit, judged by how the passage begins. */
export function unitChars(text: string, from: number, end: number): number {
  const to = Math.min(end, from + SCRIPT_SAMPLE_CHARS);
  let wide = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= WIDE_FIRST && code <= WIDE_LAST) wide++;
  }
  return 2 * wide > to - from ? WIDE_UNIT_CHARS : PROSE_UNIT_CHARS;
}
