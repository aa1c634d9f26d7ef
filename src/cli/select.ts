// `winnow select FILE…`: the engine on what people have, without a server and without a key.
import { readFile, writeFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { Command, InvalidArgumentError } from "commander";
import { type ContextRequest, type ContextResponse, ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { errorCode } from "../config/error-code.ts";
import { plainStage } from "../engine/select.ts";
import { type NamedText, requestFrom } from "../local/input.ts";
import { readRequest, selectLocally } from "../local/selection.ts";
import { compileJsonWriter } from "../protocols/json/writer.ts";
import { insightInto } from "../report/insight.ts";
import { selectionReport } from "../report/selection-report.ts";
import { ensureWritable } from "./output-file.ts";
import { requestProblem } from "./request-problem.ts";
import { selectionTable } from "./selection-table.ts";

interface SelectOptions {
  readonly task?: string;
  readonly budget?: number;
  readonly operatingPoint?: string;
  readonly text?: true;
  readonly json?: true;
  readonly html?: string;
}

const help = `
A file is a request of POST /v1/context/select, or anything else: a message array of OpenAI,
Anthropic or the AI SDK, a list of records, JSON, NDJSON, a log, a document, code. Several files are one
context; each that is no message array is a record with the file's name as its title.

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

export function selectCommand(): Command {
  return new Command("select")
    .description("run the engine on files and show what it selects")
    .argument("<files...>", "what to select from; - reads standard input")
    .option("--task <text>", "what the selection must serve; by default the request's prompt or the last user message")
    .option("--budget <tokens>", "token budget; a request file may hold its own", tokens)
    .option("--operating-point <label>", "operating point, instead of the request's")
    .option("--text", "print the selected block, ready to paste, instead of a table")
    .option("--json", "print the whole answer instead of a table")
    .option("--html <out>", "also write a report to look at: one self-contained page")
    .addHelpText("after", help)
    .action(run);
}

async function run(files: readonly string[], options: SelectOptions): Promise<void> {
  const { html, json, text: asText, task = "", ...overrides } = options;
  if (html !== undefined) await ensureWritable(html);
  const inputs = await Promise.all(files.map(readInput));
  const read = readRequest(requestFrom(inputs, task), { ...overrides, detailed: html !== undefined });
  const names = inputs.map(({ name }) => name).join(", ");
  if ("failure" in read) throw new Error(`${names}: ${requestProblem(read.failure)}`);
  const request = read.message;
  const response = await selectLocally(request);
  if (html !== undefined) {
    await writeFile(html, selectionReport(request, response, await insightInto(request, response, plainStage)));
  }
  process.stdout.write(printed(request, response, json === true, asText === true));
}

function printed(request: ContextRequest, response: ContextResponse, json: boolean, text: boolean): string {
  if (json) return `${compileJsonWriter(ContextResponseSchema)(response)}\n`;
  return text ? `${response.renderedContext}\n` : selectionTable(request, response);
}

async function readInput(file: string): Promise<NamedText> {
  const name = file === "-" ? "standard input" : file;
  const read = await (file === "-" ? textOf(process.stdin) : readFile(file, "utf8")).catch((error: unknown) => {
    throw new Error(`${name} cannot be read: ${errorCode(error)}`);
  });
  if (read.trim() === "") throw new Error(`${name} is empty`);
  return { name, text: read };
}

function tokens(given: string): number {
  if (!/^\d{1,10}$/.test(given)) throw new InvalidArgumentError("must be a number of tokens");
  return Number(given);
}
