/**
 * Which client patches a set lived on, and what its patches were called: the bridge from `game_version` to a patch.
 *
 * Checked against real games of sets 6, 10, 11 and 13 to 17; the first clients of sets 1 to 5, 7 to 9 and 12 are from the notes of
 * those years. A game of a set on a client of a later set comes from a mode that brings an old set back.
 */
import { isPracticeSet } from './patch-name.ts';

export type VersionSays =
  | { readonly type: 'patch'; readonly setNumber: number; readonly patch: string }
  | { readonly type: 'revival' }
  | { readonly type: 'nothing' };

type Client = readonly [major: number, minor: number];

/** The client patch that each set began with. */
const FIRST_CLIENTS: ReadonlyMap<number, Client> = new Map<number, Client>([
  [1, [9, 13]],
  [2, [9, 22]],
  [3, [10, 6]],
  [4, [10, 19]],
  [5, [11, 9]],
  [6, [11, 22]],
  [7, [12, 11]],
  [8, [12, 23]],
  [9, [13, 12]],
  [10, [13, 23]],
  [11, [14, 6]],
  [12, [14, 15]],
  [13, [14, 23]],
  [14, [15, 7]],
  [15, [15, 15]],
  [16, [15, 24]],
  [17, [16, 8]],
  [18, [16, 17]],
]);
/** From here on patches are counted within their set; before, they had the client's number. */
const FIRST_COUNTED_SET = 13;
/** Sets 13 and 16 went on over New Year, when the client's first number changes; both years ended with its 24th patch. */
const PATCHES_A_YEAR = 24;

/** Client patches in one sequence over the years; null: there is no number in the text, or one of the practice world. */
export function clientIndex(version: string): number | null {
  const client = readClientVersion(version);
  return client === null || isPracticeSet(client.major) ? null : indexOf([client.major, client.minor]);
}

/** The index of each set's first client, for the sets that this program knows. */
export function firstClientIndexes(): Map<number, number> {
  return new Map([...FIRST_CLIENTS].map(([set, client]) => [set, indexOf(client)]));
}

function indexOf([major, minor]: Client): number {
  return major * PATCHES_A_YEAR + minor;
}

const NOTHING: VersionSays = { type: 'nothing' };

export function patchOfVersion(setNumber: number | null, version: string | null): VersionSays {
  const client = readClientVersion(version);
  if (client === null) return NOTHING;
  if (client.isOwnClient || isPracticeSet(client.major)) return ofOwnClient(setNumber, client);
  const set = setNumber ?? newestSetOn(client);
  return set === null ? NOTHING : ofSharedClient(set, [client.major, client.minor]);
}

/** The version is the patch; a set that does not fit it was brought back. */
function ofOwnClient(setNumber: number | null, { major, minor }: ClientVersion): VersionSays {
  if (setNumber !== null && setNumber !== major)
    return setNumber < major && !isPracticeSet(major) ? { type: 'revival' } : NOTHING;
  return { type: 'patch', setNumber: major, patch: `${major}.${minor}` };
}

function ofSharedClient(setNumber: number, client: Client): VersionSays {
  const first = FIRST_CLIENTS.get(setNumber);
  // A set that this program has not heard of: its games are told apart by the client, until somebody names them.
  if (first === undefined) return { type: 'patch', setNumber, patch: client.join('.') };
  if (isBefore(client, first)) return NOTHING;
  const next = FIRST_CLIENTS.get(setNumber + 1);
  if (next !== undefined && !isBefore(client, next)) return { type: 'revival' };
  return { type: 'patch', setNumber, patch: nameOf(setNumber, client, first) };
}

function nameOf(setNumber: number, client: Client, first: Client): string {
  if (setNumber < FIRST_COUNTED_SET) return client.join('.');
  return `${setNumber}.${indexOf(client) - indexOf(first) + 1}`;
}

function newestSetOn({ major, minor }: ClientVersion): number | null {
  const begun = [...FIRST_CLIENTS].filter(([, first]) => !isBefore([major, minor], first));
  return begun.at(-1)?.[0] ?? null;
}

function isBefore(client: Client, other: Client): boolean {
  return client[0] === other[0] ? client[1] < other[1] : client[0] < other[0];
}

/**
 * From `game_version`: the number of the client's patch, which is not the number of the game's patch (client 16.11 is patch 17.4). Seen:
 * - `Version 12.6.432.1258 (Mar 29 2022/…) [PUBLIC] <Releases/12.6>`, later with `Linux` in front
 * - `TFT Unreal Version ?.?.?.?`, which has no number. If it gets one, it is that of the game's own patch.
 */
export interface ClientVersion {
  readonly major: number;
  readonly minor: number;
  /** It names the game's patch itself, because the game has a client of its own. */
  readonly isOwnClient: boolean;
}

const FIRST_TWO_NUMBERS = /(?<![\d.])(\d{1,3})\.(\d{1,3})(?!\d)/;

/** Null: there is nothing in it. */
export function readClientVersion(text: string | null): ClientVersion | null {
  const [, major, minor] = FIRST_TWO_NUMBERS.exec(text ?? '') ?? [];
  if (text === null || major === undefined || minor === undefined) return null;
  return { major: Number(major), minor: Number(minor), isOwnClient: /unreal/i.test(text) };
}
