/**
 * Who is meant by a Riot ID. What was asked is good for a day; then the same name is asked for again, because people change theirs. Who
 * has given up a name is still found by it, under the new one, as long as nobody else has taken it: everything of theirs hangs on
 * the puuid, which does not change.
 *
 * Where somebody plays is asked of the account service, and not of whoever asks: a hint only chooses the host that is asked.
 */
import {
  findPlatform,
  regionOf,
  toAccountRegion,
  type AccountRegion,
  type Platform,
} from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/sources/riot/riot-call.ts';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Queryable } from '#/stores/postgres/database.ts';
import { notePlayerFound, readPlayer, type KnownPlayer } from '#/stores/postgres/player-account.ts';
import { noteRiotId, readRiotId, type RiotIdName } from '#/stores/postgres/riot-id.ts';
import type { CallFailure } from '../games/call-failure.ts';
import { toStorableText } from '../storable-payload.ts';
import { SOURCE } from './lol-kinds.ts';

export interface FindPlayerDeps {
  readonly database: Queryable;
  readonly riot: Pick<RiotClient, 'accountByRiotId' | 'accountByPuuid' | 'activeRegion'>;
  /** Names the key that puuids are got with now; undefined while there is none. */
  readonly keyId: () => string | undefined;
  /** Which of the hosts that know every account is asked. Default: that of the hint, or europe. */
  readonly accountRegion?: ((hint: AccountRegion | undefined) => Promise<AccountRegion>) | undefined;
}

export interface WantedPlayer {
  readonly gameName: string;
  readonly tagLine: string;
  readonly platformHint?: Platform | undefined;
}

export interface FoundPlayer {
  readonly puuid: string;
  readonly keyId: string;
  readonly platform: Platform;
  /** As it is now: another one when they have changed it since. */
  readonly gameName: string;
  readonly tagLine: string;
}

export type PlayerFinding =
  | { readonly type: 'player'; readonly player: FoundPlayer }
  | { readonly type: 'notFound' }
  | { readonly type: 'failure'; readonly failure: CallFailure };

interface AskedPlace {
  readonly region: AccountRegion;
  readonly platformHint: Platform | undefined;
}

const DAY_SECONDS = 86_400;
/** Names without a player are looked up again sooner: the name may have been registered meanwhile. */
const NOBODY_SECONDS = 3_600;
const NOBODY: PlayerFinding = { type: 'notFound' };
const NO_KEY: CallFailure = {
  outcome: 'forbidden',
  reason: 'noKey',
  status: null,
  message: 'no key for League of Legends is set',
};

export async function findByRiotId(
  deps: FindPlayerDeps,
  wanted: WantedPlayer,
  calling: CallOptions,
): Promise<PlayerFinding> {
  const keyId = deps.keyId();
  if (keyId === undefined) return { type: 'failure', failure: NO_KEY };
  const name = nameOf(wanted, keyId);
  const known = await readKnown(deps.database, name);
  if (known.type === 'nobody') return NOBODY;
  if (known.type === 'player' && !known.isOld) return { type: 'player', player: known.player };
  const { gameName, tagLine } = name;
  const asked = await askForName(deps, { ...wanted, gameName, tagLine }, name, known.puuid, calling);
  // While the upstream does not answer, the stored player is used.
  if (asked.type === 'failure' && known.type === 'player') return { type: 'player', player: known.player };
  return asked;
}

export type KnownName =
  | { readonly type: 'noKey'; readonly failure: CallFailure }
  | { readonly type: 'player'; readonly player: FoundPlayer; readonly isOld: boolean; readonly puuid: string }
  | { readonly type: 'nobody'; readonly ageSeconds: number; readonly againSeconds: number }
  | { readonly type: 'unknown'; readonly keyId: string; readonly puuid: string | null };

/** What is known of a Riot ID here. Makes no upstream call. */
export async function locatePlayer(
  { database, keyId }: Pick<FindPlayerDeps, 'database' | 'keyId'>,
  wanted: WantedPlayer,
): Promise<KnownName> {
  const key = keyId();
  if (key === undefined) return { type: 'noKey', failure: NO_KEY };
  return readKnown(database, nameOf(wanted, key));
}

export function nameOf(wanted: Pick<WantedPlayer, 'gameName' | 'tagLine'>, keyId: string): RiotIdName {
  const gameName = toStorableText(wanted.gameName).trim();
  const tagLine = toStorableText(wanted.tagLine).trim();
  return { source: SOURCE, keyId, gameName, tagLine };
}

async function readKnown(
  database: Queryable,
  name: RiotIdName,
): Promise<Exclude<KnownName, { type: 'noKey' }>> {
  const known = await readRiotId(database, name);
  const unknown = { type: 'unknown', keyId: name.keyId, puuid: known?.puuid ?? null } as const;
  if (known === undefined) return unknown;
  const { puuid, ageSeconds } = known;
  if (puuid === null) {
    const againSeconds = Math.ceil(NOBODY_SECONDS - ageSeconds);
    return againSeconds > 0 ? { type: 'nobody', ageSeconds, againSeconds } : unknown;
  }
  const stored = await readPlayer(database, SOURCE, puuid);
  const player = stored && toFound(stored);
  return player === undefined ? unknown : { type: 'player', player, isOld: ageSeconds >= DAY_SECONDS, puuid };
}

async function askForName(
  deps: FindPlayerDeps,
  { gameName, tagLine, platformHint }: WantedPlayer,
  name: RiotIdName,
  hadItLast: string | null,
  calling: CallOptions,
): Promise<PlayerFinding> {
  const hint = platformHint && toAccountRegion(regionOf(platformHint));
  const region = (await deps.accountRegion?.(hint)) ?? hint ?? 'europe';
  const answer = await deps.riot.accountByRiotId({ game: 'lol', region, gameName, tagLine }, calling);
  const place = { region, platformHint };
  if (answer.outcome === 'ok') {
    const { puuid } = answer.body;
    const now = { gameName: answer.body.gameName ?? gameName, tagLine: answer.body.tagLine ?? tagLine };
    const found = await placeOf(deps, { puuid, keyId: name.keyId, ...now }, place, calling);
    return noted(deps, name, found, true);
  }
  const isNobody = answer.outcome === 'notFound' || isBadName(answer);
  if (!isNobody) return { type: 'failure', failure: answer };
  const found = hadItLast === null ? NOBODY : await follow(deps, name.keyId, hadItLast, place, calling);
  return noted(deps, name, found, false);
}

async function noted(
  { database }: FindPlayerDeps,
  name: RiotIdName,
  found: PlayerFinding,
  isHeld: boolean,
): Promise<PlayerFinding> {
  if (found.type === 'failure') return found;
  const puuid = found.type === 'player' ? found.player.puuid : null;
  await noteRiotId(database, name, { puuid, isHeld });
  return found;
}

/** What can be no Riot ID is refused before it is sent: nobody has such a name. */
function isBadName(answer: CallFailure): boolean {
  return answer.outcome === 'rejected' && (answer.reason === 'badArgument' || answer.status === 400);
}

/** Whoever had the name, under the one that they have now. */
async function follow(
  deps: FindPlayerDeps,
  keyId: string,
  puuid: string,
  place: AskedPlace,
  calling: CallOptions,
): Promise<PlayerFinding> {
  const { region } = place;
  const answer = await deps.riot.accountByPuuid({ game: 'lol', region, puuid }, calling);
  if (answer.outcome === 'notFound' || answer.outcome === 'rejected') return NOBODY;
  if (answer.outcome !== 'ok') return { type: 'failure', failure: answer };
  const { gameName, tagLine } = answer.body;
  // Without a name the account is not to be shown.
  if (!gameName || !tagLine) return NOBODY;
  return placeOf(deps, { puuid, keyId, gameName, tagLine }, place, calling);
}

async function placeOf(
  { database, riot }: FindPlayerDeps,
  account: Omit<FoundPlayer, 'platform'>,
  { region, platformHint }: AskedPlace,
  calling: CallOptions,
): Promise<PlayerFinding> {
  const answer = await riot.activeRegion({ game: 'lol', region, puuid: account.puuid }, calling);
  if (answer.outcome !== 'ok' && answer.outcome !== 'notFound') return { type: 'failure', failure: answer };
  // Of an account that has not played for long nothing may be known; whoever asks may know better.
  const platform = (answer.outcome === 'ok' ? findPlatform(answer.body.region) : undefined) ?? platformHint;
  if (platform === undefined) return NOBODY;
  const player = {
    ...account,
    platform,
    gameName: toStorableText(account.gameName),
    tagLine: toStorableText(account.tagLine),
  };
  await notePlayerFound(database, SOURCE, player);
  return { type: 'player', player };
}

function toFound({ puuid, keyId, platform, gameName, tagLine }: KnownPlayer): FoundPlayer | undefined {
  const known = findPlatform(platform);
  if (known === undefined || gameName === null || tagLine === null) return undefined;
  return { puuid, keyId, platform: known, gameName, tagLine };
}
