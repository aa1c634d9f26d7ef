// Tiers: the shipped ones, and the file that replaces them. A tiers file is a JSON object from a tier's name to its
// five limits; it replaces the shipped tiers as a whole.
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Tier } from "../gateway/admission.ts";
import { errorCode } from "./error-code.ts";
import {
  type Checked,
  integerBetween,
  nameSchema,
  parseJson,
  VIOLATIONS_SHOWN_MAX,
  violationLines,
} from "./violations.ts";

export type Tiers = ReadonlyMap<string, Tier>;

/** Counts in answers are int32, and so are the limits they are compared with. */
const COUNT_MAX = 2 ** 31 - 1;
/** Far above what one process serves; a typing mistake of three digits is seen. */
const RATE_PER_SECOND_MAX = 1_000_000;
const quotaAccepted = "an integer from 0, or null for no quota";
const rateAccepted = `a number above 0, up to ${RATE_PER_SECOND_MAX}`;

const limitsSchema = z.strictObject(
  {
    max_input_tokens: integerBetween(1, COUNT_MAX),
    max_records: integerBetween(1, COUNT_MAX),
    rate_per_second: z.number(rateAccepted).positive(rateAccepted).max(RATE_PER_SECOND_MAX, rateAccepted),
    burst: integerBetween(1, RATE_PER_SECOND_MAX),
    daily_quota: z.nullable(z.int(quotaAccepted).min(0, quotaAccepted)),
  },
  "an object with the five limits of a tier",
);

const fileSchema = z.record(z.string(), z.unknown(), "an object from tier name to limits");

export const shippedTiers: Tiers = new Map(
  [
    tier("free", 100_000, 1_000, 5, 10, 5_000),
    tier("standard", 500_000, 5_000, 50, 100, 250_000),
    tier("scale", 2_000_000, 50_000, 500, 1_000, null),
  ].map((each) => [each.name, each]),
);

/** @param subject names the file in mistakes */
export function parseTiers(text: string, subject: string): Checked<Tiers> {
  const parsed = parseJson(text, subject, true);
  if ("violations" in parsed) return parsed;
  const file = fileSchema.safeParse(parsed.value, { reportInput: true });
  if (!file.success) return { violations: violationLines(subject, "", file.error, true) };
  const tiers = new Map<string, Tier>();
  const violations: string[] = [];
  for (const [name, limits] of Object.entries(file.data)) {
    const checked = parseTier(name, limits, subject);
    if ("violations" in checked) violations.push(...checked.violations);
    else tiers.set(name, checked.value);
  }
  if (violations.length > 0) return { violations: violations.slice(0, VIOLATIONS_SHOWN_MAX) };
  return tiers.size > 0 ? { value: tiers } : { violations: [`${subject} names no tier`] };
}

function parseTier(name: string, limits: unknown, subject: string): Checked<Tier> {
  const named = nameSchema.safeParse(name, { reportInput: true });
  if (!named.success) return { violations: violationLines(subject, "tier name", named.error, true) };
  const parsed = limitsSchema.safeParse(limits, { reportInput: true });
  if (!parsed.success) return { violations: violationLines(subject, name, parsed.error, true) };
  const { max_input_tokens, max_records, rate_per_second, burst, daily_quota } = parsed.data;
  return { value: tier(name, max_input_tokens, max_records, rate_per_second, burst, daily_quota) };
}

function tier(
  name: string,
  maxInputTokens: number,
  maxRecords: number,
  ratePerSecond: number,
  burst: number,
  dailyQuota: number | null,
): Tier {
  return Object.freeze({ name, maxInputTokens, maxRecords, ratePerSecond, burst, dailyQuota });
}

/** The tiers of a file, or the shipped ones for none. */
export function readTiers(path: string | null): Checked<Tiers> {
  if (path === null) return { value: shippedTiers };
  try {
    return parseTiers(readFileSync(path, "utf8"), path);
  } catch (error) {
    return { violations: [`tiers file ${path} cannot be read: ${errorCode(error)}`] };
  }
}
