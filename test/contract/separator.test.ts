// The service and both clients put the same separator between two records, so a client that fails open joins texts as
// the service would.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordSeparator } from "../../clients/typescript/src/select.ts";
import { SEPARATOR } from "../../src/engine/packing/headings.ts";

test("the separators of the service and of both clients are the same", () => {
  const python = readFileSync(new URL("../../clients/python/src/winnow_client/selection.py", import.meta.url), "utf8");
  const named = /^RECORD_SEPARATOR = (".*")$/m.exec(python)?.[1] ?? "null";
  expect([recordSeparator, JSON.parse(named)]).toEqual([SEPARATOR, SEPARATOR]);
});
