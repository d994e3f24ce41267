/**
 * Finds the player of a Riot ID. A result is valid for a day, because players change their names. A former name still finds its player, under
 * the new one, until another player takes it: all data belongs to the puuid, which does not change.
 *
 * The platform is asked of the account service; a hint of the request only chooses the host.
 */
import {
  findPlatform,
  regionOf,
  toAccountRegion,
  type AccountRegion,
  type Platform,
} from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/upstream/call.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { notePlayerFound, readPlayer, type KnownPlayer } from './player-account.ts';
import { noteRiotId, readRiotId, type RiotIdName } from '#/match/riot-id.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { SOURCE } from './lol-kinds.ts';

export interface FindPlayerDeps {
  readonly database: Queryable;
  readonly riot: Pick<RiotClient, 'accountByRiotId' | 'accountByPuuid' | 'activeRegion'>;
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  /** The regional host to ask. Default: that of the hint, or europe. */
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
  /** The current name, which may differ from the requested one. */
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
/** Unknown names are looked up again sooner, because they may be registered by then. */
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

/** What is stored of a Riot ID. Makes no upstream call. */
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

/** Rejects text that cannot be a Riot ID, without a call. */
function isBadName(answer: CallFailure): boolean {
  return answer.outcome === 'rejected' && (answer.reason === 'badArgument' || answer.status === 400);
}

/** The former holder of the name, with the current name. */
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
  // An account without a name is not shown.
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
  // The service may not know an inactive account's region; the hint of the request is used then.
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
