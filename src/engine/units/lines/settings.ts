// Recognises settings below sections, as in INI files, units of systemd and TOML. Their lines look like code, and with
// comments like Markdown. In: the lines of a sample. Out: whether most of them are such settings. Reads no values.
import type { Sample } from "../line-patterns.ts";

/** Comments do not count, because they may outnumber the settings. */
const COMMENT = /^\s{0,40}[#;]/;

/** `[server]`, `[[bin]]`, `[remote "origin"]`. */
const SECTION = /^\s{0,8}\[{1,2}["']?[A-Za-z][\w.:@"'*/ -]{1,80}\]{1,2}\s*$/;

/** `key = value`, `key=value`, `key: value`. The key may contain blanks. */
const SETTING = /^\s{0,40}["']?[\w.$[\]/-]{1,60}(?: [\w.$/-]{1,30}){0,3}["']?\s{0,40}(?:=|:(?:\s|$))/;

/** The end of a statement, or of a line in the middle of a literal. */
const CODE_ENDING = /[;{}(,\\]\s*$/;

/** Minimum share of settings and sections among the lines that are not comments. */
const SETTINGS_SHARE = 0.6;

/** True for settings below sections. */
export function areSections({ lines }: Sample): boolean {
  if (!lines.some((line) => SECTION.test(line))) return false;
  let sections = 0;
  let settings = 0;
  let comments = 0;
  for (const line of lines) {
    if (COMMENT.test(line)) comments++;
    else if (SECTION.test(line)) sections++;
    else if (SETTING.test(line) && !CODE_ENDING.test(line)) settings++;
  }
  return settings > 0 && sections + settings >= SETTINGS_SHARE * (lines.length - comments);
}
