/**
 * Rounds in which every contender does the same work as often as every other. Each round begins with another contender, so that none
 * always runs behind the same one, and other work on the machine disturbs all of them.
 */
export async function inRounds<Name extends string, Sample>(
  contenders: Readonly<Record<Name, (round: number) => Promise<Sample>>>,
  rounds: number,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name): [Name, Sample[]] => [name, []])) as Record<
    Name,
    Sample[]
  >;
  for (let round = 0; round < rounds; round++)
    for (const name of rotate(names, round)) samples[name].push(await contenders[name](round));
  return samples;
}

export function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const from = by % Math.max(1, items.length);
  return [...items.slice(from), ...items.slice(0, from)];
}

/** Milliseconds of one piece of work. */
export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
