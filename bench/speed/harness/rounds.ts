// Interleaved rounds: every contender once a round, in turning order, so that what the machine does besides hits all.

export type Contender = (round: number) => number | Promise<number>;

/**
 * @param warmups rounds that are run and not kept; they are numbered first, so that no text is met twice
 * @returns one figure a kept round for each contender
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

/** Made when first asked for, and gone with the next: a contender would pay for collecting a heap full of texts. */
export function oneAtATime<Made>(make: (round: number) => Made): (round: number) => Made {
  let last: { readonly round: number; readonly made: Made } | undefined;
  return (round) => {
    if (last?.round !== round) last = { round, made: make(round) };
    return last.made;
  };
}
