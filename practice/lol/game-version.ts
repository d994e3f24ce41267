/** The version of a practice patch: set and minor number lead, as the season and the patch do in `16.4.748.682`. */
import { mix } from '../randomness.ts';
import type { Patch } from '../world/world.ts';

export function gameVersionOf({ set, minor, number }: Patch): string {
  return `${set}.${minor}.${640 + number * 4}.${1000 + (mix(number, 0x56) % 9000)}`;
}
