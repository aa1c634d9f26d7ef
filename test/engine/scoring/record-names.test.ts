import { expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import { distinctiveNames } from "../../../src/engine/scoring/record-names.ts";
import { record } from "../request.ts";

test.each([
  ["Do the Harbour Courier and the Ledger agree?", ["Bridge shut (Harbour Courier)", "Bridge open (Ledger)", "Ferry"]],
  ["Is the bridge a danger to ledgers?", ["Bridge shut", "Bridge open", "Ferry"]],
])("a record is named by its title, and by its source if the prompt names that: %s", (prompt, names) => {
  const records = [
    record("The bridge is shut.", { title: "Bridge shut", source: "Harbour Courier" }),
    record("The bridge is open.", { title: "Bridge open", source: "Ledger" }),
    record("The ferry sails.", { title: null, source: "Ferry" }),
  ];
  expect(distinctiveNames(records, prompt)).toEqual(names);
});

test("a long prompt is not read again for the source of each record", () => {
  const records = Array.from({ length: 5_000 }, (_, at) => record("x", { title: `Note ${at}`, source: `Paper ${at}` }));
  const started = ownCpuMs();
  expect(distinctiveNames(records, "paper and pen ".repeat(300_000))[7]).toBe("Note 7");
  expect(ownCpuMs() - started).toBeLessThan(3_000);
});
