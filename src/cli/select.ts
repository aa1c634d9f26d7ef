// `winnow select FILE`: the engine on a request file, without a server, without a key.
import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Command, InvalidArgumentError } from "commander";
import { ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { errorCode } from "../config/error-code.ts";
import { parseJson } from "../config/violations.ts";
import { plainStage } from "../engine/select.ts";
import { readRequest, selectLocally } from "../local/selection.ts";
import { compileJsonWriter } from "../protocols/json/writer.ts";
import { insightInto } from "../report/insight.ts";
import { selectionReport } from "../report/selection-report.ts";
import { ensureWritable } from "./output-file.ts";
import { requestProblem } from "./request-problem.ts";
import { selectionTable } from "./selection-table.ts";

interface SelectOptions {
  readonly budget?: number;
  readonly operatingPoint?: string;
  readonly json?: true;
  readonly html?: string;
}

export function selectCommand(): Command {
  return new Command("select")
    .description("run the engine on a request file and show what it selects")
    .argument("<file>", "a request as POST /v1/context/select takes it; - reads standard input")
    .option("--budget <tokens>", "token budget, instead of the file's", tokens)
    .option("--operating-point <label>", "operating point, instead of the file's")
    .option("--json", "print the answer as JSON instead of a table")
    .option("--html <out>", "also write a report to look at: one self-contained page")
    .action(run);
}

async function run(file: string, options: SelectOptions): Promise<void> {
  const name = file === "-" ? "standard input" : file;
  const parsed = parseJson(await readText(file), name, true);
  if ("violations" in parsed) throw new Error(parsed.violations.join("\n"));
  const { html, json, ...overrides } = options;
  if (html !== undefined) await ensureWritable(html);
  const read = readRequest(parsed.value, { ...overrides, detailed: html !== undefined });
  if ("failure" in read) throw new Error(`${name}: ${requestProblem(read.failure)}`);
  const request = read.message;
  const response = await selectLocally(request);
  if (html !== undefined) {
    await writeFile(html, selectionReport(request, response, await insightInto(request, response, plainStage)));
  }
  const written = json ? `${compileJsonWriter(ContextResponseSchema)(response)}\n` : selectionTable(request, response);
  process.stdout.write(written);
}

async function readText(file: string): Promise<string> {
  try {
    return file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${errorCode(error)}`);
  }
}

function tokens(given: string): number {
  if (!/^\d{1,10}$/.test(given)) throw new InvalidArgumentError("must be a number of tokens");
  return Number(given);
}
