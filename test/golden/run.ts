// Runs a hand-written request under a label and returns what a golden file records. In: a request file of requests/.
// Out: the outcome with every selected record, its reason and its excerpt.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { measureAll, plainStage, prepare, selectWithin, type OperatingPoint } from "../../src/engine/select.ts";
import { record, task } from "../engine/request.ts";

const text = z.string().nullable().default(null);
const kinds = z.enum(["external_data", "tool_call", "tool_result", "user_input", "llm_response"]);
const requestShape = z.strictObject({
  task: z.strictObject({ prompt: z.string(), tool_name: text }),
  budget: z.strictObject({ max_context_tokens: z.int() }),
  records: z.array(
    z.strictObject({
      id: z.string(),
      text: z.string(),
      title: text,
      source: text,
      step_id: text,
      kind: kinds.default("external_data"),
    }),
  ),
  /** For each record that some label selects: why a person would send it. */
  why: z.record(z.string(), z.string()),
});

interface Golden {
  readonly reason: string;
  readonly tokens: number;
  readonly selected: readonly {
    readonly record: string;
    readonly reason: string;
    readonly excerpt: string;
    readonly why: string;
  }[];
}

const requests = fileURLToPath(new URL("requests/", import.meta.url));

export const goldenCases: readonly string[] = readdirSync(requests)
  .map((file) => file.replace(/\.json$/, ""))
  .sort();

export function goldenFile(label: string, name: string): string {
  return fileURLToPath(new URL(`${label}/${name}.json`, import.meta.url));
}

export async function runGolden(name: string, point: OperatingPoint): Promise<Golden> {
  const asked = requestShape.parse(JSON.parse(readFileSync(`${requests}${name}.json`, "utf8")));
  const records = asked.records.map(({ text: own, kind, title, source, step_id }) =>
    record(own, { kind, title, source, stepId: step_id }),
  );
  const about = task(asked.task.prompt, { toolName: asked.task.tool_name });
  const prepared = await prepare(await measureAll(records, plainStage), about, point, plainStage);
  const { max_context_tokens: maxContextTokens } = asked.budget;
  const budget = { maxContextTokens, maxRecords: null, renderFormat: "plain" } as const;
  const { bestFirst, renderedTokens } = await selectWithin(prepared, budget, point, plainStage);
  return {
    reason: prepared.gate.reason,
    tokens: renderedTokens,
    selected: bestFirst().map(({ record, text: excerpt }) => {
      const id = asked.records[record.position]?.id ?? "";
      return { record: id, reason: record.why(record).reason, excerpt, why: asked.why[id] ?? "" };
    }),
  };
}
