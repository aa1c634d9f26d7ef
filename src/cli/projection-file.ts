// What the commands on keys and organisations share: which projection and tiers they work on. What cannot be done is
// thrown as an error of one line.
import { readFileSync } from "node:fs";
import { Option } from "commander";
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
  return new Option("--tiers <file>", "tiers file of the service, to check the tier against").env("WINNOW_TIERS");
}

/** An empty variable counts as not set. */
export function projectionPath(options: ProjectionOptions): string {
  return options.projection === undefined || options.projection === "" ? developmentProjectionPath : options.projection;
}

export async function readProjection(path: string): Promise<Projection> {
  const read = await readProjectionFile(path);
  if ("problem" in read) throw new Error(read.problem);
  if (read.projection === null) throw new Error(`${path} does not exist; \`orgs create\` makes it`);
  return read.projection;
}

/** Changes a projection; without a file it fails unless `edit` starts one. */
export async function editProjection(path: string, edit: ProjectionEdit): Promise<void> {
  const updated = await updateProjectionFile(path, () => new Date(), edit);
  if ("problem" in updated) throw new Error(updated.problem);
}

/** For an edit that needs a projection to be there. */
export function existing(path: string, edit: (projection: Projection, now: string) => ReturnType<ProjectionEdit>) {
  return (projection: Projection | null, now: string) =>
    projection === null ? { problem: `${path} does not exist; \`orgs create\` makes it` } : edit(projection, now);
}

/**
 * A tier is checked against the tiers file that is given. Without one it may be any name: the service may run with a
 * file this command does not see; the line that is returned then says so, null when there is nothing to say.
 * @throws where the file is given and has no such tier
 */
export function tierWarning(options: ProjectionOptions, tier: string): string | null {
  const path = options.tiers ?? "";
  if (path === "")
    return shippedTiers.has(tier) ? null : `${tier} is none of the shipped tiers ${listed(shippedTiers)}`;
  const tiers = readTiers(path);
  if (!tiers.has(tier)) throw new Error(`tier must be one of ${listed(tiers)}`);
  return null;
}

function listed(tiers: Tiers): string {
  return [...tiers.keys()].join(", ");
}

function readTiers(path: string): Tiers {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${errorCode(error)}`);
  }
  const parsed = parseTiers(text, path);
  if ("mistakes" in parsed) throw new Error(parsed.mistakes[0] ?? `${path} is not a tiers file`);
  return parsed.value;
}
