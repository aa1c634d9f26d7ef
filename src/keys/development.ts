// The projection of a service that was started without one: one organisation, the largest tier, one key. The first
// start makes it and returns the secret of its key, once; nothing keeps that secret.
import { access, constants, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isErrorCode } from "../config/error-code.ts";
import { addKey, createOrganisation, type Edited, emptyProjection } from "./projection-edits.ts";
import { readProjectionFile, type StoreProblem, updateProjectionFile } from "./projection-store.ts";
import { mintKeyId, mintSecret, type RandomBytes } from "./secret.ts";

/** Below the working directory, so that each project has keys of its own. */
export function developmentProjectionPath(workingDirectory: string): string {
  return join(workingDirectory, ".winnow", "projection.json");
}

const organisation = "development";
const tier = "scale";

/** The secret of the key that was made; null when the projection was there before. */
export type DevelopmentKey = { readonly secret: string | null } | StoreProblem;

/** Makes the projection in `path` unless there is one. */
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
  // Another process may have been first: then this key was never stored.
  return { secret: made.projection.keys.some((each) => each.id === key.keyId) ? key.secret : null };
}

/** The same for a file system that cannot be written, as a container's: a projection to keep in memory. */
export function developmentProjectionText(random: RandomBytes, now: Date): { text: string; secret: string } {
  const key = { keyId: mintKeyId(random), secret: mintSecret(random) };
  const made = withKey(key, now.toISOString());
  if ("problem" in made) throw new Error(made.problem);
  return { text: JSON.stringify(made.projection), secret: key.secret };
}

/** Whether a file can be made in the folder of `path`, which is made if it is missing. */
export async function canWriteBeside(path: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await access(dirname(path), constants.W_OK);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].some((code) => isErrorCode(error, code))) return false;
    throw error;
  }
}

function withKey(key: { readonly keyId: string; readonly secret: string }, instant: string): Edited {
  const created = createOrganisation(emptyProjection(instant), organisation, tier);
  return "problem" in created ? created : addKey(created.projection, organisation, key, instant);
}
