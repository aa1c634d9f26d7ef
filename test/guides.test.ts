// Runs the shell commands of the guides against a real service. `make interop` runs those that need another language,
// and the tests of the clients run the code in TypeScript and Python. A test here lists the commands that nothing runs.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchHeaders, startReplica, startWinnow, type WinnowProcess } from "./winnow-process.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "docs/guides");
const guides = new Map(
  await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith(".md"))
      .map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  ),
);

function blocksOf(name: string): readonly string[] {
  return [...(guides.get(name) ?? "").matchAll(/```sh\n([^`]*)```/g)].map((block) => block[1] ?? "");
}

let service: WinnowProcess;

beforeAll(async () => {
  service = await startWinnow();
});

afterAll(() => service.stop());

/** The output of a block in the shell of a reader with this key and this port. */
async function typed(block: string): Promise<string> {
  const env = {
    ...process.env,
    WINNOW_KEY: service.key,
    WINNOW_URL: service.url,
    WINNOW_ADDRESS: new URL(service.url).host,
  };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", block], { env, cwd: root });
  return stdout;
}

describe("over REST", () => {
  const [exports = "", select = "", others = "", adaptive = ""] = blocksOf("rest.md");

  test("defines the address and the key", () => {
    expect(exports).toMatch(/^export WINNOW_URL=http:\/\/127\.0\.0\.1:8080\nexport WINNOW_KEY=wnw_/);
  });

  test("selects", async () => {
    const answer = JSON.parse(await typed(select));
    expect(answer).toMatchObject({ request_id: "turn-12", fallback_used: false, selected: [{ record_id: "ice" }] });
    expect(answer.rendered_context).not.toContain("shore power");
  });

  test("lists operating points and asks for health", async () => {
    const printed = await typed(others);
    expect(printed).toContain('"label":"balanced-1"');
    expect(printed).toContain('"status":"ok"');
  });

  test("uses a ladder", async () => {
    const answer = JSON.parse(await typed(adaptive));
    expect(answer).toMatchObject({ request_id: "turn-13", safety: { selection_safe: true } });
    expect(answer.attempted_budget_tokens[0]).toBe(15);
    expect(answer.rendered_context).toContain("shore power pay a tenth less");
  });
});

test("over gRPC, reflection lists what is served", async () => {
  const [, look = ""] = blocksOf("grpc.md");
  expect(await typed(look)).toContain("winnow.v1.ContextService/Select\n");
});

describe("as an operator", () => {
  const [create = "", serve = "", look = "", exchange = ""] = blocksOf("operator.md");
  const scratch = join(tmpdir(), `winnow-operator-${process.pid}`);
  const projection = join(scratch, "keys.json");
  const here = (block: string) => typed(block.replaceAll("keys.json", projection));
  let replica: WinnowProcess;
  let key: string;

  beforeAll(async () => {
    await mkdir(scratch);
    key = (await here(create)).trim().split("\n").at(-1) ?? "";
    const flags = serve.trim().replace("bin/winnow serve --projection keys.json ", "").replace("9090", "0").split(" ");
    expect(flags).toEqual(["--internal-port", "0"]);
    replica = await startReplica({ projection, key, env: {} }, ...flags);
  });

  afterAll(() => rm(scratch, { recursive: true }));

  const status = async () => {
    const { status } = await fetch(`${replica.url}/v1/health`, { headers: fetchHeaders(key) });
    return status;
  };

  test("the service reports that it is ready, and counts", async () => {
    const { address } = await replica.logged(({ msg }) => msg === "listening_internally");
    const printed = await typed(look.replaceAll("http://127.0.0.1:9090", String(address)));
    expect(printed).toContain("serving");
    expect(printed).toContain("# TYPE winnow_");
  });

  test("a key is replaced while it runs", async () => {
    expect(await status()).toBe(200);
    const keyId = /key_\w+/.exec(await readFile(projection, "utf8"))?.[0] ?? "";
    expect(await here(exchange.replace("KEY_ID", keyId))).toContain(keyId);
    await expect.poll(status).toBe(403);
  });

  test("it stops cleanly", async () => {
    expect(await replica.stop()).toBe(0);
  });
});

test("in front of a model's API, both ways of starting it listen", async () => {
  for (const block of blocksOf("proxy.md")) {
    const child = spawn("bash", ["-c", `exec ${block.trim()} --port 0`], { cwd: root });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const exit = once(child, "exit");
    child.kill("SIGTERM");
    expect(line).toMatch(
      block.includes("--apply")
        ? /^winnow proxy is ready on .*, trimming$/
        : /^winnow proxy is ready on .*, observing$/,
    );
    expect(await exit).toEqual([0, null]);
  }
});

/** Of each block that `make interop` runs, the words by which it finds the block. */
const interop: readonly (readonly [guide: string, words: string])[] = [
  ["grpc.md", "go run"],
  ["grpc.md", "select_context.py"],
  ["grpc.md", "mvn "],
  ["rest.md", "rest_client.py"],
];

test("of all shell commands, only installations and the lines that set an address and a key are not run", () => {
  const here = [
    ...blocksOf("rest.md").slice(1, 4),
    ...blocksOf("grpc.md").slice(1, 2),
    ...blocksOf("operator.md").slice(0, 4),
    ...blocksOf("proxy.md"),
  ];
  const inInterop = interop.flatMap(([name, words]) => blocksOf(name).filter((block) => block.includes(words)));
  expect(inInterop).toHaveLength(interop.length);
  const run = new Set([...here, ...inInterop]);
  const others = [...guides.keys()].flatMap((name) => blocksOf(name)).filter((block) => !run.has(block));
  const key = "export WINNOW_KEY=wnw_...   # the key that was printed\n";
  expect(others.sort()).toEqual(
    [
      `export WINNOW_ADDRESS=127.0.0.1:8080\n${key}`,
      `export WINNOW_URL=http://127.0.0.1:8080\n${key}`,
      "npm install winnow-client @langchain/core\n",
      "npm install winnow-client ai\n",
      'pip install "winnow-client[langchain-agents,llamaindex]"\n',
    ].sort(),
  );
});

test("no link is broken", async () => {
  const links = [...guides].flatMap(([name, text]) =>
    [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map((link) => join(dirname(join(folder, name)), link[1] ?? "")),
  );
  expect(links.length).toBeGreaterThan(8);
  for (const link of links) await expect(readFile(link), link).resolves.toBeDefined();
});
