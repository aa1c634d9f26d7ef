import { describe, expect, test } from "vitest";
import { readSettings, type SettingsResult } from "../../src/config/settings.ts";
import type { Settings } from "../../src/config/settings-table.ts";

const noFile = (): string => {
  throw Object.assign(new Error("no such file"), { code: "ENOENT" });
};
const fileOf = (content: unknown) => () => JSON.stringify(content);

function settingsOf(result: SettingsResult): Settings {
  if ("violations" in result) throw new Error(result.violations.join("\n"));
  return result.settings;
}

function violationsOf(result: SettingsResult): readonly string[] {
  return "violations" in result ? result.violations : [];
}

describe("which source wins", () => {
  const env = { WINNOW_CONFIG: "w.json", WINNOW_PORT: "2002" };
  const file = fileOf({ port: 3003, host: "::1" });

  test.each([
    ["a flag beats all", { port: "1001" }, env, 1001],
    ["a variable beats the file", {}, env, 2002],
    ["the file beats the default", {}, { WINNOW_CONFIG: "w.json" }, 3003],
    ["the default applies if nothing is set", {}, {}, 8080],
    ["an empty variable counts as not set", {}, { WINNOW_CONFIG: "w.json", WINNOW_PORT: "" }, 3003],
  ])("%s", (_, flags, variables, port) => {
    expect(settingsOf(readSettings(flags, variables, file)).port).toBe(port);
  });

  test("settings that the winner does not name come from the next source", () => {
    expect(settingsOf(readSettings({ port: "0" }, env, file))).toMatchObject({
      port: 0,
      host: "::1",
      config: "w.json",
    });
  });

  test("off overrides what a lower source switched on", () => {
    const found = readSettings({ internalPort: "off" }, { WINNOW_CONFIG: "w.json" }, fileOf({ internal_port: 9090 }));
    expect(settingsOf(found).internalPort).toBeNull();
  });

  test("the collector's address is read under its standard name", () => {
    const found = readSettings({}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }, noFile);
    expect(settingsOf(found).otlpEndpoint).toBe("http://collector:4318");
  });

  test("the result is frozen", () => {
    expect(Object.isFrozen(settingsOf(readSettings({}, {}, noFile)))).toBe(true);
  });
});

describe("one line for each violation", () => {
  test.each([
    ["a flag", { port: "70000" }, {}, '--port is "70000", must be an integer from 0 to 65535'],
    ["a variable", {}, { WINNOW_PORT: "http" }, 'WINNOW_PORT is "http", must be an integer from 0 to 65535'],
    ["a fraction", { port: "80.5" }, {}, '--port is "80.5", must be an integer from 0 to 65535'],
    ["blanks", { port: " 80" }, {}, '--port is " 80", must be an integer from 0 to 65535'],
    [
      "off for a setting that cannot be off",
      { port: "off" },
      {},
      '--port is "off", must be an integer from 0 to 65535',
    ],
    ["an empty flag", { tiers: "" }, {}, '--tiers is "", must be the path of a file'],
    ["a URL for a host", { host: "http://a" }, {}, '--host is "http://a", must be a host name or IP address'],
    [
      "a choice",
      { logLevel: "loud" },
      {},
      '--log-level is "loud", must be one of trace, debug, info, warn, error, silent',
    ],
    ["a line break in the value", { host: "a\nb" }, {}, '--host is "a\\nb", must be a host name or IP address'],
    [
      "a variable of a Kubernetes Service",
      {},
      { WINNOW_PORT: "tcp://10.0.0.1:80" },
      'WINNOW_PORT is "tcp://10.0.0.1:80", must be an integer from 0 to 65535 ' +
        "(set by a Kubernetes Service of that name? then set enableServiceLinks: false)",
    ],
    [
      "a collector's address, which may hold a password, is not shown",
      {},
      { OTEL_EXPORTER_OTLP_ENDPOINT: "ftp://user:hunter2@host" },
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL",
    ],
    ["a certificate alone", { tlsCert: "c" }, {}, "--tls-key is missing but must be given with --tls-cert"],
    ["a key alone", { tlsKey: "k" }, {}, "--tls-cert is missing but must be given with --tls-key"],
    ["a client CA alone", { tlsClientCa: "a" }, {}, "--tls-cert is missing but must be given with --tls-client-ca"],
    [
      "two listeners on one port",
      { port: "7", internalPort: "7" },
      {},
      "--internal-port is 7 but must differ from --port on the same host",
    ],
  ])("%s", (_, flags, env, line) => {
    expect(violationsOf(readSettings(flags, env, noFile))).toEqual([line]);
  });

  test.each([
    ["an unreadable file", noFile, "config file w.json cannot be read: ENOENT"],
    [
      "not JSON",
      () => '{"port": 80,\n}',
      "config file w.json is not valid JSON: " +
        "Expected double-quoted property name in JSON at position 13 (line 2 column 1)",
    ],
    ["not an object", fileOf([1]), "config file w.json must be an object"],
    ["an unknown key", fileOf({ prot: 1 }), '"prot" in w.json is not a setting'],
    ["digits in quotes", fileOf({ port: "80" }), 'port in w.json is "80", must be an integer from 0 to 65535'],
    [
      "null for a setting that is never off",
      fileOf({ port: null }),
      "port in w.json is null, must be an integer from 0 to 65535",
    ],
    ["a file that names a file", fileOf({ config: "x.json" }), '"config" in w.json is not a setting'],
    ["an inherited name", () => '{"__proto__": 1}', '"__proto__" in w.json is not a setting'],
  ])("config file: %s", (_, readFile, line) => {
    expect(violationsOf(readSettings({ config: "w.json" }, {}, readFile))).toEqual([line]);
  });

  test("all violations of all sources are reported at once", () => {
    const found = readSettings({ config: "w.json", port: "x" }, { WINNOW_HOST: "/" }, fileOf({ a: 1, tiers: 5 }));
    expect(violationsOf(found)).toEqual([
      '"a" in w.json is not a setting',
      'WINNOW_HOST is "/", must be a host name or IP address',
      '--port is "x", must be an integer from 0 to 65535',
      "tiers in w.json is 5, must be the path of a file",
    ]);
  });

  test("an invalid value is ignored if a higher source overrides it", () => {
    expect(settingsOf(readSettings({ config: "w.json", port: "81" }, {}, fileOf({ port: "x" }))).port).toBe(81);
  });
});
