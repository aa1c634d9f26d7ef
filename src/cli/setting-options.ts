// The settings table as flags of a command. Values stay text: they are read and judged in one place with the rest.
import type { Command } from "commander";
import { type SettingRow, settingRows } from "../config/settings-table.ts";

export function addSettingOptions(command: Command): Command {
  for (const row of settingRows) {
    if (row.flag !== null) command.option(`${row.flag} <${row.reads === "text" ? "value" : "number"}>`, helpOf(row));
  }
  return command;
}

function helpOf(row: SettingRow): string {
  const unit = row.unit === "" ? "" : `, in ${row.unit}`;
  const fallback = row.default === null || row.default === "" ? "" : `; default ${row.default}`;
  return `${row.help} (${row.env}${unit}${fallback})`;
}
