// Texts that are mostly tables laid out with spaces, each below a header and a caption of its own.
import { describe, expect, it } from "vitest";
import { type Cut, cut, indexOf, total } from "../cut.ts";

/** The units that `index` depends on, from the nearest to the farthest. */
function chain(result: Cut, index: number): readonly string[] {
  const head = result.heads[index] ?? -1;
  return head === -1 ? [] : [(result.parts[head] ?? "").trim(), ...chain(result, head)];
}

const readings = `WATER QUALITY        LAKE STATION 4       printed 06.2024

NUTRIENTS
                02/03/24    02/04/24    04/05/24   Limit
Nitrate              1.2         1.4       2.2 H   <2 mg/L
Phosphate           0.01          --        0.03   <0.1 mg/L
Ammonium            0.20        0.22        0.25   <0.5 mg/L

METALS
                02/03/24    09/04/24    04/05/24   Limit
Iron                  40          41          44   <200 ug/L
Lead                 0.5         0.4         0.4   <5 ug/L
`;

describe("tables laid out with spaces", () => {
  it("have a header that is aligned with their columns, below a caption", () => {
    const result = cut(readings);
    expect([result.type, result.noun]).toEqual(["table", "rows"]);
    const [header, label] = chain(result, indexOf(result, "Lead"));
    expect(header).toMatch(/^02\/03\/24 +09\/04\/24 +04\/05\/24 +Limit$/);
    expect(label).toBe("METALS");
    expect(chain(result, indexOf(result, "Ammonium"))[1]).toBe("NUTRIENTS");
    // Titles, captions, headers and blank lines are not rows.
    expect(total(result.counts)).toBe(5);
  });

  it("have other columns below a blank line and a label", () => {
    const result = cut(`Name             Room     Since        Task
Ada Berg         12       01/02/2020   ledgers
Tom Quist        14       03/08/2021   orders
Ines Romero      14       07/01/2022   orders

LEFT THIS YEAR
Name             Left         Reason
Ole Sand         02/03/2023   moved abroad
Eva Lund         05/06/2023   pension
Jan Holm         11/07/2023   studies

Ask the office about anybody else.
`);
    expect(chain(result, indexOf(result, "Tom"))).toEqual(["Name             Room     Since        Task"]);
    expect(chain(result, indexOf(result, "Eva"))).toEqual(["Name             Left         Reason", "LEFT THIS YEAR"]);
    expect(chain(result, indexOf(result, "Ask"))).toEqual([]);
  });

  it("are not a log, although dates open their rows", () => {
    const row = (day: number) => `2024-05-${day + 10}    gauge ${day}    ${day}4.2     ok\n`;
    const { type, heads } = cut(`Read          Gauge      Level    Note\n${[1, 2, 3, 4, 5].map(row).join("")}`);
    expect([type, heads]).toEqual(["table", [-1, 0, 0, 0, 0, 0]]);
  });

  it("are not a log if a rule is drawn below the header", () => {
    const row = (id: number) => `${id}4  2${id}       2024-02-0${id} 16:39:00  paid     1489 \n`;
    const header =
      "id  buyer_id  placed_at            status   cents\n--  --------  -------------------  -------  -----\n";
    const result = cut(header + [1, 2, 3, 4, 5].map(row).join(""));
    expect([result.type, result.heads]).toEqual(["table", [-1, 0, 0, 0, 0, 0]]);
    expect(result.parts[0]).toContain("---");
  });

  it("may lack the last cells of a row", () => {
    const { type, parts, heads } = cut(`SLUICE 4, LOG OF THE SPRING
GAUGE BY THE BRIDGE

DATE        FLOW   GATE(CM)   REMARK
MAR 05 24   2.4    37.5       NO CHANGE
MAR 12 24   3.6    37.5
MAR 19 24   2.1
MAR 26 24   2.2    35.0       LOWERED
APR 02 24   2.5    35.0       NO CHANGE, NEXT VISIT IN JUNE
`);
    expect([type, heads]).toEqual(["table", [-1, 0, 1, 1, 1, 1, 1]]);
    expect(parts[4]).toBe("MAR 19 24   2.1\n");
  });
});

it.each([
  ["an aligned log", (n: number) => `2024-05-14T02:08:2${n}.627Z INFO    main    worker    started ${n}\n`, "log"],
  ["a log that opens with levels", (n: number) => `INFO    main      worker    item ${n} is done\n`, "log"],
])("%s has no header", (_name, line, type) => {
  expect(cut([1, 2, 3, 4, 5, 6].map(line).join("")).type).toBe(type);
});

it("does not take found lines of code for a table", () => {
  const line = (n: number) => `Line ${n}:    index_${n} = True  # see the ${n === 41 ? "manual" : "other one"}\n`;
  expect(cut(`Found 5 matches in a.py:\n${[41, 413, 418, 422, 507].map(line).join("")}`).type).not.toBe("table");
});
