// A directory for one test's files, removed when the test is over.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function scratchDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "winnow-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
