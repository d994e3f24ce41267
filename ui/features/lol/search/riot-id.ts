/**
 * A Riot ID as people type or paste it: `Ana Bell#EUW`. The tag is everything behind the last `#`; the client puts invisible marks of
 * direction around a name that is copied from it, and they are taken away. Nothing else is changed: names have spaces and capitals.
 */
export interface RiotId {
  readonly gameName: string;
  readonly tagLine: string;
}

export type ReadRiotId =
  | ({ readonly type: 'ok' } & RiotId)
  | { readonly type: 'refused'; readonly expected: string };

const LONGEST_NAME = 64;
const LONGEST_TAG = 32;
/** Marks of direction and joints that have no width. */
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

export function readRiotId(text: string): ReadRiotId {
  const clean = cleanText(text);
  const hash = clean.lastIndexOf('#');
  if (clean === '') return refuse('Type a Riot ID: the name, then # and the tag.');
  if (hash === -1) return refuse(`Add # and the tag behind the name, as the client shows it: ${clean}#EUW.`);
  const [gameName, tagLine] = [clean.slice(0, hash).trim(), clean.slice(hash + 1).trim()];
  if (gameName === '') return refuse('The name before the # is missing.');
  if (tagLine === '') return refuse('The tag behind the # is missing.');
  if (gameName.length > LONGEST_NAME || tagLine.length > LONGEST_TAG)
    return refuse('That is longer than a Riot ID can be.');
  return { type: 'ok', gameName, tagLine };
}

export function printRiotId({ gameName, tagLine }: RiotId): string {
  return `${gameName}#${tagLine}`;
}

/** The part that names begin with, for suggestions. */
export function typedName(text: string): string {
  return cleanText(text).split('#', 1)[0]?.trim().slice(0, LONGEST_NAME) ?? '';
}

function cleanText(text: string): string {
  return text.normalize('NFC').replaceAll(INVISIBLE, '').trim();
}

function refuse(expected: string): ReadRiotId {
  return { type: 'refused', expected };
}
