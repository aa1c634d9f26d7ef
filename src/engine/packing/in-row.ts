// What an excerpt comes to in a rendered text, above and below others. In: its record, its text, what that costs.
// Out: its heading and its tokens with what parts it from the next one. Made with the excerpt: packings are tried, and
// rungs climbed, with the same ones.
import { isFresh } from "../../text/token-boundaries.ts";
import { countTokens } from "../../text/tokens.ts";
import type { InRow, ScoredRecord } from "../model.ts";
import { headingOf } from "./headings.ts";
import type { PackSettings } from "./pack-settings.ts";
import { likelySeparatorTokens, sureSeparatorTokens } from "./separators.ts";

/** What of a record is sent. */
export interface Shown {
  readonly record: ScoredRecord;
  readonly text: string;
  readonly tokens: number;
  readonly isCutAtStart: boolean;
}

/** Named are records long enough to be worth it, and those whose beginning, which would tell what they are, is cut. */
export function inRow({ record, text, tokens, isCutAtStart }: Shown, { headingTokensMin }: PackSettings): InRow {
  const heading = tokens >= headingTokensMin || isCutAtStart ? headingOf(record, text) : "";
  const sure = sureSeparatorTokens(text);
  const separator = Math.max(0, sure ?? likelySeparatorTokens(text));
  const all = countTokens(heading) + tokens + separator;
  return { heading, tokens: all, separator, isSureAtStart: isFresh(text), isSureAtEnd: separator === sure };
}
