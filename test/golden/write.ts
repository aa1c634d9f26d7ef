// Writes the golden files and the digest of a label that has none yet: `node test/golden/write.ts LABEL`. Must never
// touch a published label, because its meaning may not change.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { findPoint } from "../../src/points/published.ts";
import { pointDigest } from "./digest.ts";
import { goldenCases, goldenFile, runGolden } from "./run.ts";

const lock = fileURLToPath(new URL("published.lock.json", import.meta.url));
const label = process.argv[2] ?? "";
const point = findPoint(label);
if (label === "") refuse("no label was given: make golden LABEL=x");
if (point === null) refuse(`label ${label} is not in the registry`);
const known: Record<string, string> = existsSync(lock) ? JSON.parse(readFileSync(lock, "utf8")) : {};
if (known[label] !== undefined) refuse(`label ${label} is published: mint a new label`);
for (const name of goldenCases) {
  const file = goldenFile(label, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(await runGolden(name, point), null, 1)}\n`);
}
writeFileSync(lock, `${JSON.stringify({ ...known, [label]: pointDigest(point) }, null, 1)}\n`);

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
