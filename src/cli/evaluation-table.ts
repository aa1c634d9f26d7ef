// Shows an evaluation on a terminal: sums, curves, money, stand-downs by reason, and terms of the tasks that selection
// leaves out. Its text has no control characters, even if the names of requests have some.
import { BUDGET_SHARES, type Curve } from "../evaluation/curve.ts";
import { dollars, savingText } from "../evaluation/money.ts";
import { type Evaluation, mostPointing, type Sum, sumCells, unreadSums } from "../evaluation/summary.ts";
import { percent } from "../report/figures.ts";
import { oneLine } from "../report/markup.ts";
import { columns } from "./table.ts";

/** Most lines of a long list. */
const LISTED_MAX = 10;
const NAME_WIDTH_MAX = 40;

export function evaluationTable(of: Evaluation): string {
  const { groups, total, reasons, curves, money } = of;
  if (total.requests === 0) return unreadBlock(of).join("\n");
  const head = ["", "requests", "tokens", "sent", "saved", "evidence", "all of it", "stood down"];
  const blocks = [columns(head, [...groups, total].map(sumLine)), ...curves.map(curveBlock)];
  if (money.length > 0) {
    const lines = money.map((row) => {
      return [oneLine(row.prices, NAME_WIDTH_MAX), dollars(row.untrimmed), dollars(row.sent), savingText(row)];
    });
    blocks.push(columns(["net of the cache", "untrimmed", "with Winnow", "saved"], lines));
  }
  if (reasons.length > 0) {
    const lines = reasons.map(([reason, count]) => [reason, String(count)]);
    blocks.push(columns(["stood down", "requests"], lines));
  }
  return [...blocks, ...pointingBlock(of), ...unreadBlock(of)].join("\n");
}

function sumLine(sum: Sum): readonly string[] {
  return [oneLine(sum.group, NAME_WIDTH_MAX), ...sumCells(sum, { count: String, unlabelled: "-" })];
}

function curveBlock({ measure, lines, knee }: Curve): string {
  const head = [`${measure} kept at`, ...BUDGET_SHARES.map(percent)];
  const table = columns(
    head,
    lines.map(({ method, kept }) => [method, ...kept.map(percent)]),
  );
  return `${table}knee: ${percent(knee.kept)} at ${percent(knee.budget)} of the tokens\n`;
}

function pointingBlock({ rows, total }: Evaluation): readonly string[] {
  const lines = mostPointing(rows, LISTED_MAX).map(({ name, pointers }) => [
    oneLine(name, NAME_WIDTH_MAX),
    pointers.map(({ term }) => oneLine(term, NAME_WIDTH_MAX)).join(", "),
  ]);
  return lines.length === 0 ? [] : [columns([`left out, ${total.pointing} selections`, "terms of the task"], lines)];
}

function unreadBlock({ unread }: Evaluation): readonly string[] {
  if (unread.length === 0) return [];
  const lines = unreadSums(unread)
    .slice(0, LISTED_MAX)
    .map(({ problem, times, first }) => [
      oneLine(problem, 2 * NAME_WIDTH_MAX),
      String(times),
      oneLine(first, NAME_WIDTH_MAX),
    ]);
  return [columns([`not read: ${unread.length}`, "requests", "first"], lines)];
}
