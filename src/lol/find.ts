/**
 * Finds the player of a Riot ID. A result is valid for a day, because players change their names. A former name still finds its player,
 * under the new one, until another player takes it: all data belongs to the puuid, which does not change. The platform is asked of the
 * account service; a hint of the request only chooses the host.
 *
 * No request waits for the upstream: for an unknown Riot ID it writes a look-up and its job in one transaction, and the job also starts
 * the collection of the player's history.
 */
import type { LolCollection } from '#/contract/lol-collection.ts';
import {
  ACCOUNT_REGIONS,
  type AccountRegion,
  findPlatform,
  type Platform,
  regionOf,
  toAccountRegion,
} from '#/domain/riot/routing.ts';
import {
  endLookup,
  type KnownPlayer,
  type LookupEnd,
  type LookupLimits,
  type NameLookup,
  noteLookupDelayed,
  notePlayerFound,
  noteRiotId,
  openLookup,
  readCurrentLookup,
  readLookup,
  readPlayer,
  readRiotId,
  type RiotIdName,
} from '#/match/people.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, type JobOutcome, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { Database, Queryable } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import type { CallOptions } from '#/upstream/call.ts';
import { readBudgetView } from '#/upstream/permit.ts';
import { type CallFailure, describeFailure, postponeOrThrow } from '#/upstream/retry.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { LolCollectOptions } from './collect.ts';
import { openCollection } from './collection-rows.ts';
import { COLLECT_HISTORY, LOOK_UP_PLAYER, SOURCE } from './kinds.ts';
import { expectedWaitMs } from './progress.ts';
import { Type } from 'typebox';

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

function nameOf(wanted: Pick<WantedPlayer, 'gameName' | 'tagLine'>, keyId: string): RiotIdName {
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

/** Account and active region. */
const CALLS = 2;
const METHODS = ['account-v1.by-riot-id', 'account-v1.active-region'];

/**
 * Every regional host knows all accounts and has its own limits, and one of them also serves the matches being collected: look-ups use
 * the host with the most room. With equal room it is the nearest.
 */
export async function chooseAccountHost(
  database: Queryable,
  budgetId: string | undefined,
  nearest: AccountRegion = 'europe',
): Promise<AccountRegion> {
  if (budgetId === undefined) return nearest;
  const hosts = [nearest, ...ACCOUNT_REGIONS.filter((region) => region !== nearest)];
  let best = { region: nearest, waitMs: Infinity };
  for (const region of hosts) {
    const budget = await readBudgetView(database, { keyId: budgetId, host: region });
    const waitMs = (budget && expectedWaitMs(budget, CALLS, METHODS)) ?? 0;
    if (waitMs < best.waitMs) best = { region, waitMs };
    if (waitMs === 0) break;
  }
  return best.region;
}

const LOOKUP_RETRIES = 5;
/**
 * Names that do not exist cost one call each. A personal key has 300 calls in two minutes on the three account hosts; visitors
 * may spend a third of them on unknown names.
 */
const LOOKUP_LIMITS: LookupLimits = { retrySeconds: 60, most: 100, windowSeconds: 120 };

export interface Lookups {
  /** The look-up of this name that waits, or that failed a moment ago. */
  current(wanted: WantedPlayer, keyId: string): Promise<NameLookup | undefined>;
  /** Starts a look-up unless there is a current one. Returns undefined if too many were started lately. */
  start(wanted: WantedPlayer, keyId: string, collects: boolean): Promise<NameLookup | undefined>;
  read(id: string): Promise<NameLookup | undefined>;
}

export function createLookups(
  { database, jobs }: { readonly database: Database; readonly jobs: JobSender },
  limits: LookupLimits = LOOKUP_LIMITS,
): Lookups {
  const current: Lookups['current'] = (wanted, keyId) =>
    readCurrentLookup(database, nameOf(wanted, keyId), limits);
  return {
    current,
    async start(wanted, keyId, collects) {
      const name = nameOf(wanted, keyId);
      const platformHint = wanted.platformHint ?? null;
      const opened = await database.transaction(async (tx) => {
        const lookup = await openLookup(tx, { ...name, platformHint, collects }, limits);
        if (lookup !== undefined) await jobs.send(LOOK_UP_PLAYER, { lookup: lookup.id }, { tx });
        return lookup;
      });
      return opened ?? current(wanted, keyId);
    },
    read: (id) => readLookup(database, id),
  };
}

export function lookupTopic(id: string): `lol-lookup/${string}` {
  return `lol-lookup/${id}`;
}

/** A look-up in the shape of the collection that follows it. */
export function describeLookup({ state, requestedAt, endedAt, reason }: NameLookup): LolCollection {
  const isRunning = state === 'waiting';
  return {
    state: isRunning ? 'finding' : 'failed',
    isRunning,
    isFresh: false,
    requestedAt: requestedAt.toISOString(),
    listedAt: null,
    endedAt: endedAt?.toISOString() ?? null,
    reason: state === 'nobody' ? 'No player has this Riot ID.' : reason,
    progress: { total: 0, done: 0, unfetchable: 0, wanted: 0 },
    uncounted: 0,
    expectedEnd: null,
    placeInLine: null,
    refreshAfterSeconds: 0,
  };
}

export function createLookUpPlayer(options: LolCollectOptions): JobKind<{ lookup: string }> {
  const { database } = options;
  return defineJob({
    kind: LOOK_UP_PLAYER,
    payload: Type.Object({ lookup: Type.String({ pattern: '^\\d{1,18}$' }) }),
    key: ({ lookup }) => lookup,
    onePerKey: true,
    retry: { limit: LOOKUP_RETRIES, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    // With a personal key, waiting for permits can take minutes.
    timeoutSeconds: 3_600,
    concurrency: 5,
    async handle({ lookup: id }, context) {
      const lookup = await readLookup(database, id);
      if (lookup?.state !== 'waiting') return skip('the look-up has ended');
      try {
        return await lookUp(options, lookup, context);
      } catch (error) {
        if (context.attempt > LOOKUP_RETRIES && !context.signal.aborted)
          await endLookup(database, id, { state: 'failed', reason: wordsOf(error), isKeyFault: false });
        throw error;
      } finally {
        await publishNotice(database, { topic: lookupTopic(id) });
      }
    },
  });
}

async function lookUp(
  options: LolCollectOptions,
  { id, gameName, tagLine, platformHint, collects }: NameLookup,
  { jobs, signal }: JobContext,
): Promise<JobOutcome> {
  const { database } = options;
  const wanted = {
    gameName,
    tagLine,
    platformHint: platformHint === null ? undefined : findPlatform(platformHint),
  };
  const found = await findByRiotId(options, wanted, { lane: 'person', signal });
  if (found.type === 'failure') return deferLookup(options, id, found.failure);
  if (found.type === 'notFound') {
    await endLookup(database, id, { state: 'nobody' });
    return done();
  }
  const { player } = found;
  await database.transaction(async (tx) => {
    await endLookup(tx, id, { state: 'found', puuid: player.puuid });
    const collection = collects ? await openCollection(tx, SOURCE, player) : undefined;
    if (collection !== undefined) await jobs.send(COLLECT_HISTORY, { collection }, { tx });
  });
  return done();
}

async function deferLookup(
  { database, now, random = Math.random }: LolCollectOptions,
  id: string,
  failure: CallFailure,
): Promise<JobOutcome> {
  const reason = toStorableText(describeFailure(failure));
  if (failure.outcome === 'forbidden' || failure.outcome === 'rejected' || failure.outcome === 'notFound') {
    const end: LookupEnd = { state: 'failed', reason, isKeyFault: failure.outcome === 'forbidden' };
    await endLookup(database, id, end);
    return skip(reason);
  }
  await noteLookupDelayed(database, id, reason);
  return postponeOrThrow(failure, 'the look-up of a Riot ID', now(), random());
}

function wordsOf(error: unknown): string {
  return toStorableText(error instanceof Error ? error.message : String(error));
}
