// The guides' programs in Go, Python and Java, by the very commands that the guides give, in a copy of what they need.
// Each has to print the record that the task needs and not the others; with a key that is refused, all of them.
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Outcome, run } from "./command.ts";
import type { Edge, Keys } from "./edge.ts";
import type { Verdict } from "./verdict.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const needed = "Oulu is the first harbour of the bay to freeze";
const notNeeded = "Ships that use shore power";

interface Program {
  readonly name: string;
  readonly guide: string;
  /** Words of the one block that runs it. */
  readonly block: string;
  readonly needs: readonly string[];
}

const programs: readonly Program[] = [
  { name: "guide: gRPC from Go", guide: "grpc.md", block: "go run", needs: ["go"] },
  { name: "guide: gRPC from Python", guide: "grpc.md", block: "select_context.py", needs: ["python3"] },
  { name: "guide: gRPC from Java", guide: "grpc.md", block: "mvn ", needs: ["java", "mvn"] },
  { name: "guide: REST from Python", guide: "rest.md", block: "rest_client.py", needs: ["python3"] },
];

/** What Maven says when it cannot reach its registry. */
const unreachable = /Could not transfer artifact|Unknown host/;

/** @param folder where programs and what they fetch may lie */
export async function* runGuides(folder: string, { address }: Edge, { roomy }: Keys): AsyncGenerator<Verdict> {
  const copy = join(folder, "guides");
  copyOfProject(copy);
  const bin = join(folder, "bin");
  const env = {
    WINNOW_URL: address,
    WINNOW_ADDRESS: new URL(address).host,
    GOBIN: bin,
    PATH: `${bin}:${process.env.PATH ?? ""}`,
    MAVEN_OPTS: `-Dmaven.repo.local=${join(folder, "maven")}`,
  };
  for (const { name, guide, block, needs } of programs) {
    const missing = await missingOf(needs);
    if (missing.length > 0) {
      yield { name, holds: true, told: `skipped: this machine has no ${missing.join(" and no ")}` };
      continue;
    }
    const commands = blockOf(guide, block);
    const shell = (script: string, key: string) =>
      run("bash", ["-euo", "pipefail", "-c", script], { cwd: copy, env: { ...env, WINNOW_KEY: key } });
    const selected = await shell(commands, roomy);
    if (unreachable.test(selected.output)) yield { name, holds: true, told: "skipped: its registry is out of reach" };
    else yield verdictOf(name, selected, await shell(lastOf(commands), "wnw_refused"));
  }
}

function verdictOf(name: string, selected: Outcome, refused: Outcome): Verdict {
  const selects = selected.code === 0 && selected.output.includes(needed) && !selected.output.includes(notNeeded);
  const fallsBack = refused.code === 0 && refused.output.includes(needed) && refused.output.includes(notNeeded);
  const printed = `${selected.output}\nwith a key that is refused:\n${refused.output}`;
  return { name, holds: selects && fallsBack, told: selects && fallsBack ? "selects, and falls back" : printed };
}

/** What the commands of the guides touch, so that they leave nothing behind. What was built before is built on. */
function copyOfProject(copy: string): void {
  mkdirSync(copy, { recursive: true });
  for (const path of ["proto", "docs/guides"]) cpSync(join(root, path), join(copy, path), { recursive: true });
  rmSync(join(copy, "node_modules"), { force: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

async function missingOf(programs: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(programs.map((program) => run("sh", ["-c", `command -v ${program}`])));
  return programs.filter((_, index) => found[index]?.code !== 0);
}

/** The one block of the guide that holds `words`. */
function blockOf(guide: string, words: string): string {
  const text = readFileSync(join(root, "docs/guides", guide), "utf8");
  const blocks = [...text.matchAll(/```sh\n([^`]*)```/g)].map((found) => found[1] ?? "");
  const [block, ...others] = blocks.filter((commands) => commands.includes(words));
  if (block === undefined || others.length > 0) throw new Error(`${guide} has not one block with ${words}`);
  return block;
}

/** The command that runs the program, where it runs. */
function lastOf(commands: string): string {
  const lines = commands.trim().split("\n");
  const place = lines.filter((line) => line.startsWith("cd "));
  return [...place, lines.at(-1) ?? ""].join("\n");
}
