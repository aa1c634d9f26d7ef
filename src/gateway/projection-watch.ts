// Keeps the key ring in step with the projection file: a good reading swaps the ring whole, a bad one never replaces a
// good one and is reported once for each change.
import type { Checked } from "../config/mistakes.ts";
import type { Projection } from "../config/projection.ts";
import type { Clock } from "./clock.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";
import type { Reading, WatchedFile } from "./watched-file.ts";

export interface ProjectionWatch {
  /** The ring in force. */
  readonly ring: () => KeyRing;
  /** Milliseconds since the projection in force was generated. */
  readonly ageMs: () => number;
  readonly close: () => void;
}

export interface ProjectionWatchParts {
  readonly file: WatchedFile;
  readonly parse: (text: string) => Checked<Projection>;
  /** Bound on the distance of `generated_at` from now; null for none. */
  readonly maxAgeMs: number | null;
  readonly clock: Clock;
  /** A changed file is in force. */
  readonly onReload: (ring: KeyRing) => void;
  /** A changed file was refused; the one before it stays in force. */
  readonly onRefused: (mistakes: readonly string[]) => void;
}

/** The first reading is part of the start: a projection that is missing or bad is returned as mistakes. */
export function watchProjection(parts: ProjectionWatchParts): Checked<ProjectionWatch> {
  const { file, parse, maxAgeMs, clock, onReload, onRefused } = parts;
  const check = (reading: Reading) => ("text" in reading ? parse(reading.text) : { mistakes: [reading.problem] });
  const first = file.read();
  const parsed = check(first);
  if ("mistakes" in parsed) return parsed;

  let ring = createKeyRing(parsed.value, maxAgeMs);
  let seen = first.identity;
  const close = file.poll((next) => {
    if (next.identity === seen) return;
    seen = next.identity;
    const checked = check(next);
    if ("mistakes" in checked) return onRefused(checked.mistakes);
    ring = createKeyRing(checked.value, maxAgeMs);
    onReload(ring);
  });
  return { value: { ring: () => ring, ageMs: () => clock.wallMs() - ring.generatedAtMs, close } };
}
