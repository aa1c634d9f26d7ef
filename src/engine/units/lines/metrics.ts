// Recognises and cuts metrics in the format that Prometheus reads: `# HELP` and `# TYPE` above samples such as
// `http_requests_total{code="503"} 279`. In: a text. Out: a unit for each sample, which depends on the lines that
// explain its metric. Reads no labels or values.
import type { Draft } from "../draft.ts";
import { matchesAt, matchesIn, type Sample } from "../line-patterns.ts";
import { cutByLines, ITEM, type LineRules, TAIL } from "./lines.ts";

const METADATA = /# (?:HELP|TYPE|UNIT) [A-Za-z_:]/;
export const METRIC_SIGNS = { begins: ["# HELP ", "# TYPE ", "# UNIT "] };
const METADATA_LINE = new RegExp(`^${METADATA.source}`);
/** `name{labels} value`, and perhaps a time or an exemplar. */
const SAMPLE_LINE = /^[A-Za-z_:][\w:.]{0,200}(?:\{.{0,380}|[ \t]+(?:[-+]?[\d.]|NaN|[-+]?Inf).{0,80})$/;

/** One pair of comments may be chance. */
const METADATA_MIN = 2;
/** Minimum share of the lines that are metadata or samples. */
const LINES_SHARE = 0.9;

export function looksLikeMetrics(sample: Sample): boolean {
  const metadata = matchesIn(sample, METADATA_LINE);
  return metadata >= METADATA_MIN && metadata + matchesIn(sample, SAMPLE_LINE) >= LINES_SHARE * sample.lines.length;
}

/** All metrics are of one rank. */
const METRIC_RANK = 0;

const HELP = /# HELP /y;
const METADATA_AT = new RegExp(METADATA.source, "y");

const RULES: LineRules = {
  // A metric without help has its type as heading.
  roleOf: (text, start) => {
    if (!matchesAt(METADATA_AT, text, start)) return ITEM;
    return matchesAt(HELP, text, start) || !isBelowMetadata(text, start) ? METRIC_RANK : TAIL;
  },
  countsItems: true,
  itemChars: 0,
  joinItems: 0,
  joinLines: 0,
};

/** True if the line above the one at `start` is metadata too. */
function isBelowMetadata(text: string, start: number): boolean {
  const above = start < 2 ? -1 : text.lastIndexOf("\n", start - 2) + 1;
  return above >= 0 && matchesAt(METADATA_AT, text, above);
}

/** Cuts `[draft.at, end)`. Each line counts as one. */
export function cutMetrics(draft: Draft, end: number): void {
  cutByLines(draft, end, RULES);
}
