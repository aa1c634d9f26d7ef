import { expect, test } from "vitest";
import { readSettings } from "../../src/config/settings.ts";
import { settingRows } from "../../src/config/settings-table.ts";

test("flags, variables and file keys follow from the names", () => {
  const row = settingRows.find((each) => each.name === "projectionMaxAgeSeconds");
  expect(row).toMatchObject({
    flag: "--projection-max-age-seconds",
    env: "WINNOW_PROJECTION_MAX_AGE_SECONDS",
    fileKey: "projection_max_age_seconds",
    unit: "seconds",
    default: null,
  });
});

test("no two settings share a flag, a variable or a key", () => {
  const names = settingRows.flatMap(({ flag, env, fileKey }) => [flag, env, fileKey]).filter((name) => name !== null);
  expect(new Set(names).size).toBe(names.length);
});

test.each(settingRows.map((row) => [row.name, row] as const))("%s says what it does and what it accepts", (_, row) => {
  expect(row.help).toMatch(/^\S.*[^.]$/);
  expect(row.accepted).not.toBe("");
});

test("every default passes its own check when it is given as a flag", () => {
  const flags = settingRows.flatMap(({ name, flag, default: value }) =>
    flag === null || value === null ? [] : [[name, String(value)] as const],
  );
  expect(readSettings(Object.fromEntries(flags), {}, () => "")).toHaveProperty("settings");
});
