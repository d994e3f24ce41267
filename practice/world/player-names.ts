/**
 * Invented names: one game name with its tag line for every player of the world, and the way back from a name to its player.
 * As at Riot, a name is found whatever its case and its spaces; so names are unique in that sense too.
 * Refuses nothing: a name that is taken is drawn again, in the order of the players, so the same world has the same names.
 */
import { chance, mix } from '../randomness.ts';
import { ACCENTED_SYLLABLES, FIRST_WORDS, HANGUL, HANZI, KANA, LAST_WORDS, SYLLABLES } from './name-parts.ts';
import type { Platform } from './world.ts';

interface PlayerName {
  readonly gameName: string;
  readonly tagLine: string;
}

const LONGEST_NAME = 16;

/** Local script of a platform and the share of its players who write their name in it. */
const SCRIPTS: Readonly<Record<Platform, { readonly parts: readonly string[]; readonly share: number }>> = {
  na1: { parts: HANZI, share: 0.02 },
  br1: { parts: ACCENTED_SYLLABLES, share: 0.15 },
  euw1: { parts: ACCENTED_SYLLABLES, share: 0.12 },
  eun1: { parts: ACCENTED_SYLLABLES, share: 0.2 },
  kr: { parts: HANGUL, share: 0.6 },
  jp1: { parts: KANA, share: 0.5 },
  sg2: { parts: HANZI, share: 0.15 },
};

const USUAL_TAGS: Readonly<Record<Platform, string>> = {
  na1: 'NA1',
  br1: 'BR1',
  euw1: 'EUW',
  eun1: 'EUNE',
  kr: 'KR1',
  jp1: 'JP1',
  sg2: 'SG2',
};

const TAG_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

export interface NameBook {
  nameOf(index: number): PlayerName;
  /** The player's index. */
  find(gameName: string, tagLine: string): number | undefined;
}

/** One name for each player, given where each of them plays. */
export function createNameBook(seed: number, platforms: readonly Platform[]): NameBook {
  const names: PlayerName[] = [];
  const taken = new Map<string, number>();
  for (const [index, platform] of platforms.entries()) {
    let name: PlayerName;
    let attempt = 0;
    do name = inventName(mix(seed, index, attempt++), platform);
    while (taken.has(toKey(name.gameName, name.tagLine)));
    taken.set(toKey(name.gameName, name.tagLine), index);
    names.push(name);
  }
  return {
    nameOf(index) {
      const name = names[index];
      if (name === undefined)
        throw new Error(`player ${index} has no name; the world has players 0 to ${names.length - 1}`);
      return name;
    },
    find: (gameName, tagLine) => taken.get(toKey(gameName, tagLine)),
  };
}

/** A tag line never holds `#`, so two different names cannot have one key. */
function toKey(gameName: string, tagLine: string): string {
  return `${gameName}#${tagLine}`.normalize('NFC').toLowerCase().replaceAll(/\s/gu, '');
}

function inventName(own: number, platform: Platform): PlayerName {
  const { parts, share } = SCRIPTS[platform];
  const gameName = chance(own, 1) < share ? inventLocalName(own, parts) : inventLatinName(own);
  return { gameName, tagLine: inventTag(own, platform) };
}

/** Scripts whose parts are single characters need more of them than syllables do; a Latin beginning makes accents rarer. */
function inventLocalName(own: number, parts: readonly string[]): string {
  const beginning = parts === ACCENTED_SYLLABLES ? capitalise(pick(SYLLABLES, own, 20)) : '';
  const count = 3 + Math.floor(chance(own, 2) * 3);
  let name = beginning;
  for (let part = 0; part < count; part++) name += pick(parts, own, 21 + part);
  return fit(name);
}

function inventLatinName(own: number): string {
  const style = chance(own, 3);
  if (style < 0.15) return `${pick(FIRST_WORDS, own, 4)} ${pick(LAST_WORDS, own, 5)}`;
  const count = 2 + Math.floor(chance(own, 6) * 3);
  let name = '';
  for (let part = 0; part < count; part++) name += pick(SYLLABLES, own, 7 + part);
  name = capitalise(name);
  if (style < 0.3) name = `${name} ${capitalise(pick(SYLLABLES, own, 12) + pick(SYLLABLES, own, 13))}`;
  else if (style < 0.42) name += String(Math.floor(chance(own, 14) * 100));
  else if (style < 0.5) name = name.toLowerCase();
  return fit(name);
}

function inventTag(own: number, platform: Platform): string {
  if (chance(own, 15) < 0.55) return USUAL_TAGS[platform];
  const length = 3 + Math.floor(chance(own, 16) * 3);
  let tag = '';
  for (let place = 0; place < length; place++)
    tag += TAG_CHARACTERS.charAt(Math.floor(chance(own, 40 + place) * TAG_CHARACTERS.length));
  return tag;
}

function pick(list: readonly string[], own: number, question: number): string {
  return list[Math.floor(chance(own, question) * list.length)] ?? '';
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function fit(name: string): string {
  // No part has a character that takes two units, so none can be cut in half.
  return name.slice(0, LONGEST_NAME).trim();
}
