// The real service in its own process, for a caller without limits.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWinnow, untilServing } from "../../../test/winnow-process.ts";

export interface WinnowServer {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const unlimited = {
  max_input_tokens: 2_000_000_000,
  max_records: 1_000_000,
  rate_per_second: 1_000_000,
  burst: 1_000_000,
  daily_quota: null,
};

/** @param flags of `winnow serve`, except port, projection and tiers */
export async function startUnlimited(...flags: readonly string[]): Promise<WinnowServer> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
  const tiers = join(folder, "tiers.json");
  writeFileSync(tiers, JSON.stringify({ scale: unlimited }));
  const started = await startWinnow("--tiers", tiers, "--warm-up-ms", "2000", ...flags);
  // The warm-up would add to the first measurements.
  await untilServing(started);
  const { url, key, process: child, stop } = started;
  if (child.pid === undefined) throw new Error("winnow has no process id");
  return {
    url,
    key,
    pid: child.pid,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}
