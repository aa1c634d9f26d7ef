// A selection as people like to read it: what was kept of each record, why, and what the gate said.
// In: a request and its answer. Out: text for a terminal. Colours appear only where standard output is one.
import { styleText } from "node:util";
import Table from "cli-table3";
import type { ContextRequest, ContextResponse } from "../../gen/winnow/v1/context_pb.ts";
import { percent } from "../report/figures.ts";
import { oneLine } from "../report/markup.ts";
import { recordName } from "../report/record-view.ts";
import { engineKind } from "../service/request.ts";
import { countTokens } from "../text/tokens.ts";

/** Selected records that get a row, best first. */
const ROWS_MAX = 50;
/** Dropped records that are named; a request can hold tens of thousands. */
const DROPPED_NAMES_MAX = 12;
/** Columns a record's name may take. */
const NAME_WIDTH_MAX = 32;

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
    // The library colours heads and borders by itself, terminal or not.
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
