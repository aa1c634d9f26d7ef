import { Command } from "commander";
import { expect, test } from "vitest";
import { addSettingOptions } from "../../src/cli/setting-options.ts";
import { settingRows } from "../../src/config/settings-table.ts";

const flagged = settingRows.filter((row) => row.flag !== null);

test("every flag of the table is taken, as text, under its setting's name", () => {
  const command = addSettingOptions(new Command("serve"));
  command.parse(
    flagged.flatMap((row) => [row.flag ?? "", "7"]),
    { from: "user" },
  );
  expect(command.opts()).toEqual(Object.fromEntries(flagged.map((row) => [row.name, "7"])));
});

test("flags that are not given have no value, so that lower sources are asked", () => {
  expect(addSettingOptions(new Command("serve")).parse([], { from: "user" }).opts()).toEqual({});
});

test("the help names each setting's variable and default", () => {
  const help = addSettingOptions(new Command("serve")).helpInformation();
  expect(flagged.filter((row) => !help.replaceAll(/\s+/g, " ").includes(row.env))).toEqual([]);
  expect(help.replaceAll(/\s+/g, " ")).toContain("(WINNOW_PORT; default 8080)");
});
