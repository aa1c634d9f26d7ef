// Reads the command line of a measurement. Whoever gets it wrong is told what is wrong and how it is used, without a
// stack trace, and the process ends.

/** Exit code of a wrong usage, as of `bin/winnow`. */
const EXIT_USAGE = 2;

/** @param read throws with a message for whoever typed the command line */
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

/** A whole number of at least 1. @throws RangeError when it is none */
export function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`${name} is ${text}, must be a whole number of at least 1`);
  return number;
}

/** Numbers above 0 of a list like `0.1,0.25`. @throws RangeError when one is none */
export function numbersIn(name: string, text: string): readonly number[] {
  const numbers = text.split(",").map(Number);
  if (!numbers.every((number) => number > 0)) throw new RangeError(`${name} is ${text}, must be numbers above 0`);
  return numbers;
}

/** The names of a list like `a,b`, each of which is one of `known`. @throws RangeError when one is not */
export function namesIn(text: string, known: readonly string[], what: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`${what} "${unknown}" is not one of ${known.join(", ")}`);
  return names;
}
