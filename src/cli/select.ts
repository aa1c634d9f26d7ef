// `winnow select FILE`: the engine on a request file, without a server, without a key.
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Command, InvalidArgumentError } from "commander";
import { type ContextRequest, ContextRequestSchema, ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { errorCode } from "../config/error-code.ts";
import { parseJson } from "../config/mistakes.ts";
import { plainStage } from "../engine/select.ts";
import type { Tier } from "../gateway/admission.ts";
import { insightInto } from "../report/insight.ts";
import { selectionReport } from "../report/selection-report.ts";
import { select } from "../service/select.ts";
import { isFields } from "../wire/fields.ts";
import { compileJsonReader } from "../wire/json-reader.ts";
import { compileJsonWriter } from "../wire/json-writer.ts";
import { selectionTable } from "./selection-table.ts";

interface SelectOptions {
  readonly budget?: number;
  readonly operatingPoint?: string;
  readonly json?: true;
  readonly html?: string;
}

/** One's own machine sets no ceilings. */
const unlimited: Tier = {
  name: "local",
  maxInputTokens: Number.MAX_SAFE_INTEGER,
  maxRecords: Number.MAX_SAFE_INTEGER,
  ratePerSecond: 1,
  burst: 1,
  dailyQuota: null,
};

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
  const request = await readRequest(file, options);
  const answer = await select(
    request,
    {
      caller: { organisation: "local", keyId: "local", tier: unlimited },
      signal: new AbortController().signal,
      stage: plainStage,
      report: () => {},
    },
    { now: () => performance.now(), newRecordId: randomUUID },
  );
  if ("failure" in answer) throw new Error(`${answer.failure.error}: ${answer.failure.detail}`);
  const { message } = answer;
  if (options.html !== undefined) {
    const report = selectionReport(request, message, await insightInto(request, message));
    await writeFile(options.html, report);
  }
  const written = options.json
    ? `${compileJsonWriter(ContextResponseSchema)(message)}\n`
    : selectionTable(request, message);
  process.stdout.write(written);
}

/** The file as the /v1 reader takes it. What the options say, and an id, need not stand in it. */
async function readRequest(file: string, { budget, operatingPoint, html }: SelectOptions): Promise<ContextRequest> {
  const parsed = parseJson(await readText(file), file, true);
  if ("mistakes" in parsed) throw new Error(parsed.mistakes.join("\n"));
  const object = isFields(parsed.value) ? parsed.value : {};
  const completed = {
    request_id: "local",
    ...object,
    // The report shows what was kept of each record.
    ...(html === undefined ? {} : { return_per_record: true }),
    budget: {
      ...(isFields(object.budget) ? object.budget : {}),
      ...(budget === undefined ? {} : { max_context_tokens: budget }),
      ...(operatingPoint === undefined ? {} : { operating_point: operatingPoint }),
    },
  };
  const read = compileJsonReader(ContextRequestSchema)(Buffer.from(JSON.stringify(completed)));
  if ("failure" in read) throw new Error(`${file}: ${read.failure.detail}`);
  return read.message;
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
