// Projections for the gateway's tests: `secretOf("k1")` is the secret of the key k1.
import type { Projection, ProjectionKey, ProjectionOrganisation } from "../../src/config/projection.ts";
import { digestSecret, mintSecret } from "../../src/keys/secret.ts";

export const generatedAt = "2030-01-01T00:00:00Z";

export function secretOf(keyId: string): string {
  return mintSecret((count) => Buffer.alloc(count, keyId));
}

export function organisation(id: string, tier: string, suspended = false): ProjectionOrganisation {
  return { id, tier, suspended };
}

export function key(id: string, organisationId: string, revokedAt: string | null = null): ProjectionKey {
  const sha256 = digestSecret(secretOf(id));
  return { id, organisation: organisationId, sha256, created_at: generatedAt, revoked_at: revokedAt };
}

export function projection(
  organisations: readonly ProjectionOrganisation[],
  keys: readonly ProjectionKey[],
  generated = generatedAt,
): Projection {
  return { version: 1, generated_at: generated, organisations, keys };
}
