// Which projection `winnow serve`, `winnow keys` and `winnow orgs` use, and how the last two edit it and check a tier.
// Every failure is a one-line error.
import { existsSync } from "node:fs";
import { Option } from "commander";
import { MOUNTED_PROJECTION, type Projection } from "../config/projection.ts";
import { readTiers } from "../config/tiers.ts";
import {
  developmentProjectionPath,
  type ProjectionEdit,
  readProjectionFile,
  updateProjectionFile,
} from "../keys/projection-store.ts";

export interface ProjectionOptions {
  readonly projection?: string;
  readonly tiers?: string;
}

export function projectionOption(): Option {
  const fallback = `${MOUNTED_PROJECTION} if it exists, else the development projection`;
  return new Option("--projection <file>", `key projection to work on; default: ${fallback}`).env("WINNOW_PROJECTION");
}

export function tiersOption(): Option {
  return new Option("--tiers <file>", "tiers file of the service, to check the tier against").env("WINNOW_TIERS");
}

/** The projection of every command that names none: the mounted one if it exists, else the one for development. */
export function defaultProjectionPath(workingDirectory: string, mounted = MOUNTED_PROJECTION): string {
  return existsSync(mounted) ? mounted : developmentProjectionPath(workingDirectory);
}

/** An empty variable counts as not set. */
export function projectionPath(options: ProjectionOptions): string {
  const { projection = "" } = options;
  return projection === "" ? defaultProjectionPath(process.cwd()) : projection;
}

export async function readProjection(path: string): Promise<Projection> {
  const read = await readProjectionFile(path);
  if ("problem" in read) throw new Error(read.problem);
  if (read.projection === null) throw new Error(notThere(path));
  return read.projection;
}

/** Changes a projection file. If the file does not exist, it fails unless `edit` makes a projection from null. */
export async function editProjection(path: string, edit: ProjectionEdit): Promise<void> {
  const updated = await updateProjectionFile(path, () => new Date(), edit);
  if ("problem" in updated) throw new Error(updated.problem);
}

/** Wraps an edit that needs an existing projection. */
export function existing(path: string, edit: (projection: Projection, now: string) => ReturnType<ProjectionEdit>) {
  return (projection: Projection | null, now: string) =>
    projection === null ? { problem: notThere(path) } : edit(projection, now);
}

function notThere(path: string): string {
  return `${path} does not exist; \`orgs create\` creates it`;
}

/**
 * Checks a tier against the given tiers file. Without one any name passes, because the service may use a tiers file
 * that this command does not know.
 * @returns a warning if the tier is not a shipped one and no file is given, else null
 * @throws Error if the given file has no such tier
 */
export function tierWarning(options: ProjectionOptions, tier: string): string | null {
  const path = options.tiers ?? "";
  const read = readTiers(path === "" ? null : path);
  if ("violations" in read) throw new Error(read.violations[0] ?? `${path} is not a tiers file`);
  if (read.value.has(tier)) return null;
  const listed = [...read.value.keys()].join(", ");
  if (path === "") return `${tier} is not one of the shipped tiers ${listed}`;
  throw new Error(`tier must be one of ${listed}`);
}
