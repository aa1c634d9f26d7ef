// The baseline of the token measurements: the encoding's own split pattern, run over a text and nothing else.
import encoding from "js-tiktoken/ranks/o200k_base";

const pattern = new RegExp(encoding.pat_str, "gu");

/** Sums the code units of all pieces with `exec`, which is never slower here than `matchAll`. */
export function splitByRegex(text: string): number {
  pattern.lastIndex = 0;
  let units = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) units += found[0].length;
  return units;
}
