// `make docs`: writes the table of settings into the README, from the settings table.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type SettingRow, settingRows } from "../src/config/settings-table.ts";
import { withPart } from "./made-part.ts";

const readme = new URL("../README.md", import.meta.url);

/** The README with an up-to-date table. */
export function withSettingsTable(text: string): string {
  return withPart(text, { name: "settings", from: "src/config/settings-table.ts", text: table() });
}

function table(): string {
  const head = ["| flag | environment | default | meaning |", "|---|---|---|---|"];
  return [...head, ...settingRows.map(row)].join("\n");
}

function row({ flag, env, unit, nullWord, default: fallback, help }: SettingRow): string {
  const shown =
    fallback === null ? (nullWord ?? "none") : fallback === "" ? "" : `${fallback}${unit === "" ? "" : ` ${unit}`}`;
  return `| ${flag === null ? "" : `\`${flag}\``} | \`${env}\` | ${shown} | ${help} |`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(readme, withSettingsTable(readFileSync(readme, "utf8")));
}
