// The wait that an answer of HTTP asks for, the service's own or a proxy's.
import type { RetryAfter } from "./errors.ts";

/** Seconds or a date, as HTTP has it. What is neither asks for nothing. */
export function retryAfterOf(headers: Headers): RetryAfter {
  const said = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
