// Every setting, declared once: its accepted form, default, unit and help. Flags, environment variables, file keys,
// `--help`, the table in the README and validation are derived from it.
import { z } from "zod";
import type { StageName } from "../engine/model.ts";
import { BODY_BYTES_MAX } from "../limits.ts";
import { MOUNTED_PROJECTION } from "./projection.ts";
import { integerBetween } from "./violations.ts";

interface SettingDocs {
  /** Completes "must be ...". */
  readonly accepted: string;
  /** Empty if the value is not a quantity. */
  readonly unit: string;
  readonly help: string;
  /** How the text of a flag or variable is parsed before it is checked. */
  readonly reads: "text" | "integer";
  /** The word that stands for null in a flag, a variable or a file. */
  readonly nullWord?: "off" | "auto";
  /** A standard environment variable that another library reads; it has no flag and no file key. */
  readonly standardEnv?: string;
  /** False if the value may hold credentials and must not be shown. */
  readonly showObserved?: false;
}

const docs = z.registry<SettingDocs>();

const PORT_MAX = 65_535;
const CONNECTIONS_MAX = 10_000;
const DAY_MS = 86_400_000;
const YEAR_SECONDS = 31_536_000;
const MEBIBYTE = 1024 * 1024;
const BYTES_IN_FLIGHT_MAX = 65_536 * MEBIBYTE;

const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;

/** Any stage of the engine; `satisfies` keeps the list complete. */
const stageNames = {
  measure: "measure",
  segment: "segment",
  analyse: "analyse",
  score: "score",
  gate: "gate",
  pack: "pack",
  excerpt: "excerpt",
  render: "render",
  cover: "cover",
} satisfies { readonly [Name in StageName]: Name };

const shape = {
  config: path("JSON file with settings; flags and environment variables override it"),
  host: host("address to listen on"),
  port: integer(0, PORT_MAX, 8080, "", "port for every protocol; 0 picks a free one"),
  internalHost: host("address of the internal listener"),
  internalPort: integerOrOff(0, PORT_MAX, "", "port for probes and metrics, which need no key; 0 picks a free one"),
  tlsCert: path("PEM certificate of the server, followed by its intermediates; with it, the port accepts only TLS"),
  tlsKey: path("PEM private key of the certificate, without a passphrase"),
  tlsClientCa: path(
    "PEM certificates of the authorities that sign client certificates; with it, clients need a certificate",
  ),
  projection: path(
    `key projection to serve; default: ${MOUNTED_PROJECTION} if it exists, else a development projection`,
  ),
  projectionMaxAgeSeconds: integerOrOff(1, YEAR_SECONDS, "seconds", "refuse every key if the projection is older"),
  tiers: path("JSON file that replaces the shipped tiers"),
  counters: z
    .nullable(z.url({ protocol: /^rediss?$/ }))
    .default(null)
    .register(docs, {
      accepted: "a redis or rediss URL",
      unit: "",
      help: "Redis in which replicas share rate and quota; without it, each counts alone",
      reads: "text",
      showObserved: false,
    }),
  logLevel: z
    .enum(logLevels)
    .default("info")
    .register(docs, {
      accepted: `one of ${logLevels.join(", ")}`,
      unit: "",
      help: `lowest level that is logged: ${logLevels.join(", ")}`,
      reads: "text",
    }),
  drainTimeoutMs: integer(0, DAY_MS, 20_000, "milliseconds", "longest wait for running calls after SIGTERM"),
  maxRequestsInFlight: integer(
    1,
    100_000,
    256,
    "requests",
    "calls in flight at once; further ones are refused as overload",
  ),
  maxBytesInFlight: integer(
    // One body must fit, or no select call could ever be admitted.
    BODY_BYTES_MAX,
    BYTES_IN_FLIGHT_MAX,
    96 * MEBIBYTE,
    "bytes",
    "request bodies and unread responses in memory at once; further calls are refused as overload",
  ),
  workers: z.nullable(integerBetween(0, 64)).default(null).register(docs, {
    accepted: "an integer from 0 to 64, or auto",
    unit: "",
    help: "worker threads for large requests; auto: one fewer than cores; 0: the main thread answers every call",
    reads: "integer",
    nullWord: "auto",
  }),
  warmUpMs: integer(
    0,
    60_000,
    2_000,
    "milliseconds",
    "processor time of each thread for representative calls before the service reports ready; 0 for none",
  ),
  bodyTimeoutMs: integer(100, DAY_MS, 30_000, "milliseconds", "longest wait for the whole body of a request"),
  connectionsPerAddressMax: integerOrOff(
    1,
    CONNECTIONS_MAX,
    "connections",
    "connections from one client address; new ones of an address that floods wait. Set it to off behind a shared proxy",
    2_000,
  ),
  corsOrigins: z
    .nullable(z.string().regex(/^(?:\*|https?:\/\/[^\s,/*]+(?: *, *https?:\/\/[^\s,/*]+)*)$/))
    .default(null)
    .register(docs, {
      accepted: "origins such as https://app.example, separated by commas, or *",
      unit: "",
      help: "origins of web pages that may call the service from a browser (CORS); none by default",
      reads: "text",
    }),
  buildId: z
    .string()
    .regex(/^[\x20-\x7e]{0,128}$/)
    .default("")
    .register(docs, {
      accepted: "at most 128 printable ASCII characters",
      unit: "",
      help: "release identifier that health reports; empty if run from a source tree",
      reads: "text",
    }),
  faultStage: z
    .nullable(z.enum(stageNames))
    .default(null)
    .register(docs, {
      accepted: `one of ${Object.keys(stageNames).join(", ")}`,
      unit: "",
      help: "for tests and drills only: engine stage that throws on every call",
      reads: "text",
    }),
  otlpEndpoint: z
    .nullable(z.url({ protocol: /^https?$/ }))
    .default(null)
    .register(docs, {
      accepted: "an http or https URL",
      unit: "",
      help: "OpenTelemetry collector for traces and metrics; the standard `OTEL_*` variables work",
      reads: "text",
      standardEnv: "OTEL_EXPORTER_OTLP_ENDPOINT",
      showObserved: false,
    }),
};

export const settingsSchema = z.object(shape);

/** Every setting, resolved and frozen. */
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

export interface SettingRow extends SettingDocs {
  /** The property of `Settings`; also what commander calls the flag's value. */
  readonly name: string;
  /** As in `--internal-port`; null where only the environment sets it. */
  readonly flag: string | null;
  readonly env: string;
  /** As in `internal_port`; null where a file cannot set it. */
  readonly fileKey: string | null;
  /** Null for off or none. */
  readonly default: string | number | null;
}

export const settingRows: readonly SettingRow[] = describeRows();

function describeRows(): readonly SettingRow[] {
  const defaults = new Map(Object.entries(settingsSchema.parse({})));
  return Object.entries(shape).map(([name, schema]) => {
    const row = docs.get(schema);
    if (row === undefined) throw new Error(`setting ${name} has no documentation`);
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const standard = row.standardEnv !== undefined;
    return {
      ...row,
      name,
      flag: standard ? null : `--${key.replaceAll("_", "-")}`,
      env: row.standardEnv ?? `WINNOW_${key.toUpperCase()}`,
      fileKey: standard || name === "config" ? null : key,
      default: defaults.get(name) ?? null,
    };
  });
}

function path(help: string) {
  return z
    .nullable(z.string().regex(/^[^\0]{1,4096}$/))
    .default(null)
    .register(docs, { accepted: "the path of a file", unit: "", help, reads: "text" });
}

function host(help: string) {
  return z
    .string()
    .regex(/^[A-Za-z0-9.:_%-]{1,255}$/)
    .default("127.0.0.1")
    .register(docs, { accepted: "a host name or IP address", unit: "", help, reads: "text" });
}

function integer(min: number, max: number, fallback: number, unit: string, help: string) {
  return integerBetween(min, max)
    .default(fallback)
    .register(docs, { accepted: `an integer from ${min} to ${max}`, unit, help, reads: "integer" });
}

function integerOrOff(min: number, max: number, unit: string, help: string, fallback: number | null = null) {
  return z
    .nullable(integerBetween(min, max))
    .default(fallback)
    .register(docs, {
      accepted: `an integer from ${min} to ${max}, or off`,
      unit,
      help,
      reads: "integer",
      nullWord: "off",
    });
}
