// The tiers that a service runs with, read from where its settings say.
import { readFileSync } from "node:fs";
import { errorCode } from "./error-code.ts";
import type { Checked } from "./mistakes.ts";
import { parseTiers, shippedTiers, type Tiers } from "./tiers.ts";

/** The tiers of a file, or the shipped ones for none. */
export function readTiers(path: string | null): Checked<Tiers> {
  if (path === null) return { value: shippedTiers };
  try {
    return parseTiers(readFileSync(path, "utf8"), path);
  } catch (error) {
    return { mistakes: [`tiers file ${path} cannot be read: ${errorCode(error)}`] };
  }
}
