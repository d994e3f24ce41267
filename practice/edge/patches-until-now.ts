/** The patches that the world has had by now, oldest first: what static data is served for. */
import type { Patch, World } from '../world/world.ts';

export function patchesUntilNow(world: World): () => readonly Patch[] {
  let known: readonly Patch[] = [];
  return () => {
    const newest = world.patchAt(world.now());
    // A world that began late has had all of its earlier patches, too; they are walked once per new patch.
    if (known.at(-1)?.number !== newest.number) known = walkBack(world, newest);
    return known;
  };
}

function walkBack(world: World, newest: Patch): Patch[] {
  const patches = [newest];
  for (let patch = newest; patch.number > 0; patches.push(patch)) {
    const before = world.patchAt(patch.startsAt - 1);
    if (before.number >= patch.number)
      throw new Error(
        `patch ${patch.number} starts at ${patch.startsAt}, but patch ${before.number} is there before it`,
      );
    patch = before;
  }
  return patches.toReversed();
}
