// The names that organisations, keys and tiers bear: they stand in files, logs and command lines, so they are plain.
import { z } from "zod";

export const nameAccepted = "1 to 64 of the characters A-Z a-z 0-9 . _ -";

export const nameSchema = z.string(nameAccepted).regex(/^[A-Za-z0-9._-]{1,64}$/, nameAccepted);

/** The accepted form, for messages; null when `name` has it. */
export function nameMistake(name: string): string | null {
  return nameSchema.safeParse(name).success ? null : nameAccepted;
}
