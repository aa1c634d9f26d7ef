// Tiers: the shipped ones, and the file that replaces them. A tiers file is a JSON object from the names of tiers to
// their limits; `weight` and `max_compute_ms` are optional. It replaces all shipped tiers.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { errorCode } from "../thrown.ts";
import {
  type Checked,
  integerBetween,
  nameSchema,
  parseJson,
  VIOLATIONS_SHOWN_MAX,
  violationLines,
} from "./violations.ts";

/** What an organisation may do. */
export interface Tier {
  readonly name: string;
  /** Most metered tokens of one request. */
  readonly maxInputTokens: number;
  /** Most records of one request. */
  readonly maxRecords: number;
  /** Sustained calls a second, over all keys of the organisation. */
  readonly ratePerSecond: number;
  /** Most calls at once after a pause: the size of the token bucket. */
  readonly burst: number;
  /** Select calls a UTC day; null for no quota. */
  readonly dailyQuota: number | null;
  /** Share of the processor when calls compete, relative to other organisations. */
  readonly weight: number;
  /** Most processor time of one request, in milliseconds. */
  readonly maxComputeMs: number;
}

export type Tiers = ReadonlyMap<string, Tier>;

/** Counts in responses are int32, so their limits are too. */
const COUNT_MAX = 2 ** 31 - 1;
/** Far above what one process can serve, but low enough to catch three extra zeros. */
const RATE_PER_SECOND_MAX = 1_000_000;
/** The largest possible ratio between the processor shares of two organisations. */
const WEIGHT_MAX = 1_000;
const COMPUTE_MS_MAX = 3_600_000;
/** The limit of the largest shipped tier. A tiers file that omits the limit thus keeps the safety net. */
const COMPUTE_MS_DEFAULT = 10_000;
const quotaAccepted = "an integer from 0, or null for no quota";
const rateAccepted = `a number above 0, up to ${RATE_PER_SECOND_MAX}`;

const limitsSchema = z.strictObject(
  {
    max_input_tokens: integerBetween(1, COUNT_MAX),
    max_records: integerBetween(1, COUNT_MAX),
    rate_per_second: z.number(rateAccepted).positive(rateAccepted).max(RATE_PER_SECOND_MAX, rateAccepted),
    burst: integerBetween(1, RATE_PER_SECOND_MAX),
    daily_quota: z.nullable(z.int(quotaAccepted).min(0, quotaAccepted)),
    weight: integerBetween(1, WEIGHT_MAX).default(1),
    max_compute_ms: integerBetween(1, COMPUTE_MS_MAX).default(COMPUTE_MS_DEFAULT),
  },
  "an object with the limits of a tier",
);

const fileSchema = z.record(z.string(), z.unknown(), "an object from tier name to limits");

export const shippedTiers: Tiers = new Map(
  [
    {
      name: "free",
      maxInputTokens: 100_000,
      maxRecords: 1_000,
      ratePerSecond: 5,
      burst: 10,
      dailyQuota: 5_000,
      weight: 1,
      maxComputeMs: 1_000,
    },
    {
      name: "standard",
      maxInputTokens: 500_000,
      maxRecords: 5_000,
      ratePerSecond: 50,
      burst: 100,
      dailyQuota: 250_000,
      weight: 4,
      maxComputeMs: 3_000,
    },
    {
      name: "scale",
      maxInputTokens: 2_000_000,
      maxRecords: 50_000,
      ratePerSecond: 500,
      burst: 1_000,
      dailyQuota: null,
      weight: 16,
      maxComputeMs: 10_000,
    },
  ].map((each) => [each.name, Object.freeze(each)]),
);

/** @param subject names the file in violations */
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
  const read = parsed.data;
  return {
    value: Object.freeze({
      name,
      maxInputTokens: read.max_input_tokens,
      maxRecords: read.max_records,
      ratePerSecond: read.rate_per_second,
      burst: read.burst,
      dailyQuota: read.daily_quota,
      weight: read.weight,
      maxComputeMs: read.max_compute_ms,
    }),
  };
}

/** The tiers of a file, or the shipped ones without a file. */
export function readTiers(path: string | null): Checked<Tiers> {
  if (path === null) return { value: shippedTiers };
  try {
    return parseTiers(readFileSync(path, "utf8"), path);
  } catch (error) {
    return { violations: [`tiers file ${path} cannot be read: ${errorCode(error)}`] };
  }
}
