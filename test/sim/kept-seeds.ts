// Seeds of runs that failed once, each with its failure. Every `make test` runs them again.

export const keptSeeds: readonly (readonly [seed: number, wrongThen: string])[] = [
  [68, "a request that had its answer was answered again when its body broke off"],
];
