// The third-party tools that the runs in this folder need, at pinned versions, in one folder. The caches of Go and
// Python make a second download quick.
import { copyFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, succeed } from "./command.ts";

const CONFORMANCE = "connectrpc.com/conformance@v1.0.6";
const goTools = [
  CONFORMANCE.replace("@", "/cmd/connectconformance@"),
  "github.com/fullstorydev/grpcurl/cmd/grpcurl@v1.9.3",
  "github.com/summerwind/h2spec/cmd/h2spec@v2.2.1+incompatible",
  "google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.11",
  "google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.1",
  "go.opentelemetry.io/collector/cmd/builder@v0.155.0",
];

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Tools {
  readonly conformance: string;
  /** The definitions of the conformance suite, compiled. */
  readonly conformanceImage: string;
  readonly grpcurl: string;
  readonly h2spec: string;
  readonly goClient: string;
  /** An OpenTelemetry collector. */
  readonly collector: string;
  readonly python: string;
  /** The import path of the Python stubs. */
  readonly pythonStubs: string;
}

/** The languages that this machine lacks. */
export async function missingLanguages(): Promise<readonly string[]> {
  const [go, python] = await Promise.all([run("go", ["version"]), run("python3", ["-c", "import venv, ensurepip"])]);
  return [...(go.code === 0 ? [] : ["Go"]), ...(python.code === 0 ? [] : ["Python with venv"])];
}

/**
 * Fetches everything that comes from a registry.
 * @param folder an absolute path; tools in it are reused
 * @throws Error if a registry cannot be reached
 */
export async function fetchTools(folder: string): Promise<void> {
  // One after the other, because each build uses all cores.
  for (const tool of goTools) await succeed("go", ["install", tool], { env: goEnvironment(folder) });
  await succeed("go", ["mod", "download"], { cwd: join(here, "go") });
  await fetchCollector(folder);
  if (!existsSync(pythonOf(folder))) await succeed("python3", ["-m", "venv", join(folder, "python")]);
  await succeed(pythonOf(folder), ["-m", "pip", "install", "--quiet", "-r", join(here, "python/requirements.txt")]);
}

/**
 * Builds the clients and their stubs from the current proto files.
 * @param folder with the tools
 * @throws Error if something does not compile
 */
export async function buildTools(folder: string): Promise<Tools> {
  const bin = join(folder, "bin");
  const conformanceImage = join(folder, "conformance.binpb");
  const module = await succeed("go", ["mod", "download", "-json", CONFORMANCE]);
  const source = /"Dir": "([^"]+)"/.exec(module)?.[1] ?? "";
  await succeed("buf", ["build", join(source, "proto"), "-o", conformanceImage]);
  return {
    conformance: join(bin, "connectconformance"),
    conformanceImage,
    grpcurl: join(bin, "grpcurl"),
    h2spec: join(bin, "h2spec"),
    goClient: await buildGoClient(folder),
    collector: collectorOf(folder),
    python: pythonOf(folder),
    pythonStubs: await generatePython(folder),
  };
}

/** Built from modules by the collector's own builder, which downloads and compiles them. */
async function fetchCollector(folder: string): Promise<void> {
  if (existsSync(collectorOf(folder))) return;
  copyFileSync(join(here, "collector/builder.yaml"), join(folder, "builder.yaml"));
  const options = { cwd: folder, env: goEnvironment(folder) };
  await succeed(join(folder, "bin/builder"), ["--config", "builder.yaml"], options);
}

function collectorOf(folder: string): string {
  return join(folder, "collector/otelcol");
}

async function buildGoClient(folder: string): Promise<string> {
  const module = join(folder, "go");
  const env = goEnvironment(folder);
  cpSync(join(here, "go"), module, { recursive: true });
  const winnow = ["--path", join(root, "proto/winnow")];
  await succeed("buf", ["generate", root, "--template", "buf.gen.yaml", ...winnow], { cwd: module, env });
  await succeed("go", ["build", "-o", "client", "."], { cwd: module, env });
  return join(module, "client");
}

async function generatePython(folder: string): Promise<string> {
  const stubs = join(folder, "python/stubs");
  mkdirSync(stubs, { recursive: true });
  const generate = ["-m", "grpc_tools.protoc", "-I", join(root, "proto")];
  const out = [`--python_out=${stubs}`, `--grpc_python_out=${stubs}`];
  await succeed(pythonOf(folder), [...generate, ...out, "winnow/v1/context.proto", "winnow/v1/options.proto"]);
  return stubs;
}

function pythonOf(folder: string): string {
  return join(folder, "python/bin/python");
}

function goEnvironment(folder: string): Readonly<Record<string, string>> {
  const bin = join(folder, "bin");
  return { GOBIN: bin, PATH: `${bin}:${process.env.PATH ?? ""}` };
}
