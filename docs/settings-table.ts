// `make docs`: writes the table of settings into the README, from the one place where settings are declared.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type SettingRow, settingRows } from "../src/config/settings-table.ts";

const readme = new URL("../README.md", import.meta.url);
const opening = "<!-- settings: made by `make docs` from src/config/settings-table.ts -->\n";
const closing = "<!-- /settings -->";

/** The README with its table as it should be. */
export function withSettingsTable(text: string): string {
  const start = text.indexOf(opening);
  const end = text.indexOf(closing);
  if (start < 0 || end < start) throw new Error("the README has no place for the table of settings");
  return `${text.slice(0, start)}${opening}\n${table()}\n\n${text.slice(end)}`;
}

function table(): string {
  const head = ["| flag | environment | default | meaning |", "|---|---|---|---|"];
  return [...head, ...settingRows.map(row)].join("\n");
}

function row({ flag, env, unit, nullWord, default: fallback, help }: SettingRow): string {
  const shown =
    fallback === null ? (nullWord ?? "off") : fallback === "" ? "" : `${fallback}${unit === "" ? "" : ` ${unit}`}`;
  return `| ${flag === null ? "" : `\`${flag}\``} | \`${env}\` | ${shown} | ${help} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(readme, withSettingsTable(readFileSync(readme, "utf8")));
}
