// What does a text look like? Text and the record's kind in, a content type out. Looks at a bounded sample of lines, so
// its cost does not grow with the text; the kind only breaks ties.
import type { ContentType, RecordKind } from "../model.ts";
import { lineEnd, skipSpace } from "./offsets.ts";

/** Longest stretch of text that is looked at. */
const SAMPLE_CHARS_MAX = 16_384;
const SAMPLE_LINES_MAX = 200;
const LINE_CHARS_MAX = 300;

export function detectType(text: string, kind: RecordKind): ContentType {
  const start = skipSpace(text, 0, text.length);
  const first = text.charAt(start);
  if (first === "{" || first === "[") {
    const type = sniffJson(text, start);
    if (type !== null) return type;
  }
  const lines = sampleLines(text);
  if (isLog(lines)) return "log";
  if (isTable(lines)) return "table";
  if (kind === "artifact") return "code";
  const long = lines.filter((line) => line.length > 100).length;
  if (lines.length >= 4 && long * 4 < lines.length) return "lines";
  return "prose";
}

function sniffJson(text: string, start: number): ContentType | null {
  const head = text.slice(start, start + 40);
  if (!/^(?:\{\s*["'}]|\[\s*(?:[[{("'\]\d-]|true|false|null))/u.test(head)) return null;
  const end = lineEnd(text, start, text.length);
  const next = text.charAt(skipSpace(text, end, text.length));
  const last = text.slice(Math.max(start, end - 3), end).trim();
  return (next === "{" || next === "[") && (last.endsWith("}") || last.endsWith("]")) ? "ndjson" : "json";
}

function sampleLines(text: string): string[] {
  const end = Math.min(text.length, SAMPLE_CHARS_MAX);
  const lines: string[] = [];
  for (let at = 0; at < end && lines.length < SAMPLE_LINES_MAX; ) {
    const stop = lineEnd(text, at, end);
    const line = text.slice(at, Math.min(stop, at + LINE_CHARS_MAX)).trimEnd();
    if (line !== "") lines.push(line);
    at = stop;
  }
  return lines;
}

const LOG_START =
  /^(?:[[(<]?\d{2,4}[-/.]\d{2}[-/.]\d{2,4}|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:|\[?\d\d:\d\d:\d\d|[A-Z]+ \d{9,}|- \d{9,})/u;

function isLog(lines: readonly string[]): boolean {
  return lines.length >= 3 && lines.filter((line) => LOG_START.test(line)).length * 2 > lines.length;
}

function isTable(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  for (const separator of ["\t", "|", ",", ";"]) {
    const cells = lines.map((line) => line.split(separator).length);
    const columns = cells[0] ?? 1;
    if (columns > (separator === "," ? 2 : 1) && cells.filter((n) => n === columns).length >= 0.9 * lines.length)
      return true;
  }
  return false;
}
