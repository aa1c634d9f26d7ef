// Reads the values of options that several commands take. An invalid value ends the command with the usage exit code.
import { InvalidArgumentError } from "commander";
import type { BudgetRule } from "../local/selection.ts";

/** @throws InvalidArgumentError for anything but a number of tokens or a share */
export function budgetRule(given: string): BudgetRule {
  if (/^\d{1,9}$/.test(given)) return { tokens: Number(given) };
  const share = Number(/^(\d{1,2}(?:\.\d{1,3})?)%$/.exec(given)?.[1] ?? Number.NaN);
  if (share > 0) return { share: share / 100 };
  throw new InvalidArgumentError("must be a number of tokens, or a share such as 25%");
}

/** @throws InvalidArgumentError for anything but a port; 0 lets the system pick one */
export function portNumber(given: string): number {
  const port = Number(given);
  if (!/^\d{1,5}$/.test(given) || port > 65_535) throw new InvalidArgumentError("must be a port from 0 to 65535");
  return port;
}
