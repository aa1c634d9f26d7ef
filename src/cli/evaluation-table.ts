// A probe as people read it on a terminal: sums, stand-downs by reason, and what was left out that the tasks name.
// In: the figures of a probe. Out: text without control characters, whatever the requests' names hold.
import { mostPointing, type Probe, type ProbeSum, unreadSums } from "../evaluation/summary.ts";
import { sumCells } from "../evaluation/sums.ts";
import { oneLine } from "../report/markup.ts";
import { columns } from "./table.ts";

/** Lines that a terminal is given of lists that can be long. */
const LISTED_MAX = 10;
const NAME_WIDTH_MAX = 40;

export function probeTable({ groups, total, reasons, rows, unread }: Probe): string {
  const line = (sum: ProbeSum): readonly string[] => [
    oneLine(sum.group, NAME_WIDTH_MAX),
    ...sumCells(sum, { count: String, unlabelled: "-" }),
  ];
  const head = ["", "requests", "tokens", "sent", "saved", "evidence", "all of it", "stood down"];
  const blocks = [columns(head, [...groups, total].map(line))];
  if (reasons.length > 0) {
    blocks.push(
      columns(
        ["stood down", "requests"],
        reasons.map(([reason, count]) => [reason, String(count)]),
      ),
    );
  }
  const pointing = mostPointing(rows, LISTED_MAX).map(({ name, pointers }) => [
    oneLine(name, NAME_WIDTH_MAX),
    pointers.map(({ term }) => oneLine(term, NAME_WIDTH_MAX)).join(", "),
  ]);
  if (pointing.length > 0)
    blocks.push(columns([`left out, ${total.pointing} selections`, "terms of the task"], pointing));
  if (unread.length > 0) {
    const named = unreadSums(unread)
      .slice(0, LISTED_MAX)
      .map(({ problem, times, first }) => [
        oneLine(problem, 2 * NAME_WIDTH_MAX),
        String(times),
        oneLine(first, NAME_WIDTH_MAX),
      ]);
    blocks.push(columns([`not read: ${unread.length}`, "requests", "first"], named));
  }
  return blocks.join("\n");
}
