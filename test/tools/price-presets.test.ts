// Both clients have the prices of the table that users edit.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pricePresetFiles } from "../../tools/price-presets.ts";

test.each([...pricePresetFiles()])("%s is fresh; `make gen` writes it", (path, text) => {
  expect(readFileSync(path, "utf8")).toBe(text);
});
