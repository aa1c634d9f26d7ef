// Reads and changes a projection file for an operator: read, edit, write, under a lock and atomically. It also creates
// the development projection at a first start. A bad file is never overwritten.
import { access, constants, mkdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Projection, parseProjection } from "../config/projection.ts";
import { errorCode, hasErrorCode } from "../thrown.ts";
import { withFileLock, writeAtomically } from "./file-update.ts";
import { addKey, createOrganisation, type Edited, emptyProjection } from "./projection-edits.ts";
import { mintKeyId, mintSecret, type RandomBytes } from "./secret.ts";

type StoreProblem = { readonly problem: string };

/** Pure, because it may run twice. Receives null if there is no file. A problem leaves the file unchanged. */
export type ProjectionEdit = (projection: Projection | null, now: string) => Edited;

/** The projection in `path`; null if there is no such file. */
export async function readProjectionFile(
  path: string,
): Promise<{ readonly projection: Projection | null } | StoreProblem> {
  try {
    const parsed = parseProjection(await readFile(path, "utf8"), path);
    return "violations" in parsed ? { problem: shortened(parsed.violations) } : { projection: parsed.value };
  } catch (error) {
    return hasErrorCode(error, "ENOENT") ? { projection: null } : { problem: cannot(path, "read", error) };
  }
}

/**
 * Applies `edit` to the file under the lock, and writes the result with a new `generated_at`.
 * @param now the wall clock, read under the lock, so that later changes have later dates
 */
export async function updateProjectionFile(
  path: string,
  now: () => Date,
  edit: ProjectionEdit,
): Promise<{ readonly projection: Projection } | StoreProblem> {
  try {
    const before = await readProjectionFile(path);
    if ("problem" in before) return before;
    const preview = edit(before.projection, now().toISOString());
    if ("problem" in preview) return preview;
    await mkdir(dirname(path), { recursive: true });
    const target = await realTarget(path);
    return await withFileLock(target, (stillHeld) => changeLocked(target, now, edit, stillHeld));
  } catch (error) {
    return { problem: error instanceof LostLock ? error.message : cannot(path, "changed", error) };
  }
}

async function changeLocked(
  path: string,
  now: () => Date,
  edit: ProjectionEdit,
  stillHeld: () => Promise<boolean>,
): Promise<{ readonly projection: Projection } | StoreProblem> {
  const before = await readProjectionFile(path);
  if ("problem" in before) return before;
  const instant = now().toISOString();
  const edited = edit(before.projection, instant);
  if ("problem" in edited) return edited;
  const projection = { ...edited.projection, generated_at: instant };
  await writeAtomically(path, `${JSON.stringify(projection, null, 2)}\n`, async () => {
    if (!(await stillHeld())) throw new LostLock(`${path} was changed by another process meanwhile, try again`);
  });
  return { projection };
}

class LostLock extends Error {}

/** The target of a symbolic link, so that the file is replaced and not the link. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasErrorCode(error, "ENOENT")) throw error;
    return join(await realpath(dirname(path)), basename(path));
  }
}

function cannot(path: string, done: string, error: unknown): string {
  return `${path} cannot be ${done}: ${errorCode(error)}`;
}

/** A command prints one line, with the first violation. */
function shortened(violations: readonly string[]): string {
  const [first = "the projection is bad", ...rest] = violations;
  return rest.length === 0 ? first : `${first} (and ${rest.length} more)`;
}

/** Below the working directory, so that each project has its own keys. */
export function developmentProjectionPath(workingDirectory: string): string {
  return join(workingDirectory, ".winnow", "projection.json");
}

const organisation = "development";
const tier = "scale";

/** The secret of the new key; null if the projection existed. */
type DevelopmentKey = { readonly secret: string | null } | StoreProblem;

/** Creates the projection in `path` if there is none. */
export async function ensureDevelopmentProjection(
  path: string,
  random: RandomBytes,
  now: () => Date,
): Promise<DevelopmentKey> {
  const existing = await readProjectionFile(path);
  if ("problem" in existing) return existing;
  if (existing.projection !== null) return { secret: null };
  const key = { keyId: mintKeyId(random), secret: mintSecret(random) };
  const made = await updateProjectionFile(path, now, (projection, instant) =>
    projection === null ? withKey(key, instant) : { projection },
  );
  if ("problem" in made) return made;
  // If another process was first, this key was never stored.
  return { secret: made.projection.keys.some((each) => each.id === key.keyId) ? key.secret : null };
}

/** A development projection in memory, for a read-only file system, as in a container. */
export function developmentProjectionText(random: RandomBytes, now: Date): { text: string; secret: string } {
  const key = { keyId: mintKeyId(random), secret: mintSecret(random) };
  const made = withKey(key, now.toISOString());
  if ("problem" in made) throw new Error(made.problem);
  return { text: JSON.stringify(made.projection), secret: key.secret };
}

/** Whether a file can be created in the folder of `path`; creates the folder if it is missing. */
export async function canWriteBeside(path: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await access(dirname(path), constants.W_OK);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].some((code) => hasErrorCode(error, code))) return false;
    throw error;
  }
}

function withKey(key: { readonly keyId: string; readonly secret: string }, instant: string): Edited {
  const created = createOrganisation(emptyProjection(instant), organisation, tier);
  return "problem" in created ? created : addKey(created.projection, organisation, key, instant);
}
