// The command line as a shell sees it: exit codes, and one clear line for whatever is wrong.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { binary } from "../winnow-process.ts";

const harbour = fileURLToPath(new URL("../../docs/examples/harbour.json", import.meta.url));

function run(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(binary, [...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("wrong usage", () => {
  test.each([
    [["nope"], "unknown command 'nope'"],
    [["serve", "--nope"], "unknown option '--nope'"],
    [
      ["play", "--port", "65536"],
      "option '--port <number>' argument '65536' is invalid. must be a port from 0 to 65535",
    ],
    [["keys", "mint"], "required option '--org <org>' not specified"],
    [
      ["select", "--budget", "x", "file"],
      "option '--budget <tokens>' argument 'x' is invalid. must be a number of tokens",
    ],
  ])("%j is 2, with a hint where to look", (words, problem) => {
    const stderr = `winnow: ${problem}\n(add --help for the usage)\n`;
    expect(run(...words)).toEqual({ status: 2, stdout: "", stderr });
  });
});

test.each([
  [["select", "/no/such/file"], "/no/such/file cannot be read: ENOENT"],
  [["select", harbour, "--html", "/no/such/page"], "/no/such/page cannot be written: ENOENT"],
  [["serve", "--tiers", "/no/such/file"], "tiers file /no/such/file cannot be read: ENOENT"],
  [["play", "--host", "0.0.0.0"], '--host is "0.0.0.0", must be a loopback address: 127.0.0.1 or ::1'],
  [["serve", "--port", "x"], '--port is "x", must be an integer from 0 to 65535'],
  [["keys", "list", "--projection", "/no/such/file"], "/no/such/file does not exist; `orgs create` makes it"],
])("%j fails with 1 and one line", (words, problem) => {
  expect(run(...words)).toEqual({ status: 1, stdout: "", stderr: `winnow: ${problem}\n` });
});

test("says which input lacks what, and which option gives it", () => {
  const input = '{"records":[{"text":"a"}],"task":{"prompt":"p"}}';
  const { status, stderr } = spawnSync(binary, ["select", "-"], { encoding: "utf8", input });
  expect([status, stderr]).toEqual([
    1,
    "winnow: standard input: budget.max_context_tokens is missing; --budget gives one\n",
  ]);
});

test("names records in the table by title, id or place, and shows no control characters", () => {
  const records = [
    { title: "Fox\u001b[31m", id: "a", text: "the fox lives by the harbour" },
    { title: "", id: "b", text: "b ".repeat(50) },
    { id: null, text: "c ".repeat(50) },
  ];
  const input = JSON.stringify({ records, task: { prompt: "where does the fox live" } });
  const { status, stdout } = spawnSync(binary, ["select", "-", "--budget", "20"], { encoding: "utf8", input });
  expect(status).toBe(0);
  expect(stdout).toMatch(/│ Fox␛\[31m +│/);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("not sent: b, records[2]");
});

test("gives the best of very many selected records a row", () => {
  const records = Array.from({ length: 200 }, (_, at) => ({ id: `r${at}`, text: `Fox ${at} lives by the harbour.` }));
  const input = JSON.stringify({ records, task: { prompt: "where does the fox live" } });
  const { status, stdout } = spawnSync(binary, ["select", "-", "--budget", "1200"], { encoding: "utf8", input });
  expect(status).toBe(0);
  const selected = Number(/records +(\d+) of 200/.exec(stdout)?.[1]);
  expect(selected).toBeGreaterThan(60);
  expect(stdout.match(/^│ r\d+ /gm)).toHaveLength(50);
  expect(stdout).toContain(`\nand ${selected - 50} more records; --json gives all\n`);
});

test("says its version", () => {
  expect(run("--version")).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
});
