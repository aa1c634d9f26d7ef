// What people call a record, on a page and on a terminal.
import type { ContextRecord } from "../../gen/winnow/v1/context_pb.ts";
import { oneLine } from "./visible.ts";

/** Its title or id, on one line and without what hides; else its place. */
export function recordName(record: ContextRecord | undefined, position: number, charactersMax: number): string {
  const [name = ""] = [record?.title, record?.id]
    .map((text) => oneLine(text ?? "", charactersMax))
    .filter((text) => text !== "");
  return name === "" ? `records[${position}]` : name;
}
