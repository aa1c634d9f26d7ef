// Reads the YAML files of deploy/.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

export const deployFolder = fileURLToPath(new URL("../../deploy", import.meta.url));

/** Every file of deploy/ by its path below it, except the keys that an operator puts there. */
export const deployFiles: readonly string[] = readdirSync(deployFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(deployFolder.length + 1))
  .filter((path) => !path.startsWith("keys/"));

export function textOf(path: string): string {
  return readFileSync(join(deployFolder, path), "utf8");
}

/** The documents of a YAML file. @throws Error if one is not well-formed */
export function documentsOf<Shape>(path: string): readonly Shape[] {
  return parseAllDocuments(textOf(path)).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    // Aliases and merges resolved, as Kubernetes and compose do.
    return JSON.parse(JSON.stringify(document.toJS()));
  });
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
}

/** The parts of a Kubernetes resource that the tests read. */
export interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly selector?: object;
    readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly ingress?: readonly { readonly ports: readonly { readonly port: string }[] }[];
  };
  readonly stringData?: Readonly<Record<string, string>>;
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Deployment {
  readonly spec: {
    readonly selector: { readonly matchLabels: object };
    readonly template: {
      readonly metadata: { readonly labels: object; readonly annotations: Readonly<Record<string, string>> };
      readonly spec: PodSpec;
    };
  };
}

export interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
}

export interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly subPath?: string }[];
}
