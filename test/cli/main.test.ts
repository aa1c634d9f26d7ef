// The command line as a shell sees it: exit codes, and one clear line for every error.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { binary } from "../winnow-process.ts";

const harbour = fileURLToPath(new URL("../../docs/examples/harbour.json", import.meta.url));

function run(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(binary, [...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

const folder = await mkdtemp(join(tmpdir(), "winnow-inputs-"));
afterAll(() => rm(folder, { recursive: true }));
const log = Array.from({ length: 200 }, (_, at) => `${at}: ${at === 120 ? "pump 7 stopped" : "all quiet"}`).join("\n");
const files: Readonly<Record<string, string | Uint8Array>> = {
  "empty.log": " \n",
  "binary.log": Uint8Array.of(127, 69, 76, 70, 0, 1),
  "broken.json": '{"records": [',
  "broken.json.gz": "no gzip",
  "shape.json": '{"messages": [{"role": "user", "content": "a"}, {"speaker": "a", "says": "b"}]}',
  "no-messages.json": '{"messages": []}',
  "no-records.json": '{"task": {"prompt": "pump"}, "records": "none"}',
  "no-budget.json": '{"task": {"prompt": "pump"}, "records": [{"text": "a"}]}',
  "pump.log": log,
  "pump.log.gz": gzipSync(log),
  "pump-utf16.log": Buffer.from(`\ufeff${log}`, "utf16le"),
};
for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);

const ask = ["--task", "Which pump stopped?", "--budget", "50"];
const hint = "(add --help for the usage)";
const noTask = "no task is given: add --task TEXT, or pass a request or a conversation";
const budget = "must be a number of tokens, or a share such as 25%";

const textEnds = "Expected more, but the text ends (line 1 column 14)";

/** Every exit code, with the text on standard error. The command runs in the folder of the files. */
const exits: readonly (readonly [code: number, words: readonly string[], stderr: string, stdin?: string])[] = [
  [0, ["select", ...ask, "pump.log"], ""],
  [0, ["select", ...ask, "pump.log.gz"], ""],
  [0, ["select", ...ask, "pump-utf16.log"], ""],
  [0, ["select", ...ask, "-"], "", log],
  [0, ["select", "--task", "pump", "--budget", "10%", "pump.log"], ""],
  [0, ["select", "--task", "pump", "--budget", "0", "pump.log"], ""],
  [0, ["eval", "pump.log", ...ask], ""],
  [0, ["eval", "-", ...ask], "", log],
  [0, ["eval", ".", "--task", "Which pump stopped?"], ""],
  [0, ["--help"], ""],
  [0, ["select", "--help"], ""],
  [1, ["select", "/no/such/file"], "winnow: /no/such/file cannot be read: ENOENT"],
  [1, ["select", harbour, "--html", "/no/such/page"], "winnow: /no/such/page cannot be written: ENOENT"],
  [1, ["select", ...ask, "."], "winnow: . is a folder: name its files, or measure it with `winnow eval .`"],
  [1, ["select", ...ask, "-"], "winnow: standard input is empty", ""],
  [1, ["select", ...ask, "empty.log"], "winnow: empty.log is empty"],
  [1, ["select", ...ask, "binary.log"], "winnow: binary.log is binary: expected text"],
  [1, ["select", ...ask, "broken.json"], `winnow: broken.json: not valid JSON: ${textEnds}`],
  [1, ["select", ...ask, "broken.json.gz"], "winnow: broken.json.gz is not valid gzip: incorrect header check"],
  [1, ["select", ...ask, "-"], `winnow: standard input: not valid JSON: ${textEnds}`, '{"records": ['],
  [
    1,
    ["select", ...ask, "shape.json"],
    "winnow: shape.json: messages[1] has no role or no content: expected messages of OpenAI, Anthropic or the AI SDK",
  ],
  [
    1,
    ["select", ...ask, "no-messages.json"],
    "winnow: no-messages.json: messages is empty: expected messages of OpenAI, Anthropic or the AI SDK",
  ],
  [1, ["select", ...ask, "no-records.json"], "winnow: no-records.json: records must be an array, not a string"],
  [1, ["select", "pump.log", "--budget", "50"], `winnow: pump.log: ${noTask}`],
  [1, ["select", "no-budget.json"], "winnow: no-budget.json: budget.max_context_tokens is missing; --budget gives one"],
  [1, ["eval", "/no/such"], "winnow: /no/such cannot be read: ENOENT"],
  [1, ["eval", "pump.log"], "winnow: no request in pump.log could be answered"],
  [1, ["eval", "broken.json"], "winnow: no request in broken.json could be answered"],
  [1, ["serve", "--tiers", "/no/such/file"], "winnow: tiers file /no/such/file cannot be read: ENOENT"],
  [1, ["serve", "--port", "x"], 'winnow: --port is "x", must be an integer from 0 to 65535'],
  [1, ["play", "--host", "0.0.0.0"], 'winnow: --host is "0.0.0.0", must be a loopback address: 127.0.0.1 or ::1'],
  [
    1,
    ["keys", "list", "--projection", "/no/such/file"],
    "winnow: /no/such/file does not exist; `orgs create` creates it",
  ],
  [1, ["play", "empty.log"], "winnow: empty.log is empty"],
  [2, ["nope"], `winnow: unknown command 'nope'\n${hint}`],
  [2, ["serve", "--nope"], `winnow: unknown option '--nope'\n${hint}`],
  [2, ["select"], `winnow: missing required argument 'files'\n${hint}`],
  [2, ["eval"], `winnow: missing required argument 'paths'\n${hint}`],
  [
    2,
    ["select", "--budget", "x", "a"],
    `winnow: option '--budget <budget>' argument 'x' is invalid. ${budget}\n${hint}`,
  ],
  [
    2,
    ["eval", "--budget", "0%", "a"],
    `winnow: option '--budget <budget>' argument '0%' is invalid. ${budget}\n${hint}`,
  ],
  [
    2,
    ["play", "--port", "65536"],
    `winnow: option '--port <number>' argument '65536' is invalid. must be a port from 0 to 65535\n${hint}`,
  ],
  [
    2,
    ["proxy", "--upstream", "https://api.example", "--port", "x"],
    `winnow: option '--port <number>' argument 'x' is invalid. must be a port from 0 to 65535\n${hint}`,
  ],
  [
    1,
    ["proxy", "--upstream", "api.example"],
    'winnow: --upstream is "api.example", must be an address that begins with https:// or http://',
  ],
  [2, ["mcp", "server"], `winnow: "server" is not an option; a command may follow only with --wrap\n${hint}`],
  [2, ["keys", "mint"], `winnow: required option '--org <org>' not specified\n${hint}`],
];

const runs = exits.map(([code, words, stderr, stdin = ""]) => ({ code, words, stderr, stdin }));

test.each(runs)("exits with $code: $words", ({ code, words, stderr: expected, stdin }) => {
  const { status, stderr } = spawnSync(binary, [...words], { encoding: "utf8", input: stdin, cwd: folder });
  expect([status, stderr.trimEnd()]).toEqual([code, expected]);
});

test("every help names the exit codes", () => {
  for (const words of [["--help"], ["select", "--help"], ["eval", "--help"], ["keys", "mint", "--help"]]) {
    expect(run(...words).stdout).toContain("Exit codes: 0 done, 1 failed, 2 invalid command line.");
  }
});

test("names records in the table by title, id or position, and shows no control characters", () => {
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

test("lists the best of very many selected records", () => {
  const records = Array.from({ length: 200 }, (_, at) => ({ id: `r${at}`, text: `Fox ${at} lives by the harbour.` }));
  const input = JSON.stringify({ records, task: { prompt: "where does the fox live" } });
  const { status, stdout } = spawnSync(binary, ["select", "-", "--budget", "1200"], { encoding: "utf8", input });
  expect(status).toBe(0);
  const selected = Number(/records +(\d+) of 200/.exec(stdout)?.[1]);
  expect(selected).toBeGreaterThan(60);
  expect(stdout.match(/^│ r\d+ /gm)).toHaveLength(50);
  expect(stdout).toContain(`\nand ${selected - 50} more records; --json gives all\n`);
});

test("prints its version", () => {
  expect(run("--version")).toEqual({ status: 0, stdout: `${manifest.version}\n`, stderr: "" });
});
