// What does a text look like? Text and the record's kind in, a content type out. Looks at a bounded sample, so the cost
// does not grow with the text. Each type says itself what it looks like; this file only says who is asked first.
import type { ContentType, RecordKind } from "../model.ts";
import { looksLikeCode } from "./code.ts";
import { looksLikeDialogue, looksLikeTurn } from "./dialogue.ts";
import { looksLikeDiff } from "./diff.ts";
import { jsonFormAt } from "./json.ts";
import { looksLikeLines } from "./lines.ts";
import { looksLikeLog } from "./log.ts";
import { looksLikeMarkdown } from "./markdown.ts";
import { looksLikeMarkup } from "./markup.ts";
import type { Sample } from "./sample.ts";
import { looksLikeSearchResults } from "./search-results.ts";
import { looksLikeStackTrace } from "./stack-trace.ts";
import { tableSeparator } from "./table.ts";
import { looksLikeTestOutput } from "./test-output.ts";

export function detectType(sample: Sample, kind: RecordKind): ContentType {
  const form = jsonFormAt(sample.text, sample.start);
  if (form !== null) return form === "lines" ? "ndjson" : "json";
  if (looksLikeDiff(sample)) return "diff";
  if (looksLikeMarkup(sample)) return "markup";
  if (looksLikeTestOutput(sample)) return "test_output";
  if (looksLikeStackTrace(sample)) return "stack_trace";
  if (looksLikeLog(sample)) return "log";
  if (looksLikeSearchResults(sample)) return "search_results";
  if (looksLikeDialogue(sample)) return "dialogue";
  if (tableSeparator(sample) !== null) return "table";
  if (kind === "artifact" ? !looksLikeMarkdown(sample) : looksLikeCode(sample)) return "code";
  if (looksLikeTurn(sample.text, kind)) return "dialogue";
  if (looksLikeMarkdown(sample)) return "markdown";
  return looksLikeLines(sample) ? "lines" : "prose";
}
