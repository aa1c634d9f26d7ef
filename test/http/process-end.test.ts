import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

async function run(how: string) {
  const script = fileURLToPath(new URL("fixtures/failing-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, how]);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

test("an uncaught exception is logged, the server drains, and the process exits with 70", async () => {
  const { code, out, err } = await run("exception");
  expect([code, out]).toEqual([70, "drained\n"]);
  const line = JSON.parse(err);
  expect(line).toMatchObject({ level: "error", msg: "uncaught_exception", errorName: "TypeError" });
  expect(line.at).toContain("failing-process.ts");
  expect(err).not.toContain("words of the caller");
});

test("a warning is logged as JSON", async () => {
  const { code, err } = await run("warning");
  expect(code).toBe(0);
  expect(JSON.parse(err)).toMatchObject({ level: "warn", msg: "process_warning", errorName: "LeakWarning" });
  expect(err).not.toContain("words of the caller");
});

test("an unhandled rejection is logged, and the process continues", async () => {
  const { code, out, err } = await run("rejection");
  expect([code, out]).toEqual([0, "went on\n"]);
  expect(JSON.parse(err)).toMatchObject({ level: "error", msg: "unhandled_rejection", errorName: "TypeError" });
  expect(err).not.toContain("words of the caller");
});
