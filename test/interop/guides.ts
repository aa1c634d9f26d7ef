// The guides' programs in Go, Python and Java, run by the commands of the guides in a temporary copy. Each must print
// the record that the task needs and no other; with a refused key, all of them.
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
  /** Words that only the block with its command contains. */
  readonly block: string;
  readonly needs: readonly string[];
}

const programs: readonly Program[] = [
  { name: "guide: gRPC from Go", guide: "grpc.md", block: "go run", needs: ["go"] },
  { name: "guide: gRPC from Python", guide: "grpc.md", block: "select_context.py", needs: ["python3"] },
  { name: "guide: gRPC from Java", guide: "grpc.md", block: "mvn ", needs: ["java", "mvn"] },
  { name: "guide: REST from Python", guide: "rest.md", block: "rest_client.py", needs: ["python3"] },
];

/** Maven's message if it cannot reach its registry. */
const unreachable = /Could not transfer artifact|Unknown host/;

/** @param folder for programs and their downloads */
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
      yield { name, holds: true, detail: `skipped: this machine has no ${missing.join(" and no ")}` };
      continue;
    }
    const commands = blockOf(guide, block);
    const shell = (script: string, key: string) =>
      run("bash", ["-euo", "pipefail", "-c", script], { cwd: copy, env: { ...env, WINNOW_KEY: key } });
    const selected = await shell(commands, roomy);
    if (unreachable.test(selected.output)) yield { name, holds: true, detail: "skipped: its registry is out of reach" };
    else yield verdictOf(name, selected, await shell(lastOf(commands), "wnw_refused"));
  }
}

function verdictOf(name: string, selected: Outcome, refused: Outcome): Verdict {
  const selects = selected.code === 0 && selected.output.includes(needed) && !selected.output.includes(notNeeded);
  const fallsBack = refused.code === 0 && refused.output.includes(needed) && refused.output.includes(notNeeded);
  const printed = `${selected.output}\nwith a key that is refused:\n${refused.output}`;
  return { name, holds: selects && fallsBack, detail: selects && fallsBack ? "selects, and falls back" : printed };
}

/** The files that the commands of the guides use, copied so that nothing is left behind. Earlier builds are reused. */
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

/** The one block of the guide that contains `words`. */
function blockOf(guide: string, words: string): string {
  const text = readFileSync(join(root, "docs/guides", guide), "utf8");
  const blocks = [...text.matchAll(/```sh\n([^`]*)```/g)].map((found) => found[1] ?? "");
  const [block, ...others] = blocks.filter((commands) => commands.includes(words));
  if (block === undefined || others.length > 0) throw new Error(`${guide} has not one block with ${words}`);
  return block;
}

/** The command that runs the program, and its folder. */
function lastOf(commands: string): string {
  const lines = commands.trim().split("\n");
  const place = lines.filter((line) => line.startsWith("cd "));
  return [...place, lines.at(-1) ?? ""].join("\n");
}
