// Reads the command line of a measurement. If it is wrong, prints the error and the usage without a stack trace, and
// ends the process.

/** Exit code of a usage error, as in `bin/winnow`. */
const EXIT_USAGE = 2;

/** @param read throws an error whose message is printed */
export function commandLine<Read>(usage: string, read: () => Read): Read {
  if (process.argv.includes("--help")) {
    process.stdout.write(`usage: ${usage}\n`);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\nusage: ${usage}\n`);
    process.exit(EXIT_USAGE);
  }
}

/** A whole number of at least 1. @throws RangeError otherwise */
export function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`${name} is ${text}, must be a whole number of at least 1`);
  return number;
}

/** A share above 0, at most 1. @throws RangeError otherwise */
export function shareOf(name: string, text: string): number {
  const share = Number(text);
  if (!(share > 0 && share <= 1)) throw new RangeError(`${name} is ${text}, must be above 0 and at most 1`);
  return share;
}

/** The numbers of a list like `0.1,0.25`. @throws RangeError if one is not above 0 */
export function numbersIn(name: string, text: string): readonly number[] {
  const numbers = text.split(",").map(Number);
  if (!numbers.every((number) => number > 0)) throw new RangeError(`${name} is ${text}, must be numbers above 0`);
  return numbers;
}

/** The names of a list like `a,b`. @throws RangeError if one is not in `known` */
export function namesIn(text: string, known: readonly string[], what: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  for (const name of names) checkName(name, known, what);
  return names;
}

/** @throws RangeError if the name is not in `known` */
export function checkName(name: string, known: readonly string[], what: string): void {
  if (!known.includes(name)) throw new RangeError(`${what} "${name}" is not one of ${known.join(", ")}`);
}
