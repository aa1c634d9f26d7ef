// Labelled cases: requests with the evidence that a selection should keep.
// In: folders of `*.jsonl(.gz)`, one case per line. Out: cases by suite, in file order.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { JsonObject, SourceRecord, Task } from "../src/engine/model.ts";

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

const recordShape = z.object({
  id: optionalText,
  text: z.string(),
  kind: z
    .enum([
      "user_input",
      "llm_response",
      "tool_call",
      "tool_result",
      "external_data",
      "error",
      "artifact",
      "tool_schema",
    ])
    .default("external_data"),
  title: optionalText,
  source: optionalText,
  step_id: optionalText,
  importance: z.number().default(0),
  keywords: texts,
  tags: texts,
});

const caseShape = z.object({
  id: z.string(),
  suite: z.string(),
  tokens: z.number(),
  request: z.object({
    task: z.object({
      prompt: z.string(),
      tool_name: optionalText,
      keywords: texts,
      tags: texts,
      step_id: optionalText,
    }),
    records: z.array(recordShape),
  }),
  gold: z.object({ record_ids: z.array(z.string()), evidence: texts, answers: z.array(z.unknown()).nullish() }),
});

export interface Case {
  readonly id: string;
  readonly suite: string;
  readonly tokens: number;
  readonly records: readonly SourceRecord[];
  readonly task: Task;
  /** Strings, all of which a selection must contain; empty if no record answers the task. */
  readonly evidence: readonly string[];
  /** Whether each record answers the task; null if the case does not say. */
  readonly gold: readonly boolean[] | null;
  /** Strings; at least one of them answers the task. */
  readonly answers: readonly string[];
}

const NO_ATTRIBUTES: JsonObject = {};

/** Every case file under `path`, a file or a folder, in name order. */
export function caseFiles(path: string): readonly string[] {
  const full = resolve(path);
  if (!statSync(full).isDirectory()) return /\.jsonl(\.gz)?$/.test(full) ? [full] : [];
  return readdirSync(full)
    .sort()
    .flatMap((name) => caseFiles(join(full, name)));
}

export function readCases(file: string): readonly Case[] {
  const raw = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(raw) : raw).toString("utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => toCase(caseShape.parse(JSON.parse(line))));
}

function toCase({ id, suite, tokens, request, gold }: z.infer<typeof caseShape>): Case {
  const { task } = request;
  const textOf = new Map(request.records.map((record) => [record.id, record.text]));
  const records = request.records.map(({ text, kind, title, source, step_id, importance, keywords, tags }) => {
    return { text, kind, title, source, stepId: step_id, importance, keywords, tags, attributes: NO_ATTRIBUTES };
  });
  return {
    id,
    suite,
    tokens,
    records,
    task: {
      prompt: task.prompt,
      toolName: task.tool_name,
      keywords: task.keywords,
      tags: task.tags,
      stepId: task.step_id,
      outputMode: null,
      outputTokenBudget: null,
    },
    evidence: gold.evidence.length > 0 ? gold.evidence : gold.record_ids.map((record) => textOf.get(record) ?? ""),
    gold: gold.record_ids.length === 0 ? null : request.records.map(({ id }) => gold.record_ids.includes(id ?? "")),
    answers: (gold.answers ?? []).map(String),
  };
}
