// An operator's changes to a projection, as pure functions: they take a projection and return a changed projection or a
// problem.
import type { Projection } from "../config/projection.ts";
import { nameViolation } from "../config/violations.ts";
import { digestSecret, isSecret } from "./secret.ts";

export type Edited = { readonly projection: Projection } | { readonly problem: string };

interface NewKey {
  readonly keyId: string;
  readonly secret: string;
}

export function emptyProjection(generatedAt: string): Projection {
  return { version: 1, generated_at: generatedAt, organisations: [], keys: [] };
}

/** The caller checks that the tier exists, because tiers are in another file. */
export function createOrganisation(projection: Projection, id: string, tier: string): Edited {
  const violation = nameViolation(id);
  if (violation !== null) return { problem: `organisation must be ${violation}` };
  const tierViolation = nameViolation(tier);
  if (tierViolation !== null) return { problem: `tier must be ${tierViolation}` };
  if (projection.organisations.some((each) => each.id === id)) return { problem: `organisation ${id} exists already` };
  const organisations = [...projection.organisations, { id, tier, suspended: false }];
  return { projection: { ...projection, organisations } };
}

export function setSuspended(projection: Projection, id: string, suspended: boolean): Edited {
  return changeOrganisation(projection, id, { suspended });
}

export function setTier(projection: Projection, id: string, tier: string): Edited {
  const violation = nameViolation(tier);
  return violation === null ? changeOrganisation(projection, id, { tier }) : { problem: `tier must be ${violation}` };
}

/** Stores the digest of `key.secret`, never the secret. */
export function addKey(projection: Projection, organisation: string, key: NewKey, createdAt: string): Edited {
  if (!projection.organisations.some((each) => each.id === organisation))
    return { problem: unknownOrganisation(organisation) };
  if (projection.keys.some((each) => each.id === key.keyId)) return { problem: `key ${key.keyId} exists already` };
  const added = {
    id: key.keyId,
    organisation,
    sha256: digestSecret(key.secret),
    created_at: createdAt,
    revoked_at: null,
  };
  return { projection: { ...projection, keys: [...projection.keys, added] } };
}

/** A key that was already revoked keeps its first date. */
export function revokeKey(projection: Projection, keyId: string, revokedAt: string): Edited {
  if (!projection.keys.some((each) => each.id === keyId)) return { problem: unknownKey(keyId) };
  const keys = projection.keys.map((each) =>
    each.id === keyId && each.revoked_at === null ? { ...each, revoked_at: revokedAt } : each,
  );
  return { projection: { ...projection, keys } };
}

function changeOrganisation(
  projection: Projection,
  id: string,
  change: { readonly suspended: boolean } | { readonly tier: string },
): Edited {
  if (!projection.organisations.some((each) => each.id === id)) return { problem: unknownOrganisation(id) };
  const organisations = projection.organisations.map((each) => (each.id === id ? { ...each, ...change } : each));
  return { projection: { ...projection, organisations } };
}

/** A text that is not a valid name may be a secret, so it is not repeated. */
export function unknownOrganisation(id: string): string {
  return nameViolation(id) === null ? `organisation ${id} does not exist` : "organisation does not exist";
}

/** A secret given instead of a key id must not be printed to a terminal or a log. */
function unknownKey(keyId: string): string {
  if (isSecret(keyId)) return "that is a key's secret, expected its key id as `keys list` prints it";
  return nameViolation(keyId) === null ? `key ${keyId} does not exist` : "key does not exist";
}
