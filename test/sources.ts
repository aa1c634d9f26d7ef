// The source files of the project as values: their texts and their imports. For the tests of the layout.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

export interface Source {
  /** As in `src/protocols/rest.ts`. */
  readonly path: string;
  /** The folder below src, or the file's own name for a file directly in src. */
  readonly module: string;
  readonly text: string;
  readonly imports: readonly { readonly from: string; readonly typeOnly: boolean }[];
}

export function readSource(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const imports = [
    ...text.matchAll(/(?:^|;[ \t]*)(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm),
  ].map((found) => ({
    from: found[2] ?? "",
    typeOnly: found[1] !== undefined,
  }));
  // A module that is loaded lazily or by another thread is also an import.
  const lazy = [
    ...text.matchAll(/\b(?:import|new URL)\("([^"]+?(?<!\.json)(?<!\.md))"(?:, import\.meta\.url)?\)/g),
  ].map((found) => ({
    from: found[1] ?? "",
    typeOnly: false,
  }));
  return { path, module: path.split("/")[1] ?? "", text, imports: [...imports, ...lazy] };
}

export function filesUnder(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => `${folder}/${name}`);
}

export const sources = filesUnder("src").map(readSource);

/** The TypeScript client, a separate package. */
export const client = filesUnder("clients/typescript/src").map(readSource);
export const clientEntries = ["client.ts", "grpc.ts", "adapters/ai-sdk.ts", "adapters/langchain.ts"].map(
  (name) => `clients/typescript/src/${name}`,
);

/** The target of a relative import, from the root; null for a package. */
export function target(source: Source, from: string): string | null {
  return from.startsWith(".") ? normalize(join(dirname(source.path), from)) : null;
}
