// Keeps the key ring in step with the projection file: a good reading swaps the ring whole, a bad one never replaces a
// good one and is reported once for each change. While the service runs, a file is checked and indexed in slices, so
// that a large one holds up no call.
import { atOnce, inSlices } from "../config/in-slices.ts";
import type { Checked } from "../config/mistakes.ts";
import type { Projection } from "../config/projection.ts";
import type { Clock } from "../time/clock.ts";
import type { Reading } from "./file-reading.ts";
import { indexKeys, type KeyRing } from "./key-ring.ts";
import type { WatchedFile } from "./watched-file.ts";

export interface ProjectionWatch {
  /** The ring in force. */
  readonly ring: () => KeyRing;
  /** Milliseconds since the projection in force was generated. */
  readonly ageMs: () => number;
  /** Whether the file as it is now was refused, so that an earlier projection is in force. */
  readonly refused: () => boolean;
  readonly close: () => void;
}

export interface ProjectionWatchParts {
  readonly file: WatchedFile;
  /** Checks a text a slice at a time. */
  readonly parse: (text: string) => Generator<void, Checked<Projection>>;
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
  function* check(reading: Reading): Generator<void, Checked<KeyRing>> {
    const parsed = "text" in reading ? yield* parse(reading.text) : { mistakes: [reading.problem] };
    return "mistakes" in parsed ? parsed : { value: yield* indexKeys(parsed.value, maxAgeMs) };
  }
  const first = file.read();
  const checked = atOnce(check(first));
  if ("mistakes" in checked) return checked;

  let ring = checked.value;
  let seen = first.identity;
  let refused = false;
  const close = file.poll(async (next) => {
    if (next.identity === seen) return;
    seen = next.identity;
    const renewed = await inSlices(check(next));
    // Another reading has come in between: what this one said is over.
    if (next.identity !== seen) return;
    refused = "mistakes" in renewed;
    if ("mistakes" in renewed) {
      onRefused(renewed.mistakes);
      return;
    }
    ring = renewed.value;
    onReload(ring);
  });
  const ageMs = () => clock.wallMs() - ring.generatedAtMs;
  return { value: { ring: () => ring, ageMs, refused: () => refused, close } };
}
