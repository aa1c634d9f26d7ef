// The edge of production on a port, with its own gateway, engine and one key for each tier that the clients need. It
// counts the calls with each key.
import { randomBytes } from "node:crypto";
import { atOnce } from "../../src/config/projection.ts";
import { readSettings } from "../../src/config/settings.ts";
import { parseTiers } from "../../src/config/tiers.ts";
import { createAdmission } from "../../src/gateway/admission.ts";
import { createMemoryCounters } from "../../src/gateway/counters.ts";
import { indexKeys } from "../../src/gateway/key-ring.ts";
import { startServer } from "../../src/http/server.ts";
import { addKey, createOrganisation, type Edited, emptyProjection } from "../../src/keys/projection-edits.ts";
import { mintSecret } from "../../src/keys/secret.ts";
import { selectPath } from "../../src/protocols/routes.ts";
import { createUnary } from "../../src/protocols/unary.ts";
import { createScheduler } from "../../src/scheduling/scheduler.ts";
import { machineEnvironment } from "../../src/service/call.ts";
import { gateReasons } from "../../src/service/decide.ts";
import { createHandlers } from "../../src/service/handlers.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { noTelemetry } from "../../src/telemetry/otel.ts";
import { systemClock } from "../../src/time/clock.ts";
import { readings } from "../http/fixtures/served.ts";
import { generousLimits as roomy } from "../tiers.ts";

/** `paced` throttles every second call, for 0.5 to 0.75 s; `frugal` has one select call a day. */
const tiers = {
  roomy,
  tiny: { ...roomy, max_records: 1 },
  paced: { ...roomy, rate_per_second: 2, burst: 1 },
  frugal: { ...roomy, daily_quota: 1 },
};
const names = ["roomy", "tiny", "paced", "frugal"] as const;
type Name = (typeof names)[number];

/** One per tier, passed on to a second edge that replaces the first. */
export type Keys = Readonly<Record<Name, string>>;

export interface Edge {
  /** `http://HOST:PORT` */
  readonly address: string;
  /** The number of calls with this key, refused ones included. */
  readonly attempts: (name: Name) => number;
  readonly drain: () => Promise<void>;
}

export function mintKeys(): Keys {
  const mint = () => mintSecret(randomBytes);
  return { roomy: mint(), tiny: mint(), paced: mint(), frugal: mint() };
}

/**
 * @param port 0 picks a free one
 * @param keyless admits calls without a key as `roomy`, for tools that cannot send one
 */
export async function startEdge(keys: Keys, { port = 0, keyless = false } = {}): Promise<Edge> {
  const read = readSettings({ port: String(port), logLevel: "error" }, {}, () => "");
  if ("violations" in read) throw new Error(read.violations.join("\n"));
  const { settings } = read;
  const parsed = parseTiers(JSON.stringify(tiers), "tiers");
  if ("violations" in parsed) throw new Error(parsed.violations.join("\n"));
  const ring = ringOf(keys);
  const counters = createMemoryCounters(systemClock);
  const admission = createAdmission({ ring: () => ring, tiers: parsed.value, counters, clock: systemClock });
  const handlers = createHandlers(machineEnvironment, { selectPath, buildId: settings.buildId });
  const shown = new Map<string, number>();
  const server = await startServer({
    settings,
    admission: {
      admit: (header, countsAgainstQuota) => {
        const authorization = header ?? (keyless ? `Bearer ${keys.roomy}` : undefined);
        shown.set(authorization ?? "", (shown.get(authorization ?? "") ?? 0) + 1);
        return admission.admit(authorization, countsAgainstQuota);
      },
    },
    handlers,
    scheduler: createScheduler({
      unary: createUnary(handlers, () => {}),
      workers: null,
      clock: systemClock,
    }),
    tls: null,
    log: createLog(settings.logLevel),
    telemetry: noTelemetry,
    clock: systemClock,
    gateReasons,
    readings,
  });
  return {
    address: server.address,
    attempts: (name) => shown.get(`Bearer ${keys[name]}`) ?? 0,
    drain: server.drain,
  };
}

function ringOf(keys: Keys) {
  const at = new Date().toISOString();
  let made = emptyProjection(at);
  for (const name of names) {
    made = edited(createOrganisation(made, name, name));
    made = edited(addKey(made, name, { keyId: `key-${name}`, secret: keys[name] }, at));
  }
  return atOnce(indexKeys(made, null));
}

function edited(edit: Edited) {
  if ("problem" in edit) throw new Error(edit.problem);
  return edit.projection;
}
