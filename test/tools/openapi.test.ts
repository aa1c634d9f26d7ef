// The OpenAPI document is up to date, passes a linter, and describes the requests in the project's documentation.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openapiPath, openapiText } from "../../tools/openapi.ts";
import { program } from "../../tools/project.ts";
import { expectDescribedRequest } from "../contract/described.ts";

test("docs/openapi.json is fresh; `make docs` writes it", () => {
  expect(readFileSync(openapiPath, "utf8")).toBe(openapiText());
});

test("the linter finds no error", () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const words = ["lint", openapiPath, "--extends", "recommended-strict", "--format", "json"];
  const printed = execFileSync(program("redocly"), words, {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(JSON.parse(printed)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});

test("a summary is the whole first sentence of its description", () => {
  const { paths }: { paths: Record<string, Record<string, { summary: string; description: string }>> } = JSON.parse(
    openapiText(),
  );
  const operations = Object.values(paths).flatMap((of) => Object.values(of));
  expect(operations).toHaveLength(3);
  for (const { summary, description } of operations) {
    expect(`${description} `.startsWith(`${summary}. `), summary).toBe(true);
    expect(summary).not.toContain(". ");
  }
});

test.each(["harbour", "incident"])("the example %s matches the schema of a request", (name) => {
  const path = new URL(`../../docs/examples/${name}.json`, import.meta.url);
  expectDescribedRequest(JSON.parse(readFileSync(path, "utf8")));
});
