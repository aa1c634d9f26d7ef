// Violations of a file or a setting, one line each, with the place and the accepted form. Schemas give the accepted
// form as their error text ("an integer from 1 to 10"). The names of organisations, keys and tiers are checked here
// too.
import { z } from "zod";

export type Checked<T> = { readonly value: T } | { readonly violations: readonly string[] };

/** Enough to see the pattern; a generated file can hold the same violation thousands of times. */
export const VIOLATIONS_SHOWN_MAX = 20;

/** Longest quotation of a value. */
const OBSERVED_CHARACTERS_MAX = 40;

/** An integer within bounds; the error text names them. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const accepted = `an integer from ${min} to ${max}`;
  return z.int(accepted).min(min, accepted).max(max, accepted);
}

/**
 * `text` as JSON; a byte order mark is ignored.
 * @param showObserved whether the violation may quote the text, which may be a secret in the wrong place
 */
export function parseJson(text: string, subject: string, showObserved: boolean): Checked<unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return { value };
  } catch (error) {
    const cause = error instanceof Error && showObserved ? `: ${oneLine(error.message)}` : "";
    return { violations: [`${subject} is not valid JSON${cause}`] };
  }
}

/** The parser's message, which quotes a part of the text. */
function oneLine(message: string): string {
  return message.replace(/ is not valid JSON$/, "").replaceAll(/\p{Cc}/gu, " ");
}

/** An observed value, shortened and on one line. */
export function quoted(observed: unknown): string {
  if (observed === undefined) return "missing";
  const text = JSON.stringify(observed) ?? typeof observed;
  return text.length > OBSERVED_CHARACTERS_MAX ? `${text.slice(0, OBSERVED_CHARACTERS_MAX)}...` : text;
}

/**
 * The violations that zod found, at most one for each place.
 * @param base the path of the checked value, as in `keys[3]`; "" for the top
 * @param showObserved whether the value itself may be shown
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

/** A plain name as it is, any other name quoted, so that a hostile key cannot break the line. */
function nameInPath(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : quoted(name);
}

export const nameAccepted = "1 to 64 of the characters A-Z a-z 0-9 . _ -";

export const nameSchema = z.string(nameAccepted).regex(/^[A-Za-z0-9._-]{1,64}$/, nameAccepted);

/** The accepted form, for messages; null if `name` has it. */
export function nameViolation(name: string): string | null {
  return nameSchema.safeParse(name).success ? null : nameAccepted;
}
