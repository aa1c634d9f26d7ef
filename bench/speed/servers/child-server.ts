// Starts a server in its own process and waits for its address, for contenders other than Winnow.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

interface ChildServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** @param script a file of this folder that prints its address as its first line */
export async function startChild(script: string, ...args: readonly string[]): Promise<ChildServer> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const [url]: unknown[] = await once(lines, "line");
  if (typeof url !== "string" || child.pid === undefined) throw new Error(`${script} did not start`);
  return {
    url,
    pid: child.pid,
    stop: async () => {
      const gone = child.exitCode === null ? once(child, "exit") : Promise.resolve();
      child.kill("SIGTERM");
      await gone;
    },
  };
}
