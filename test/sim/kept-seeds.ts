// Seeds of runs that failed once, each with what was wrong then. They are run again by every `make test`.

export const keptSeeds: readonly (readonly [seed: number, wrongThen: string])[] = [
  [68, "a request that had its answer was answered again when its body broke off"],
];
