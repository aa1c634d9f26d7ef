// The projection's file of a simulated run, in memory: its text in each state that a fault can cause.
import type { Reading, WatchedFile } from "../../src/gateway/watched-file.ts";
import { key, organisation, projection } from "../gateway/projections.ts";
import type { manualClock } from "../time/manual-clock.ts";
import type { Trouble } from "./plan.ts";

const organisations = ["roomy", "slow", "frugal"].map((name) => organisation(name, name));
/** The age from which a projection is refused, in milliseconds. */
export const MAX_AGE_MS = 7 * 86_400_000;
const POLL_MS = 500;

/** The text of the projection's file; null for no file. */
export function projectionText(becomes: (Trouble & { kind: "projection" })["becomes"], wallMs: number): string | null {
  if (becomes === "missing") return null;
  if (becomes === "garbage") return "\u0000 no projection";
  const at = new Date(becomes === "stale" ? wallMs - 2 * MAX_AGE_MS : wallMs).toISOString();
  const revoked = (name: string) => (name === "revoked" || becomes === "revoking" ? at : null);
  const keys = ["roomy", "slow", "frugal"].map((name) => key(name, name, becomes === "revoking" ? at : null));
  const text = JSON.stringify(projection(organisations, [...keys, key("revoked", "roomy", revoked("revoked"))], at));
  return becomes === "half" ? text.slice(0, text.length / 2) : text;
}

/** A file in memory, polled a moment after it has changed. */
export function watchedText(first: string | null, after: ReturnType<typeof manualClock>["after"]) {
  let text = first;
  let tell: (reading: Reading) => void = () => {};
  const read = (): Reading =>
    text === null ? { problem: "cannot be read: ENOENT", identity: "none" } : { text, identity: text };
  const file: WatchedFile & { readonly become: (next: string | null) => void } = {
    name: "projection.json",
    read,
    poll: (handOver) => {
      tell = handOver;
      return () => {
        tell = () => {};
      };
    },
    become: (next) => {
      text = next;
      after(POLL_MS, () => tell(read()));
    },
  };
  return file;
}
