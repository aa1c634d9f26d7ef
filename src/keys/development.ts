// The projection of a service that was started without one: an organisation, a generous tier, one key, made at the
// first start. Its secret is handed back that once, and kept nowhere.
import { fileURLToPath } from "node:url";
import { addKey, createOrganisation, type Edited, emptyProjection } from "./projection-edits.ts";
import { readProjectionFile, type StoreProblem, updateProjectionFile } from "./projection-store.ts";
import { mintKeyId, mintSecret, type RandomBytes } from "./secret.ts";

/** Under the project's root and not under version control. */
export const developmentProjectionPath = fileURLToPath(new URL("../../var/projection.json", import.meta.url));

const organisation = "development";
const tier = "scale";

/**
 * Makes the projection in `path` unless there is one.
 * @returns the secret of the key it made; null when the projection was there before
 */
export async function ensureDevelopmentProjection(
  path: string,
  random: RandomBytes,
  now: () => Date,
): Promise<{ readonly secret: string | null } | StoreProblem> {
  const existing = await readProjectionFile(path);
  if ("problem" in existing) return existing;
  if (existing.projection !== null) return { secret: null };
  const key = { keyId: mintKeyId(random), secret: mintSecret(random) };
  const made = await updateProjectionFile(path, now, (projection, instant): Edited => {
    if (projection !== null) return { projection };
    const created = createOrganisation(emptyProjection(instant), organisation, tier);
    return "problem" in created ? created : addKey(created.projection, organisation, key, instant);
  });
  if ("problem" in made) return made;
  // Another process may have been first: then this key was never stored.
  return { secret: made.projection.keys.some((each) => each.id === key.keyId) ? key.secret : null };
}
