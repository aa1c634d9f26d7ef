// Takes flags, environment and config file, returns frozen Settings or a line for each violation. Flags override the
// environment, the environment overrides the file, and the file overrides the defaults. The caller passes all three.
import { errorCode } from "../thrown.ts";
import { type SettingRow, type Settings, settingRows, settingsSchema } from "./settings-table.ts";
import { parseJson, quoted, VIOLATIONS_SHOWN_MAX } from "./violations.ts";

export type SettingsResult = { readonly settings: Settings } | { readonly violations: readonly string[] };

/** A value and its source, which a violation names. */
interface Given {
  readonly value: unknown;
  readonly observed: unknown;
  readonly source: string;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * @param flags by setting name, from commander; undefined for a flag that was not given
 * @param env an empty variable counts as not set, as in compose files
 * @param readFile throws if the file cannot be read
 */
export function readSettings(
  flags: Values,
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): SettingsResult {
  const typed = new Map<string, Given>();
  for (const row of settingRows) {
    const given = fromFlag(row, flags) ?? fromEnv(row, env);
    if (given !== null) typed.set(row.name, given);
  }
  const configPath = typed.get("config")?.value;
  const file = typeof configPath === "string" && configPath !== "" ? readConfigFile(configPath, readFile) : emptyFile;
  const given = new Map([...file.given, ...typed]);
  const parsed = settingsSchema.safeParse(Object.fromEntries([...given].map(([name, { value }]) => [name, value])));
  if (!parsed.success) {
    const rejected = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    return { violations: [...file.violations, ...valueViolations(rejected, given)] };
  }
  const violations = [...file.violations, ...contradictions(parsed.data)];
  return violations.length > 0 ? { violations } : { settings: Object.freeze(parsed.data) };
}

function fromFlag(row: SettingRow, flags: Values): Given | null {
  const text = row.flag === null ? undefined : flags[row.name];
  return text === undefined ? null : { value: fromText(row, text), observed: text, source: row.flag ?? "" };
}

function fromEnv(row: SettingRow, env: Readonly<Record<string, string | undefined>>): Given | null {
  const text = env[row.env];
  return text === undefined || text === "" ? null : { value: fromText(row, text), observed: text, source: row.env };
}

/** Digits become a number if the setting is one. Other text stays, and fails the check. */
function fromText(row: SettingRow, text: unknown): unknown {
  if (typeof text !== "string" || row.reads === "text") return text;
  if (text === row.nullWord) return null;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

interface ConfigFile {
  readonly given: ReadonlyMap<string, Given>;
  readonly violations: readonly string[];
}

const emptyFile: ConfigFile = { given: new Map(), violations: [] };

function readConfigFile(path: string, readFile: (path: string) => string): ConfigFile {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    return { ...emptyFile, violations: [`config file ${path} cannot be read: ${errorCode(error)}`] };
  }
  const parsed = parseJson(text, `config file ${path}`, true);
  if ("violations" in parsed) return { ...emptyFile, violations: parsed.violations };
  if (typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value)) {
    return { ...emptyFile, violations: [`config file ${path} must be an object`] };
  }
  const rows = new Map(settingRows.flatMap((row) => (row.fileKey === null ? [] : [[row.fileKey, row] as const])));
  const given = new Map<string, Given>();
  const violations: string[] = [];
  for (const [key, value] of Object.entries(parsed.value)) {
    const row = rows.get(key);
    if (row === undefined) violations.push(`${quoted(key)} in ${path} is not a setting`);
    else given.set(row.name, { value: fromFile(row, value), observed: value, source: `${key} in ${path}` });
  }
  return { given, violations: violations.slice(0, VIOLATIONS_SHOWN_MAX) };
}

/** JSON has numbers, so digits in quotes are a violation. The word for null is accepted in addition to null. */
function fromFile(row: SettingRow, value: unknown): unknown {
  return row.nullWord !== undefined && value === row.nullWord ? null : value;
}

function valueViolations(names: ReadonlySet<string>, given: ReadonlyMap<string, Given>): readonly string[] {
  return settingRows.flatMap((row) => {
    const value = given.get(row.name);
    if (value === undefined || !names.has(row.name)) return [];
    const observed = row.showObserved === false ? "" : `is ${quoted(value.observed)}, `;
    return [`${value.source} ${observed}must be ${row.accepted}${hint(value)}`];
  });
}

/** Kubernetes sets WINNOW_PORT=tcp://... in every pod of a namespace with a Service called winnow. */
function hint(given: Given): string {
  const linked = typeof given.observed === "string" && given.observed.startsWith("tcp://");
  return linked ? " (set by a Kubernetes Service of that name? then set enableServiceLinks: false)" : "";
}

function contradictions(settings: Settings): readonly string[] {
  const { host, port, internalHost, internalPort, tlsCert, tlsKey, tlsClientCa } = settings;
  const violations: string[] = [];
  if (port !== 0 && port === internalPort && host === internalHost) {
    violations.push(`--internal-port is ${port} but must differ from --port on the same host`);
  }
  if (tlsCert !== null && tlsKey === null) violations.push("--tls-key is missing but must be given with --tls-cert");
  if (tlsCert === null && tlsKey !== null) violations.push("--tls-cert is missing but must be given with --tls-key");
  if (tlsCert === null && tlsClientCa !== null) {
    violations.push("--tls-cert is missing but must be given with --tls-client-ca");
  }
  return violations;
}
