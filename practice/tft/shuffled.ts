/** A fixed shuffle: the same seed gives the same order, and each element's place depends on its index alone. */
import { mix } from '../randomness.ts';

export function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((element, index) => ({ element, key: mix(seed, index) }))
    .sort((left, right) => left.key - right.key)
    .map(({ element }) => element);
}
