// What does a text look like that is no JSON? A sample and the text's origin in, a content type out. Looks at a bounded
// sample, so the cost does not grow with the text. Each type says itself what it looks like; this file only says who
// is asked first.
import type { ContentType } from "../model.ts";
import { looksLikeCode } from "./code/code.ts";
import { areColumns } from "./lines/aligned.ts";
import { looksLikeDiff } from "./lines/diff.ts";
import { looksLikeLines } from "./lines/lines.ts";
import { looksLikeLog } from "./lines/log.ts";
import { looksLikeStackTrace } from "./lines/stack-trace.ts";
import { tableSeparator } from "./lines/table-signs.ts";
import { looksLikeTestOutput } from "./lines/test-output.ts";
import { hasFences, looksLikeMarkdown } from "./mixed/markdown-signs.ts";
import { looksLikeSearchResults } from "./mixed/search-results.ts";
import { looksLikeMarkup } from "./nested/markup.ts";
import type { Origin } from "./origin.ts";
import { isTurn, looksLikeDialogue } from "./prose/dialogue.ts";
import { looksLikeMail } from "./prose/mail.ts";
import type { Sample } from "./sample.ts";

/** What is told by a sample. */
export type SampledType = Exclude<ContentType, "json" | "ndjson">;

export function detectType(sample: Sample, origin: Origin): SampledType {
  if (looksLikeMarkup(sample)) return "markup";
  if (sample.lines.length >= 2) {
    const type = typeOfLines(sample, origin);
    if (type !== null) return type;
  }
  return isTurn(sample, origin) ? "dialogue" : "prose";
}

/** The types that show in how lines begin and end. */
function typeOfLines(sample: Sample, origin: Origin): SampledType | null {
  if (looksLikeDiff(sample)) return "diff";
  if (looksLikeTestOutput(sample)) return "test_output";
  const isFile = origin.kind === "artifact";
  if (!isFile && hasFences(sample)) return "markdown";
  if (looksLikeMail(sample)) return "mail";
  if (looksLikeDialogue(sample)) return "dialogue";
  if (looksLikeLog(sample)) return "log";
  if (looksLikeStackTrace(sample)) return "stack_trace";
  if (looksLikeSearchResults(sample)) return "search_results";
  if (tableSeparator(sample) !== null) return "table";
  if (looksLikeCode(sample, origin.kind)) return "code";
  if (areColumns(sample.lines)) return "table";
  if (isTurn(sample, origin)) return "dialogue";
  if (looksLikeMarkdown(sample)) return "markdown";
  return looksLikeLines(sample) ? "lines" : null;
}
