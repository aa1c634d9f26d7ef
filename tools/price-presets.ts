// `make gen`: writes the price presets of both clients from the one table of list prices, which users copy and edit.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatted } from "./project.ts";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** @returns the content of each generated file, by its path */
export function pricePresetFiles(): ReadonlyMap<string, string> {
  const table = readFileSync(at("docs/examples/prices.json"), "utf8");
  const typescript = at("clients/typescript/src/gen/prices.ts");
  const source = [
    "// List prices of one model each. Generated from docs/examples/prices.json by `make gen`; do not edit.",
    'import type { PricePreset } from "../session/prices.ts";',
    "",
    `export const pricePresets = ${table.trim()} as const satisfies Readonly<Record<string, PricePreset>>;`,
  ].join("\n");
  return new Map([
    [typescript, formatted(typescript, source)],
    [at("clients/python/src/winnow_client/session/prices.json"), table],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of pricePresetFiles()) writeFileSync(path, text);
}
