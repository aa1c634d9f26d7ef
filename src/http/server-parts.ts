// What a server is made of, each part ready; the listeners and all between them are made here, from these.
import type { Settings } from "../config/settings-table.ts";
import type { Admission } from "../gateway/admission.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { ContextHandlers } from "../service/call.ts";
import type { Log } from "../telemetry/log.ts";
import type { Telemetry } from "../telemetry/otel.ts";
import type { OutsideReadings } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import type { TlsIdentity } from "./connections/tls-identity.ts";

export type ServerSettings = Pick<
  Settings,
  | "host"
  | "port"
  | "internalHost"
  | "internalPort"
  | "drainTimeoutMs"
  | "maxRequestsInFlight"
  | "maxBytesInFlight"
  | "bodyTimeoutMs"
  | "buildId"
  | "connectionsPerAddressMax"
  | "corsOrigins"
  | "faultStage"
>;

export interface ServerParts {
  readonly settings: ServerSettings;
  readonly admission: Admission;
  readonly handlers: ContextHandlers;
  /** Not yet started. */
  readonly scheduler: Scheduler;
  readonly log: Log;
  /** Started: instruments that are made before it stay silent. */
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  /** null: the port is served without TLS. */
  readonly tls: TlsIdentity | null;
  /** Every reason the gate can give: the bounded set of a metric's label. */
  readonly gateReasons: readonly string[];
  /** What metrics show that is not the server's own. */
  readonly readings: OutsideReadings;
}
