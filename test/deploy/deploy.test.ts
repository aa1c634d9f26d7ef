// Compares deploy/ with the code and with itself: settings by their names and bounds, ports, probes, existing files,
// enough time to drain, and no right that Winnow does not need.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseProjection } from "../../src/config/projection.ts";
import { readSettings } from "../../src/config/settings.ts";
import { type Settings, settingRows } from "../../src/config/settings-table.ts";
import { nodeFlags } from "../../tools/image.ts";
import { commandOf, imageEnvironment, valuesOf } from "./containerfile.ts";
import {
  type Compose,
  type Deployment,
  deployFiles,
  deployFolder,
  documentsOf,
  type PodSpec,
  type Probe,
  type Resource,
  textOf,
} from "./manifests.ts";

/** After the calls in flight, a collector has this long to take the last spans. In milliseconds. */
const LAST_EXPORT_MS = 3_000;

const known = new Set(settingRows.map(({ env }) => env));
/** Variables of the image that are not for Winnow. */
const others = new Set(["NODE_ENV", "NODE_COMPILE_CACHE", "NODE_COMPILE_CACHE_PORTABLE"]);

const [compose] = documentsOf<Compose>("compose.yml");
const winnows = Object.entries(compose?.services ?? {}).filter(([name]) => name.startsWith("winnow"));
const [deployment] = documentsOf<Deployment>("kubernetes/deployment.yml");
const pod: PodSpec | undefined = deployment?.spec.template.spec;
const container = pod?.containers[0];
const podEnvironment = Object.fromEntries(
  (container?.env ?? []).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
);
const resourceFiles = deployFiles.filter((path) => path.startsWith("kubernetes/") && !path.includes("kustomization"));
const resources = resourceFiles.flatMap((path) => documentsOf<Resource>(path));

/** The environment of a container: its own variables over those of the image. @throws Error with the violations */
function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const read = readSettings({}, { ...imageEnvironment(), ...environment }, () => "");
  if ("violations" in read) throw new Error(read.violations.join("\n"));
  return read.settings;
}

describe("every file of deploy/", () => {
  test.each(deployFiles.filter((path) => path.endsWith(".yml")))("%s is YAML", (path) => {
    expect(documentsOf(path).length).toBeGreaterThan(0);
  });

  test.each(deployFiles.filter((path) => path.endsWith(".json")))("%s is JSON", (path) => {
    expect(JSON.parse(textOf(path))).toBeTypeOf("object");
  });
});

describe("settings", () => {
  const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "the image": imageEnvironment(),
    "the pod": podEnvironment,
    ...Object.fromEntries(winnows.map(([name, { environment = {} }]) => [name, environment])),
  };

  test.each(Object.entries(given))("of %s are settings, and are accepted", (_name, environment) => {
    expect(Object.keys(environment).filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
    expect(settingsOf(environment).internalPort).toBe(9090);
  });

  test("that a Secret holds are settings too", () => {
    expect((container?.env ?? []).filter(({ name }) => !known.has(name))).toEqual([]);
  });
});

describe("ports and probes", () => {
  const { port, internalPort, projection } = settingsOf(podEnvironment);

  test("are those on which the image listens", () => {
    expect(valuesOf("EXPOSE")).toEqual([`${port} ${internalPort}`]);
    expect(container?.ports).toEqual([
      { name: "http", containerPort: port },
      { name: "internal", containerPort: internalPort },
    ]);
    expect(deployment?.spec.template.metadata.annotations["prometheus.io/port"]).toBe(String(internalPort));
  });

  test("of services and policies have names that the container gives", () => {
    const names = container?.ports.map(({ name }) => name) ?? [];
    const asked = resources.flatMap(({ spec }) => [
      ...(spec?.ports ?? []).map(({ targetPort }) => targetPort),
      ...(spec?.ingress ?? []).flatMap(({ ports }) => ports.map((each) => each.port)),
    ]);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
  });

  test("ask the internal listener", () => {
    const probes: readonly (Probe | undefined)[] = [
      container?.startupProbe,
      container?.readinessProbe,
      container?.livenessProbe,
    ];
    expect(probes.map((probe) => [probe?.httpGet.port, probe?.httpGet.path])).toEqual([
      ["internal", "/livez"],
      ["internal", "/readyz"],
      ["internal", "/livez"],
    ]);
    expect(valuesOf("HEALTHCHECK").join()).toContain("/livez");
  });

  test("match those of nginx and Prometheus", () => {
    const names = winnows.map(([name]) => name);
    for (const file of ["nginx/nginx.conf", "nginx/nginx-tls.conf"]) {
      const upstreams = [...textOf(file).matchAll(/^\s*server (\S+:\d+)/gm)].map(([, address]) => address);
      expect([...new Set(upstreams)]).toEqual(names.map((name) => `${name}:${port}`));
    }
    for (const name of names) expect(textOf("prometheus/prometheus.yml")).toContain(`${name}:${internalPort}`);
  });

  test("find the projection in a mounted folder", () => {
    const folder = dirname(projection ?? "");
    expect(container?.volumeMounts.map(({ mountPath, subPath }) => [mountPath, subPath])).toEqual([
      [folder, undefined],
    ]);
    for (const [, { volumes = [] }] of winnows) expect(volumes).toEqual([`./keys:${folder}:ro`]);
  });
});

describe("a stopping replica", () => {
  test("has time for its calls in compose", () => {
    for (const [, { environment = {}, stop_grace_period }] of winnows) {
      const graceMs = Number.parseInt(stop_grace_period ?? "0", 10) * 1000;
      expect(graceMs).toBeGreaterThan(settingsOf(environment).drainTimeoutMs + LAST_EXPORT_MS);
    }
  });

  test("has time for its calls in Kubernetes", () => {
    const { seconds } = container?.lifecycle.preStop.sleep ?? { seconds: Number.NaN };
    const needed = seconds * 1000 + settingsOf(podEnvironment).drainTimeoutMs + LAST_EXPORT_MS;
    expect((pod?.terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThan(needed);
  });
});

describe("rights", () => {
  test("of the image: an unprivileged user, an empty base, nothing run in the build", () => {
    expect(valuesOf("USER")).toEqual(["65532:65532"]);
    expect(valuesOf("FROM")).toEqual(["scratch"]);
    expect(valuesOf("RUN")).toEqual([]);
  });

  test("of a container in compose", () => {
    expect(winnows).toHaveLength(2);
    expect(winnows.filter(([, service]) => service.read_only !== true || !service.cap_drop?.includes("ALL"))).toEqual(
      [],
    );
  });

  test("of a pod", () => {
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532, fsGroup: 65532 });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });
});

describe("the image", () => {
  test("starts Node.js with the same flags as everywhere else", () => {
    expect(commandOf("ENTRYPOINT")).toEqual(["/usr/bin/node", ...nodeFlags(), "/app/lib/main.js"]);
  });

  test("of every other container in compose has one version", () => {
    const images = Object.values(compose?.services ?? {}).map((one) => one.image);
    expect(images.filter((name) => name !== "winnow" && !/:v?\d+\.\d+(\.\d+)?(-[a-z]+)*$/.test(name))).toEqual([]);
  });
});

describe("files that other files name", () => {
  test("are mounted from where they are", () => {
    const sources = Object.values(compose?.services ?? {})
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(":")[0] ?? ""))
      .filter((source) => source.startsWith("./") && source !== "./keys");
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((source) => !existsSync(join(deployFolder, source)))).toEqual([]);
  });

  test("are all resources of the kustomization, except the example", () => {
    const [{ resources: listed } = { resources: [] }] = documentsOf<{ readonly resources: readonly string[] }>(
      "kubernetes/kustomization.yml",
    );
    const there = resourceFiles.map((path) => path.slice("kubernetes/".length));
    expect([...listed, "projection.example.yml"].toSorted()).toEqual(there.toSorted());
  });

  test("select the pods of the deployment", () => {
    const labels = deployment?.spec.template.metadata.labels;
    expect(deployment?.spec.selector.matchLabels).toEqual(labels);
    const services = resources.filter(({ kind }) => kind === "Service");
    expect(services.map(({ spec }) => spec?.selector)).toEqual([labels, labels]);
    const budget = resources.find(({ kind }) => kind === "PodDisruptionBudget");
    expect(budget?.spec?.selector).toEqual({ matchLabels: labels });
    const scaler = resources.find(({ kind }) => kind === "HorizontalPodAutoscaler");
    expect(scaler?.spec?.scaleTargetRef).toMatchObject({ kind: "Deployment", name: "winnow" });
  });

  test("include a valid example of a projection, under the name that the pod mounts", () => {
    const [example] = documentsOf<Resource>("kubernetes/projection.example.yml");
    expect(pod?.volumes.map(({ secret }) => secret.secretName)).toEqual([example?.metadata.name]);
    expect(parseProjection(example?.stringData?.["projection.json"] ?? "", "example")).not.toHaveProperty("violations");
  });
});
