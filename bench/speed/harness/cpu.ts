// Processor time and memory of processes, from the kernel's counters (Linux). Work is compared by processor time and
// not by the wall clock, which a busy neighbour also uses up.
import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of processor time this process has used, all threads together. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The same of another process, without threads that have ended. */
export function cpuMsOf(pid: number): number {
  return cpuWatch(pid)();
}

/** The same for repeated calls: the last reading of a thread still counts after the thread has ended. */
export function cpuWatch(pid: number): () => number {
  const seen = new Map<string, number>();
  return () => {
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const used = Number(readIfThere(`/proc/${pid}/task/${task}/schedstat`).split(" ")[0]);
      seen.set(task, Math.max(used, seen.get(task) ?? 0));
    }
    return [...seen.values()].reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
  };
}

/** The file's text; "0" if the thread ended after it was listed. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "0";
  }
}

/** Resident memory of a process in MB (10^6 bytes): now, and the most it has been. */
export function residentMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024) / 1e6;
  return { now: field("VmRSS"), peak: field("VmHWM") };
}

/** Processor milliseconds that `work` takes in this process. */
export function cpuOf(work: () => void): number {
  const before = ownCpuMs();
  work();
  return ownCpuMs() - before;
}
