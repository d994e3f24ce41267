/**
 * `Linux Version 7.3.776.5552 (May 13 2026/16:27:59) [PUBLIC] <Releases/7.3>`, built a few days before its
 * patch begins.
 */
import { chance, mix } from '../randomness.ts';
import type { Patch } from '../world/world.ts';

/** What the field's newest client reports: no patch can be read from it. */
export const UNREADABLE_VERSION = 'TFT Unreal Version ?.?.?.?';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const DAY_MS = 86_400_000;

export function gameVersion({ number, set, minor, startsAt }: Patch): string {
  const build = `${500 + number * 4 + (mix(number, 1) % 4)}.${1000 + (mix(number, 2) % 9000)}`;
  const builtAt = new Date(Math.floor(startsAt - DAY_MS * (2 + 5 * chance(number, 3))));
  const day = String(builtAt.getUTCDate()).padStart(2, '0');
  const date = `${MONTHS[builtAt.getUTCMonth()]} ${day} ${builtAt.getUTCFullYear()}`;
  const time = builtAt.toISOString().slice(11, 19);
  return `Linux Version ${set}.${minor}.${build} (${date}/${time}) [PUBLIC] <Releases/${set}.${minor}>`;
}
