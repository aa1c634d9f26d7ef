// Interleaved rounds: every contender runs once per round, in rotating order, so that other load on the machine affects
// all of them equally.

export type Contender = (round: number) => number | Promise<number>;

/**
 * @param warmups rounds that are run and not kept. They have the first numbers, so that no text is used twice
 * @returns for each contender, one figure per kept round
 */
export async function interleaved<Name extends string>(
  warmups: number,
  rounds: number,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names: Name[] = [];
  for (const name in contenders) names.push(name);
  const kept: { [Key in Name]?: number[] } = {};
  for (let round = 0; round < warmups + rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round) % names.length];
      if (name === undefined) continue;
      const figure = await contenders[name](round);
      if (round < warmups) continue;
      const figures: number[] = kept[name] ?? [];
      figures.push(figure);
      kept[name] = figures;
    }
  }
  if (!complete(kept, names)) throw new RangeError(`${rounds} rounds give no figure`);
  return kept;
}

function complete<Name extends string>(
  kept: { readonly [Key in Name]?: readonly number[] },
  names: readonly Name[],
): kept is Readonly<Record<Name, readonly number[]>> {
  return names.every((name) => kept[name] !== undefined);
}

/** Creates a text on first use and keeps only one, because contenders would pay for collecting a heap full of texts. */
export function oneAtATime<Made>(make: (round: number) => Made): (round: number) => Made {
  let last: { readonly round: number; readonly made: Made } | undefined;
  return (round) => {
    if (last?.round !== round) last = { round, made: make(round) };
    return last.made;
  };
}
