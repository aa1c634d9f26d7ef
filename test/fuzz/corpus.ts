// The seed inputs of fuzzing: requests and texts of every kind, and every input that once failed. The latter are the
// files in corpus/, one folder per target; a run adds an input there when it fails.
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { SHAPES } from "../engine/units/shapes.ts";
import { frame } from "../http/fixtures/h2-call.ts";
import { asks } from "../sim/clients/asks.ts";
import type { TargetName } from "./targets.ts";

const folder = fileURLToPath(new URL("corpus/", import.meta.url));

/** Generated texts of each form that the engine knows. */
const TEXTS_EACH = 12;
const SMALL_BYTES = 3_000;

export function keptInputs(name: TargetName): readonly Buffer[] {
  const files = readdirSync(join(folder, name)).toSorted();
  return files.map((file) => readFileSync(join(folder, name, file)));
}

/** @returns the file's path */
export function keep(name: TargetName, input: Buffer): string {
  const path = join(folder, name, hash("sha256", input).slice(0, 12));
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(path, input);
  return path;
}

export function startingInputs(name: TargetName): readonly [Buffer, ...Buffer[]] {
  const [first = Buffer.alloc(1), ...rest] = [...made[name](), ...keptInputs(name)];
  return [first, ...rest];
}

const selects = asks.filter(({ selects: does, json }) => does && json.length < SMALL_BYTES);

function texts(): readonly Buffer[] {
  return Object.values(SHAPES).flatMap((shape, seed) =>
    fc.sample(shape, { seed, numRuns: TEXTS_EACH }).map((text) => Buffer.from(`abc${text.slice(0, SMALL_BYTES)}`)),
  );
}

/** The first byte picks one of the forms of `targets.ts`. */
function frames(): readonly Buffer[] {
  return selects.flatMap(({ grpcFrame, protoJson }) => {
    const message = grpcFrame.subarray(5);
    const zipped = frame(gzipSync(message));
    zipped[0] = 1;
    const jsonFrame = frame(Buffer.from(protoJson));
    const bodies = [
      grpcFrame,
      zipped,
      jsonFrame,
      grpcFrame,
      jsonFrame,
      message,
      Buffer.from(protoJson),
      gzipSync(message),
    ];
    return bodies.map((body, form) => Buffer.concat([Buffer.from([form]), body]));
  });
}

const made: Readonly<Record<TargetName, () => readonly Buffer[]>> = {
  json: () => selects.map(({ json }) => Buffer.from(json)),
  rpc: frames,
  text: texts,
  tokens: texts,
};
