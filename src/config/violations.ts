// What is wrong with a file or a setting, as lines an operator can act on: one line a mistake, each naming its place
// and the accepted form. Schemas give the accepted form as their error text ("an integer from 1 to 10").
import { z } from "zod";

export type Checked<T> = { readonly value: T } | { readonly violations: readonly string[] };

/** Enough to see the pattern; a machine-made file can hold thousands of the same mistake. */
export const VIOLATIONS_SHOWN_MAX = 20;

/** So much of a value is quoted: enough to know it by, and a line of a log stays one. */
const OBSERVED_CHARACTERS_MAX = 40;

/** An integer within bounds whose error text says so. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const accepted = `an integer from ${min} to ${max}`;
  return z.int(accepted).min(min, accepted).max(max, accepted);
}

/**
 * `text` as JSON; a byte order mark is passed over.
 * @param showObserved whether the mistake may quote the text, which may be a secret in the wrong place
 */
export function parseJson(text: string, subject: string, showObserved: boolean): Checked<unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return { value };
  } catch (error) {
    const told = error instanceof Error && showObserved ? `: ${oneLine(error.message)}` : "";
    return { violations: [`${subject} is not valid JSON${told}`] };
  }
}

/** The parser's own words, which quote a stretch of the text. */
function oneLine(message: string): string {
  return message.replace(/ is not valid JSON$/, "").replaceAll(/\p{Cc}/gu, " ");
}

/** An observed value, short and on one line whatever it holds. */
export function quoted(observed: unknown): string {
  if (observed === undefined) return "missing";
  const text = JSON.stringify(observed) ?? typeof observed;
  return text.length > OBSERVED_CHARACTERS_MAX ? `${text.slice(0, OBSERVED_CHARACTERS_MAX)}...` : text;
}

/**
 * The mistakes zod found, at most one a place.
 * @param base the path at which the checked value stands, as in `keys[3]`; "" for the top
 * @param showObserved whether the wrong value itself may be shown
 */
export function violationLines(
  subject: string,
  base: string,
  error: z.ZodError,
  showObserved: boolean,
): readonly string[] {
  const lines = new Map<string, string>();
  for (const issue of error.issues) {
    const path = fieldPath(base, issue.path);
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        const unknown = fieldPath(path, [key]);
        lines.set(unknown, `${subject}: ${unknown} is not known`);
      }
    } else {
      const place = path === "" ? subject : `${subject}: ${path}`;
      lines.set(path, `${place} ${complaint(issue.input, showObserved)}must be ${issue.message}`);
    }
  }
  return [...lines.values()];
}

function complaint(observed: unknown, showObserved: boolean): string {
  return observed === undefined || showObserved ? `is ${quoted(observed)}, ` : "";
}

function fieldPath(base: string, path: readonly PropertyKey[]): string {
  let text = base;
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += text === "" ? nameInPath(String(step)) : `.${nameInPath(String(step))}`;
  }
  return text;
}

/** A plain name as it stands; anything else quoted, so that a hostile key cannot break the line. */
function nameInPath(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : quoted(name);
}

export const nameAccepted = "1 to 64 of the characters A-Z a-z 0-9 . _ -";

export const nameSchema = z.string(nameAccepted).regex(/^[A-Za-z0-9._-]{1,64}$/, nameAccepted);

/** The accepted form, for messages; null when `name` has it. */
export function nameViolation(name: string): string | null {
  return nameSchema.safeParse(name).success ? null : nameAccepted;
}
