// `winnow select FILE…`: runs the engine on any files, without a server or a key, and prints what it selects.
import { writeFile } from "node:fs/promises";
import { styleText } from "node:util";
import Table from "cli-table3";
import { Command } from "commander";
import { type ContextRequest, type ContextResponse, ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { plainStage } from "../engine/select.ts";
import { type BudgetRule, readRequest, selectLocally } from "../local/selection.ts";
import { compileJsonWriter } from "../protocols/json/writer.ts";
import { percent } from "../report/figures.ts";
import { insightInto } from "../report/insight.ts";
import { oneLine } from "../report/markup.ts";
import { recordName } from "../report/record-view.ts";
import { selectionReport } from "../report/selection-report.ts";
import { engineKind } from "../service/request.ts";
import { countTokens } from "../text/tokens.ts";
import { budgetRule } from "./arguments.ts";
import { ensureWritable, requestFromFiles, requestProblem } from "./files.ts";

interface SelectOptions {
  readonly task?: string;
  readonly budget?: BudgetRule;
  readonly operatingPoint?: string;
  readonly text?: true;
  readonly json?: true;
  readonly html?: string;
}

const help = `
A file is a request of POST /v1/context/select, or anything else: a message array of OpenAI,
Anthropic or the AI SDK, a list of records, JSON, NDJSON, a log, a document, code; also gzipped.
Several files form one context. A file that holds no list becomes one record with its name as title.`;

export function selectCommand(): Command {
  return new Command("select")
    .description("run the engine on files and show what it selects")
    .argument("<files...>", "what to select from; - reads standard input")
    .option("--task <text>", "the task; by default the request's prompt or the last user message")
    .option("--budget <budget>", "tokens (2000) or a share of the input (25%), instead of the request's", budgetRule)
    .option("--operating-point <label>", "operating point to use instead of the request's")
    .option("--text", "print the selected block, ready to paste, instead of a table")
    .option("--json", "print the whole answer instead of a table")
    .option("--html <out>", "also write a report as one self-contained page")
    .addHelpText("after", help)
    .action(run);
}

async function run(files: readonly string[], options: SelectOptions): Promise<void> {
  const { html, json, text: asText, task = "", ...overrides } = options;
  if (html !== undefined) await ensureWritable(html);
  const input = await requestFromFiles(files, task);
  const read = readRequest(input.request, { ...overrides, detailed: html !== undefined });
  if ("failure" in read) throw new Error(`${input.names}: ${requestProblem(read.failure)}`);
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

/** Selected records that the table lists, best first. */
const ROWS_MAX = 50;
/** Most dropped records that are named, because a request can hold tens of thousands. */
const DROPPED_NAMES_MAX = 12;
/** Characters of a record's name. */
const NAME_WIDTH_MAX = 32;

/** What was kept of each record, why, and what the gate said; coloured if standard output is a terminal. */
export function selectionTable(request: ContextRequest, response: ContextResponse): string {
  const blocks = [verdict(response)];
  if (response.selected.length > 0) blocks.push(records(request, response), dropped(request, response));
  return `${blocks.filter((block) => block !== "").join("\n")}\n`;
}

function verdict(response: ContextResponse): string {
  const { tokensBefore, tokensAfter, recordsSelected, recordsAvailable, budgetTokens } = response;
  const share = `${percent(response.reductionRatio)} saved`;
  const reason = response.gate?.reason ?? (response.selectionError ? `failed: ${response.selectionError}` : "no gate");
  const outcome = response.fallbackUsed
    ? styleText("yellow", "stood down: the whole context is sent")
    : styleText("green", "selected");
  return [
    `${styleText("bold", "outcome")}  ${outcome} (${reason})`,
    `${styleText("bold", "tokens")}   ${tokensAfter} of ${tokensBefore} (${share}), budget ${budgetTokens}`,
    `${styleText("bold", "records")}  ${recordsSelected} of ${recordsAvailable}`,
  ].join("\n");
}

function records(request: ContextRequest, response: ContextResponse): string {
  const table = new Table({
    head: ["record", "kind", "score", "reason", "kept", "of"],
    colAligns: ["left", "left", "right", "left", "right", "right"],
    // By default the library colours heads and borders even if the output is not a terminal.
    style: { head: [], border: [], compact: true },
  });
  for (const record of response.selected.slice(0, ROWS_MAX)) {
    const source = request.records[record.position];
    const kind = engineKind(record.kind) ?? "";
    const total = countTokens(source?.text ?? "");
    table.push([
      recordName(source, record.position, NAME_WIDTH_MAX),
      kind,
      record.score.toFixed(2),
      oneLine(record.reason, NAME_WIDTH_MAX),
      String(record.selectedTokens),
      String(total),
    ]);
  }
  const more = response.selected.length - ROWS_MAX;
  return more > 0 ? `${table.toString()}\nand ${more} more records; --json gives all` : table.toString();
}

function dropped(request: ContextRequest, response: ContextResponse): string {
  const kept = new Set(response.selected.map((record) => record.position));
  const left = [...request.records.entries()].filter(([position]) => !kept.has(position));
  if (left.length === 0) return "";
  const rest = left.length - DROPPED_NAMES_MAX;
  const names = left
    .slice(0, DROPPED_NAMES_MAX)
    .map(([position, record]) => recordName(record, position, NAME_WIDTH_MAX));
  const listed = names.join(", ");
  return styleText("dim", `not sent: ${listed}${rest > 0 ? ` and ${rest} more` : ""}`);
}
