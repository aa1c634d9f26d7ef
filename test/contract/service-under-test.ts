// A real service on a free port, in this process, with one caller for each state of a key.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../src/assemble.ts";
import type { Projection } from "../../src/config/projection.ts";
import { readSettings } from "../../src/config/settings.ts";
import { readTiers } from "../../src/config/tiers.ts";
import type { StageName } from "../../src/engine/model.ts";
import { watchedFile } from "../../src/gateway/watched-file.ts";
import {
  addKey,
  createOrganisation,
  type Edited,
  emptyProjection,
  revokeKey,
  setSuspended,
} from "../../src/keys/projection-edits.ts";
import { mintSecret } from "../../src/keys/secret.ts";
import { systemClock } from "../../src/time/clock.ts";
import type { Pair } from "../http/fixtures/certificates.ts";
import { generousLimits as roomy } from "../tiers.ts";

/** `roomy` has limits that no test reaches; each of the others has a low limit or an invalid key. */
export const keyNames = ["roomy", "tiny", "slow", "frugal", "bounded", "revoked", "suspended", "unknown"] as const;
export type KeyName = (typeof keyNames)[number];

const tiers = {
  roomy,
  tiny: { ...roomy, max_input_tokens: 50, max_records: 3 },
  slow: { ...roomy, rate_per_second: 0.001, burst: 1 },
  frugal: { ...roomy, daily_quota: 2 },
  bounded: { ...roomy, max_compute_ms: 1 },
};
/** The tier of a caller with an invalid key is never read. */
const tierOf: Readonly<Record<KeyName, string>> = {
  roomy: "roomy",
  tiny: "tiny",
  slow: "slow",
  frugal: "frugal",
  bounded: "bounded",
  revoked: "roomy",
  suspended: "roomy",
  unknown: "roomy",
};

export interface ServiceUnderTest {
  readonly url: string;
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly stop: () => Promise<void>;
}

interface ServiceUnderTestOptions {
  /** The stage that fails in every call. */
  readonly faultStage?: StageName;
  /** Its certificate; a port without TLS if absent. */
  readonly tls?: Pair;
  /** Worker threads; as many as by default if absent. */
  readonly workers?: string;
}

export async function startServiceUnderTest({
  faultStage,
  tls,
  workers,
}: ServiceUnderTestOptions = {}): Promise<ServiceUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-"));
  const projectionPath = join(folder, "projection.json");
  const tiersPath = join(folder, "tiers.json");
  const keys = Object.fromEntries(keyNames.map((name) => [name, mintSecret(randomBytes)] as const));
  const secret = (name: KeyName) => keys[name] ?? "";
  writeFileSync(tiersPath, JSON.stringify(tiers));
  writeFileSync(projectionPath, JSON.stringify(projection(secret)));
  const flags = {
    port: "0",
    tiers: tiersPath,
    logLevel: "silent",
    warmUpMs: "0",
    ...(faultStage === undefined ? {} : { faultStage }),
    ...(tls === undefined ? {} : tlsFlags(folder, tls)),
    ...(workers === undefined ? {} : { workers }),
  };
  const read = readSettings(flags, {}, () => "");
  if ("violations" in read) throw new Error(read.violations.join("\n"));
  const known = readTiers(tiersPath);
  if ("violations" in known) throw new Error(known.violations.join("\n"));
  const started = await startService(read.settings, known.value, watchedFile(projectionPath, systemClock));
  if ("violations" in started) throw new Error(started.violations.join("\n"));
  const { server, stop } = started.value;
  return {
    url: server.address,
    keys: {
      roomy: secret("roomy"),
      tiny: secret("tiny"),
      slow: secret("slow"),
      frugal: secret("frugal"),
      bounded: secret("bounded"),
      revoked: secret("revoked"),
      suspended: secret("suspended"),
      unknown: secret("unknown"),
    },
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function tlsFlags(folder: string, { cert, key }: Pair): { readonly tlsCert: string; readonly tlsKey: string } {
  const paths = { tlsCert: join(folder, "cert.pem"), tlsKey: join(folder, "key.pem") };
  writeFileSync(paths.tlsCert, cert);
  writeFileSync(paths.tlsKey, key);
  return paths;
}

function projection(secret: (name: KeyName) => string): Projection {
  const at = new Date().toISOString();
  let made = emptyProjection(at);
  for (const name of keyNames.filter((each) => each !== "unknown")) {
    made = edited(createOrganisation(made, name, tierOf[name]));
    made = edited(addKey(made, name, { keyId: `key-${name}`, secret: secret(name) }, at));
  }
  return edited(revokeKey(edited(setSuspended(made, "suspended", true)), "key-revoked", at));
}

function edited(edit: Edited): Projection {
  if ("problem" in edit) throw new Error(edit.problem);
  return edit.projection;
}
