// The key projection: organisations, their tiers, and the digests of their keys. Takes a text, returns the checked
// value or violations. It holds no secret, and no violation quotes a value, because a secret pasted into the wrong
// field must not reach a log.
import { z } from "zod";
import type { Tiers } from "./tiers.ts";
import { type Checked, nameSchema, parseJson, VIOLATIONS_SHOWN_MAX, violationLines } from "./violations.ts";

/** Where a container finds the operator's projection. */
export const MOUNTED_PROJECTION = "/etc/winnow/projection.json";

const instantAccepted = "an ISO 8601 instant such as 2030-01-31T12:00:00Z";
const instantSchema = z.iso.datetime({ offset: true, error: instantAccepted });
const digestAccepted = "a SHA-256 digest of 64 lower-case hexadecimal digits";

const organisationSchema = z.object(
  { id: nameSchema, tier: nameSchema, suspended: z.boolean("true or false") },
  "an object",
);

const keySchema = z.object(
  {
    id: nameSchema,
    organisation: nameSchema,
    sha256: z.string(digestAccepted).regex(/^[0-9a-f]{64}$/, digestAccepted),
    created_at: instantSchema,
    revoked_at: z.nullable(instantSchema),
  },
  "an object",
);

/** The elements are checked one by one after this, so that a hostile file cannot produce a million violations. */
const shellSchema = z.object(
  {
    version: z.literal(1, "1"),
    generated_at: instantSchema,
    organisations: z.array(z.unknown(), "an array"),
    keys: z.array(z.unknown(), "an array"),
  },
  "an object",
);

export type ProjectionOrganisation = Readonly<z.infer<typeof organisationSchema>>;
export type ProjectionKey = Readonly<z.infer<typeof keySchema>>;

export interface Projection {
  readonly version: 1;
  readonly generated_at: string;
  readonly organisations: readonly ProjectionOrganisation[];
  readonly keys: readonly ProjectionKey[];
}

/** Checks the shape and the references. @param subject names the file in violations */
export function parseProjection(text: string, subject: string): Checked<Projection> {
  return atOnce(checkProjection(text, subject));
}

function* checkProjection(text: string, subject: string): Generator<void, Checked<Projection>> {
  const parsed = parseJson(text, subject, false);
  if ("violations" in parsed) return parsed;
  const shell = shellSchema.safeParse(parsed.value, { reportInput: true });
  if (!shell.success) return { violations: violationLines(subject, "", shell.error, false) };
  const organisations = yield* checkEach(shell.data.organisations, organisationSchema, subject, "organisations");
  if ("violations" in organisations) return organisations;
  const keys = yield* checkEach(shell.data.keys, keySchema, subject, "keys");
  if ("violations" in keys) return keys;
  const { version, generated_at } = shell.data;
  const projection = { version, generated_at, organisations: organisations.value, keys: keys.value };
  const violations = yield* brokenReferences(projection, subject);
  return violations.length > 0 ? { violations } : { value: projection };
}

/** Like `parseProjection`, for a server: every tier must exist, and calls can run between two slices of the work. */
export function* parseServedProjection(
  text: string,
  subject: string,
  tiers: Tiers,
): Generator<void, Checked<Projection>> {
  const parsed = yield* checkProjection(text, subject);
  if ("violations" in parsed) return parsed;
  const known = [...tiers.keys()].join(", ");
  const violations: string[] = [];
  for (const [index, organisation] of parsed.value.organisations.entries()) {
    if (tiers.has(organisation.tier) || violations.length >= VIOLATIONS_SHOWN_MAX) continue;
    violations.push(`${subject}: organisations[${index}].tier must be one of the tiers ${known}`);
  }
  return violations.length > 0 ? { violations } : parsed;
}

function* checkEach<T>(
  values: readonly unknown[],
  schema: z.ZodType<T>,
  subject: string,
  field: string,
): Generator<void, Checked<readonly T[]>> {
  const good: T[] = [];
  const violations: string[] = [];
  for (const [index, value] of values.entries()) {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) good.push(parsed.data);
    else violations.push(...violationLines(subject, `${field}[${index}]`, parsed.error, false));
    if (violations.length >= VIOLATIONS_SHOWN_MAX) break;
    if (index % ELEMENTS_PER_SLICE === 0) yield;
  }
  return violations.length > 0 ? { violations: violations.slice(0, VIOLATIONS_SHOWN_MAX) } : { value: good };
}

function* brokenReferences(projection: Projection, subject: string): Generator<void, readonly string[]> {
  const violations: string[] = [];
  const organisations = new Set<string>();
  const keyIds = new Set<string>();
  const digests = new Set<string>();
  for (const [index, organisation] of projection.organisations.entries()) {
    if (organisations.has(organisation.id)) violations.push(`${subject}: organisations[${index}].id appears twice`);
    organisations.add(organisation.id);
  }
  for (const [index, key] of projection.keys.entries()) {
    if (keyIds.has(key.id)) violations.push(`${subject}: keys[${index}].id appears twice`);
    if (digests.has(key.sha256)) violations.push(`${subject}: keys[${index}].sha256 appears twice`);
    if (!organisations.has(key.organisation)) {
      violations.push(`${subject}: keys[${index}].organisation is not among the organisations`);
    }
    keyIds.add(key.id);
    digests.add(key.sha256);
    if (index % ELEMENTS_PER_SLICE === 0) yield;
  }
  return violations.slice(0, VIOLATIONS_SHOWN_MAX);
}

/** Elements between two yields: about 3 ms of checking keys. */
export const ELEMENTS_PER_SLICE = 1_000;

/** Runs all of the work at once, at start-up or in a command. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Runs the work in slices, with a turn of the event loop between them. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await new Promise(setImmediate);
  }
}
