/** Patches in words. Two partitions are no patches. */
import { REVIVAL_PARTITION, UNKNOWN_PARTITION } from '../patch-name.ts';
import { joinWords } from './word-lists.ts';

export function patchWords(patches: readonly string[]): string {
  const numbered = patches.filter((patch) => !PARTITION_WORDS.has(patch));
  const others = patches.flatMap((patch) => PARTITION_WORDS.get(patch) ?? []);
  const word = numbered.length === 1 ? 'patch' : 'patches';
  return joinWords([...(numbered.length === 0 ? [] : [`${word} ${joinWords(numbered)}`]), ...others]);
}

const PARTITION_WORDS: ReadonlyMap<string, string> = new Map([
  [UNKNOWN_PARTITION, 'an unknown patch'],
  [REVIVAL_PARTITION, 'revived sets'],
]);
