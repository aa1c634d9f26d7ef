// What the commands on keys and organisations share: which projection and tiers they work on, and how they fail.
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { errorCode } from "../config/error-code.ts";
import type { Projection } from "../config/projection.ts";
import { parseTiers, shippedTiers, type Tiers } from "../config/tiers.ts";
import { developmentProjectionPath } from "../keys/development.ts";
import { type ProjectionEdit, readProjectionFile, updateProjectionFile } from "../keys/projection-store.ts";

export interface ProjectionOptions {
  readonly projection?: string;
  readonly tiers?: string;
}

export function projectionOption(): Option {
  return new Option("--projection <file>", "key projection to work on (default: the development projection)").env(
    "WINNOW_PROJECTION",
  );
}

export function tiersOption(): Option {
  return new Option("--tiers <file>", "tiers file (default: the shipped tiers)").env("WINNOW_TIERS");
}

/** An empty variable counts as not set. */
export function projectionPath(options: ProjectionOptions): string {
  return options.projection === undefined || options.projection === "" ? developmentProjectionPath : options.projection;
}

/** One line on standard error, exit code 1. */
export function fail(command: Command, problem: string): never {
  command.error(`error: ${problem}`, { exitCode: 1, code: "winnow.failed" });
}

export async function readProjectionOrFail(command: Command, path: string): Promise<Projection> {
  const read = await readProjectionFile(path);
  if ("problem" in read) fail(command, read.problem);
  if (read.projection === null) fail(command, `${path} does not exist; \`orgs create\` makes it`);
  return read.projection;
}

/** Changes a projection; without a file it fails unless `edit` starts one. */
export async function editProjectionOrFail(command: Command, path: string, edit: ProjectionEdit): Promise<void> {
  const updated = await updateProjectionFile(path, () => new Date(), edit);
  if ("problem" in updated) fail(command, updated.problem);
}

/** For an edit that needs a projection to be there. */
export function existing(path: string, edit: (projection: Projection, now: string) => ReturnType<ProjectionEdit>) {
  return (projection: Projection | null, now: string) =>
    projection === null ? { problem: `${path} does not exist; \`orgs create\` makes it` } : edit(projection, now);
}

export function checkTierOrFail(command: Command, options: ProjectionOptions, tier: string): void {
  const tiers = tiersOrFail(command, options.tiers ?? "");
  if (!tiers.has(tier)) fail(command, `tier must be one of ${[...tiers.keys()].join(", ")}`);
}

function tiersOrFail(command: Command, path: string): Tiers {
  if (path === "") return shippedTiers;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    fail(command, `${path} cannot be read: ${errorCode(error)}`);
  }
  const parsed = parseTiers(text, path);
  if ("mistakes" in parsed) fail(command, parsed.mistakes[0] ?? `${path} is not a tiers file`);
  return parsed.value;
}
