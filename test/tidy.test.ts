// Checks that the sources have the layout that docs/ARCHITECTURE.md describes.
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { client, clientEntries, filesUnder, readSource, root, type Source, sources, target } from "./sources.ts";

const STATUSES = "src/statuses.ts";
/** Files that every module may import. */
const forAll: readonly string[] = [STATUSES, "src/limits.ts", "src/lists.ts", "src/thrown.ts"];

/**
 * What a module may import besides itself. This table and the next name only modules that this one lists before the
 * importing module, so the modules form layers.
 */
const below: Readonly<Record<string, readonly string[]>> = {
  gen: [],
  time: [],
  text: ["gen"],
  engine: ["text"],
  points: ["engine"],
  config: [],
  keys: ["config"],
  gateway: ["time", "keys", "config"],
  service: ["engine", "points", "text", "time", "gen"],
  protocols: ["service", "gen"],
  telemetry: ["time", "service", "protocols"],
  workers: ["protocols", "service", "telemetry", "time", "gen"],
  scheduling: ["workers", "protocols", "service", "time"],
  http: ["scheduling", "workers", "protocols", "service", "gateway", "config", "telemetry", "time"],
  "assemble.ts": [
    ...["http", "scheduling", "workers", "protocols", "service", "gateway", "keys", "config", "telemetry", "time"],
  ],
  local: ["scheduling", "workers", "protocols", "service", "engine", "text", "time", "gen"],
  report: ["service", "points", "engine", "text", "gen"],
  evaluation: ["local", "report", "protocols", "service", "points", "engine", "text", "gen"],
  mcp: ["local", "protocols"],
  proxy: ["local"],
  play: ["local", "report", "protocols", "service", "engine", "gen"],
  cli: [
    ...["assemble.ts", "evaluation", "local", "mcp", "proxy", "play", "http", "report", "protocols", "service"],
    ...["points", "engine", "gateway", "keys", "config", "telemetry", "text", "time", "workers", "gen"],
  ],
};

/** Modules from which a module imports only types. */
const typesBelow: Readonly<Record<string, readonly string[]>> = {
  config: ["engine"],
  service: ["gateway", "config"],
  protocols: ["gateway"],
  telemetry: ["engine", "gateway", "text"],
  workers: ["engine", "gateway"],
  scheduling: ["gateway", "telemetry"],
  local: ["gateway"],
};

/** What each folder of a module may import of that module, types included, besides itself and the shared files. */
const foldersBelow: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  engine: { units: [], index: ["units"], scoring: ["index"], coverage: ["index"], packing: [] },
  "engine/units": {
    prose: [],
    lines: [],
    code: [],
    nested: ["prose", "lines"],
    mixed: ["prose", "lines", "code", "nested"],
  },
  protocols: { json: [], grpc: ["json"], connect: ["json", "grpc"] },
  http: { connections: [] },
};

/**
 * The shared files of these modules: every folder of the module may import them. Two of them are stages of the engine,
 * whose values the folders' functions take.
 */
const shared = [
  ...[
    "src/engine/model.ts",
    "src/engine/analyse.ts",
    "src/engine/rank.ts",
    "src/engine/unit-nouns.ts",
    "src/engine/record-kinds.ts",
    "src/engine/units/draft.ts",
    "src/engine/units/inner-units.ts",
    "src/engine/units/line-numbers.ts",
    "src/engine/units/line-patterns.ts",
  ],
  ...[
    "src/protocols/protocol.ts",
    "src/protocols/reply.ts",
    "src/protocols/errors.ts",
    "src/protocols/handler.ts",
    "src/protocols/routes.ts",
    "src/http/exchange.ts",
    "src/http/limits.ts",
    "src/http/body.ts",
  ],
];

/** The files or folders that may import each package. */
const packageUsers: Readonly<Record<string, readonly string[]>> = {
  "js-tiktoken": ["src/text/"],
  stopword: ["src/text/"],
  "@toon-format/toon": ["src/engine/packing/toon.ts"],
  zod: ["src/config/"],
  "@opentelemetry/": ["src/telemetry/"],
  pino: ["src/telemetry/"],
  commander: ["src/cli/"],
  "cli-table3": ["src/cli/"],
  "@redis/client": ["src/gateway/redis-store.ts"],
  "@modelcontextprotocol/": ["src/mcp/stdio-server.ts"],
  ai: ["clients/typescript/src/adapters/"],
  "@langchain/": ["clients/typescript/src/adapters/"],
  // The service imports its client only where it acts as a client.
  "winnow-client": [
    ...["src/mcp/", "src/play/", "src/proxy/", "src/local/", "src/evaluation/money.ts", "src/cli/mcp.ts"],
    "src/cli/proxy.ts",
  ],
  "jsonc-parser": ["src/local/json-edits.ts"],
  minisearch: ["src/evaluation/baselines.ts"],
  // The table of statuses names the RPC codes, and one file reads them from responses.
  "@connectrpc/": ["src/protocols/", STATUSES, "src/http/rpc-status.ts", "clients/typescript/src/"],
};

/** The folder of a file within the module, or the file's name if it has none; empty outside the module. */
function folderIn(module: string, path: string): string {
  return path.startsWith(`src/${module}/`) ? (path.slice(`src/${module}/`.length).split("/")[0] ?? "") : "";
}

describe("imports", () => {
  test("point down, those of types as well", () => {
    const upward = sources.flatMap((source) =>
      source.imports.flatMap(({ from, typeOnly }) => {
        const path = target(source, from);
        if (path === null || !path.endsWith(".ts") || forAll.includes(path)) return [];
        const imported = path.split("/")[path.startsWith("src/") ? 1 : 0] ?? "";
        const modules = [...(below[source.module] ?? []), ...(typeOnly ? (typesBelow[source.module] ?? []) : [])];
        const allowed = imported === source.module || modules.includes(imported);
        return allowed ? [] : [`${source.path} imports ${path}`];
      }),
    );
    expect(upward).toEqual([]);
  });

  test("of modules form layers", () => {
    const order = Object.keys(below);
    const upward = [...Object.entries(below), ...Object.entries(typesBelow)].flatMap(([name, imported]) =>
      imported
        .filter((other) => order.indexOf(other) < 0 || order.indexOf(other) >= order.indexOf(name))
        .map((other) => `${name} imports ${other}`),
    );
    expect(upward).toEqual([]);
  });

  test("of a module's folders point down, and not to the files next to the folders", () => {
    const upward = Object.entries(foldersBelow).flatMap(([module, folders]) =>
      sources.flatMap((source) => {
        const folder = folderIn(module, source.path);
        const allowed = folders[folder];
        if (allowed === undefined) return [];
        return source.imports.flatMap(({ from }) => {
          const path = target(source, from);
          if (path === null || !path.startsWith(`src/${module}/`) || shared.includes(path)) return [];
          const other = folderIn(module, path);
          return other === folder || allowed.includes(other) ? [] : [`${source.path} imports ${path}`];
        });
      }),
    );
    expect(upward).toEqual([]);
  });

  test("never lead from a file back to it", () => {
    const all = new Map([...sources, ...client].map((source) => [source.path, source]));
    const ends = new Set<string>();
    const cycles: string[] = [];
    function follow(path: string, trail: readonly string[]): void {
      const source = all.get(path);
      if (source === undefined || ends.has(path)) return;
      const back = trail.indexOf(path);
      if (back >= 0) {
        cycles.push([...trail.slice(back), path].join(" imports "));
        return;
      }
      for (const { from } of source.imports) follow(target(source, from) ?? "", [...trail, path]);
      ends.add(path);
    }
    for (const path of all.keys()) follow(path, []);
    expect(cycles).toEqual([]);
  });

  test("of the client stay inside its package", () => {
    const outside = client.flatMap((source) =>
      source.imports
        .filter(
          ({ from }) => !(target(source, from) ?? "clients/typescript/src/").startsWith("clients/typescript/src/"),
        )
        .map(({ from }) => `${source.path} imports ${from}`),
    );
    expect(outside).toEqual([]);
  });

  test("of a package appear only where it may be used", () => {
    const elsewhere = [...sources, ...client].flatMap((source) =>
      source.imports.flatMap(({ from }) => {
        const users = Object.entries(packageUsers).find(
          ([name]) => from === name || from.startsWith(name.replace(/\/?$/, "/")),
        );
        const allowed = users === undefined || users[1].some((place) => source.path.startsWith(place));
        return allowed ? [] : [`${source.path} imports ${from}`];
      }),
    );
    expect(elsewhere).toEqual([]);
  });

  test("reach every file from the command line and from the entry points of the client", () => {
    const known = new Map([...sources, ...client].map((source) => [source.path, source]));
    const reached = new Set<string>();
    const waiting = ["src/cli/main.ts", ...clientEntries];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const source = known.get(path);
      if (source === undefined || reached.has(path)) continue;
      reached.add(path);
      waiting.push(...source.imports.flatMap(({ from }) => target(source, from) ?? []));
    }
    expect([...known.keys()].filter((path) => !reached.has(path))).toEqual([]);
  });
});

/** How often each word occurs in the texts. */
function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of text.match(/\w+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A folder with more is read as a list; sub-folders explain it. */
const FILES_MAX = 20;

describe("every file", () => {
  const handwritten = client.filter(({ path }) => !path.startsWith("clients/typescript/src/gen/"));
  const configurations = readdirSync(root).filter((name) => name.endsWith(".config.ts"));
  const others = [...["assembly", "bench", "tools"].flatMap(filesUnder), ...configurations];
  const shown = [...sources, ...handwritten, ...others.map(readSource)];
  const ours = [...shown, ...["test", "clients/typescript/test"].flatMap(filesUnder).map(readSource)];

  test.each([
    ["has at most 400 lines", (source: Source) => source.text.split("\n").length <= 401],
    ["has at most 120 columns", (source: Source) => source.text.split("\n").every((line) => line.length <= 120)],
    [
      "is named in kebab-case",
      (source: Source) =>
        /^[a-z0-9-]+(\.property|\.browser|\.stack)?(\.test|\.config)?\.ts$/.test(source.path.split("/").at(-1) ?? ""),
    ],
    [
      "has no note of unfinished work",
      (source: Source) => !new RegExp(`\\b(${"TO" + "DO"}|${"FIX" + "ME"}|${"X" + "XX"})\\b`).test(source.text),
    ],
    ["has its imports right after its header", (source: Source) => !/^(?:\/\/.*\n)+\n+import/.test(source.text)],
    ["skips no test", (source: Source) => !/\b(test|it|describe)\.(skip|only|todo)\b\(/.test(source.text)],
  ])("%s", (_name, holds) => {
    expect(ours.filter((source) => !holds(source)).map((source) => source.path)).toEqual([]);
  });

  test("shares its folder with few others", () => {
    const folders = Map.groupBy(ours, ({ path }) => path.slice(0, path.lastIndexOf("/")));
    const crowded = [...folders].filter(([, files]) => files.length > FILES_MAX);
    expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });

  test("but a test starts with a comment on its purpose", () => {
    expect(shown.filter((source) => !source.text.startsWith("// ")).map((source) => source.path)).toEqual([]);
  });

  test("but a test writes a bound in capitals", () => {
    const bound = /^(?:export )?const [a-z]\w* = -?[\d_.]+(?: \*{1,2} [\d_]+)*(?: - 1)?;$/m;
    expect(shown.filter((source) => bound.test(source.text)).map((source) => source.path)).toEqual([]);
  });

  test("names only existing files", () => {
    const comments = /^\s*(?:\/\/|\*|\/\*).*$|\/\/ .*$/gm;
    const gone = shown.flatMap(({ path, text }) =>
      (text.match(comments) ?? []).flatMap((comment) =>
        (comment.match(/[\w-]+(?:\/[\w-]+)*\.ts\b/g) ?? [])
          .filter((named) => named !== "src/main.ts" && !ours.some((source) => `/${source.path}`.endsWith(`/${named}`)))
          .map((named) => `${path}: ${named}`),
      ),
    );
    expect(gone).toEqual([]);
  });

  test("exports what another file uses, and not tests alone", () => {
    const exported = /^export (?:async )?(?:const|let|function\*?|interface|type) (\w+)/gm;
    const wordsOf = new Map(ours.map((source) => [source, countsOf([source.text])]));
    const shownUses = countsOf(shown.map(({ text }) => text));
    const allUses = countsOf(ours.map(({ text }) => text));
    const isEntry = ({ path }: Source) => clientEntries.includes(path) || /^assembly\/\w+\.ts$/.test(path);
    const idle = shown
      .filter((source) => !isEntry(source))
      .flatMap((source) =>
        [...source.text.matchAll(exported)].flatMap(([, name = ""]) => {
          const own = wordsOf.get(source)?.get(name) ?? 0;
          const elsewhere = (uses: ReadonlyMap<string, number>) => (uses.get(name) ?? 0) - own;
          return elsewhere(shownUses) > 0 || (own > 1 && elsewhere(allUses) > 0) ? [] : [`${source.path}: ${name}`];
        }),
      );
    expect(idle).toEqual([]);
  });

  test("of src trusts its types", () => {
    const cast =
      /\bas (?!const\b)[A-Z{(]|\bas (?:any|unknown|string|number|never)\b|: any\b|<any>|@ts-(?:ignore|nocheck|expect)/;
    const bare = (text: string) =>
      text
        .replaceAll(/^\s*(\/\/|\*|\/\*).*$|\/\/.*$/gm, "")
        .replaceAll(/"[^"\n]*"/g, '""')
        .replaceAll(/\bimport [^;]*;|\bexport (?:type )?[{*][^;]*;/g, "");
    const trusting = [...sources, ...handwritten].filter((source) => cast.test(bare(source.text)));
    expect(trusting.map((source) => source.path)).toEqual([]);
  });
});
