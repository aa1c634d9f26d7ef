// The tool `select_context`: takes the paths of files, a task and a budget, and returns the parts of the files that the
// task needs, as one text. An error is also a text, which says what to change. Knows no protocol.
import { randomUUID } from "node:crypto";
import { BadRequestError, type WinnowClient, WinnowError } from "winnow-client";
import { fileRecord } from "../local/input.ts";
import { readFiles } from "./files.ts";

export const selectTool = {
  name: "select_context",
  title: "Select context",
  description:
    "Reads files and returns, verbatim, the parts that a task needs, within a token budget. Use it in place of " +
    "reading large files whole: logs, JSON, documents, code. Left-out parts are marked.",
  inputSchema: {
    type: "object",
    properties: {
      paths: { type: "array", items: { type: "string" }, minItems: 1, description: "files, folders or globs" },
      task: { type: "string", description: "the question to answer, with the names and words that matter" },
      budget_tokens: { type: "integer", minimum: 1, description: "4000 by default" },
    },
    required: ["paths", "task"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const;

const BUDGET_TOKENS_DEFAULT = 4_000;

interface Arguments {
  readonly paths: readonly string[];
  readonly task: string;
  readonly budgetTokens: number;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

export interface SelectToolParts {
  /** A strict client. */
  readonly client: WinnowClient;
  /** The real paths of the folders that may be read. */
  readonly folders: readonly string[];
}

/** @param args as the caller gave them, not yet checked */
export async function selectContext(
  args: object,
  { client, folders }: SelectToolParts,
  signal: AbortSignal,
): Promise<ToolResult> {
  try {
    const { paths, task, budgetTokens } = checked(args);
    const records = (await readFiles(paths, folders, signal)).map(fileRecord);
    const budget = { max_context_tokens: budgetTokens };
    const request = { request_id: randomUUID(), records, task: { prompt: task }, budget, return_per_record: false };
    const { response, context } = await client.select(request, { signal });
    const tokens = response?.tokens_after ?? 0;
    if (response?.fallback_used !== true || tokens <= budgetTokens) return { text: context, isError: false };
    // The caller can still read the files; a text beyond the budget could fill its context.
    throw new BadRequestError(
      `nothing in these files stands out for the task, and they have ${tokens} tokens; ` +
        "state the task in words of the files, name fewer files, or raise budget_tokens",
    );
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    return { text: `${error.kind}: ${error.message}`, isError: true };
  }
}

/** @throws BadRequestError naming the argument */
function checked(args: object): Arguments {
  const { paths, task, budget_tokens: budgetTokens = BUDGET_TOKENS_DEFAULT, ...others }: Given = args;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new BadRequestError(`${unknown} is not an argument of ${selectTool.name}`);
  if (!Array.isArray(paths) || paths.length === 0 || !paths.every(isFilled)) {
    throw new BadRequestError("paths is not a list of file names, folders or globs");
  }
  if (!isFilled(task)) throw new BadRequestError("task is not a text that says what is needed");
  if (typeof budgetTokens !== "number" || !Number.isInteger(budgetTokens) || budgetTokens < 1) {
    throw new BadRequestError("budget_tokens is not a whole number above 0");
  }
  return { paths, task, budgetTokens };
}

type Given = Readonly<Partial<Record<"paths" | "task" | "budget_tokens", unknown>>>;

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
