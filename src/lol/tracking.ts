/**
 * Tracked players: schedules for the newest matches and the ranks, the job that collects one player, and requests. The newest matches are
 * collected hourly and ranks daily, linked accounts included; a missed round is run once. Rounds make no upstream calls, so rate limits
 * cannot delay them.
 */
import { listSince, nextCursor, takeNewest } from '#/domain/lol/tracking/next-games.ts';
import { findPlatform } from '#/domain/riot/routing.ts';
import { BACKFILL, LIVE } from '#/match/priority.ts';
import { findUnknown } from '#/match/rows.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, type JobOutcome, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { holdCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { type CallFailure, describeFailure, postponeOrThrow } from '#/upstream/retry.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import { listAccounts } from './account-rows.ts';
import { findByRiotId, type FindPlayerDeps, type WantedPlayer } from './find.ts';
import { holdFollowed } from './forget.ts';
import { MATCHES, SOURCE } from './kinds.ts';
import { noteListPosition, readGameIds, wantGames } from './list.ts';
import {
  addMembers,
  findTracked,
  listTracked,
  noteTrackedFailed,
  noteTrackedListed,
  type TrackedRow,
  trackPlayer,
} from './tracked-rows.ts';
import { type Static, Type } from 'typebox';

export interface LolTrackingOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolLeagueOfPlayer'>;
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  readonly settings: TrackingSettings;
}

export interface TrackingSettings {
  /** Prefix of the queue names. */
  readonly queuePrefix: string;
  /** Maximum new matches per run. */
  readonly gamesPerRun: number;
  /** Days that are collected for a newly tracked player. */
  readonly lookbackDays: number;
  /** Whether matches and ranks are collected on schedule. */
  readonly isScheduled: boolean;
  readonly latestCron: string;
  readonly ranksCron: string;
  readonly reportsCron: string;
  /** Time zone of the schedules, and the default for days and weeks of players and groups. */
  readonly timeZone: string;
}

/** Name of the cursor: every match of the player that was listed before it is in `match`. */
export const LATEST_CURSOR = 'latest';

const MOST_DAYS = 730;

export const CollectPayload = Type.Object({
  puuid: Type.String({ minLength: 1, maxLength: 100 }),
  /** Maximum unknown matches. Default: the setting. */
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** All matches of this many days. */
  lookbackDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS })),
  /** From the start of the period, regardless of the cursor. */
  force: Type.Boolean(),
  requestedBy: Type.String({ minLength: 1, maxLength: 100 }),
});
export type CollectPayload = Static<typeof CollectPayload>;

export function trackingKinds({ queuePrefix }: Pick<TrackingSettings, 'queuePrefix'>) {
  return {
    collectTracked: `${queuePrefix}/collect-tracked`,
    collectPlayer: `${queuePrefix}/collect-player`,
    readRanks: `${queuePrefix}/read-ranks`,
    readRank: `${queuePrefix}/read-rank`,
    makeReports: `${queuePrefix}/make-weekly-reports`,
    makeReport: `${queuePrefix}/make-report`,
  } as const;
}

type Options = Pick<LolTrackingOptions, 'database' | 'keyId' | 'settings'>;

const RETRY = { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 };

export function createCollectTracked({ database, keyId, settings }: Options): JobKind<object> {
  const kinds = trackingKinds(settings);
  return defineJob({
    kind: kinds.collectTracked,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: RETRY,
    concurrency: 1,
    ...scheduled(settings, settings.latestCron),
    async handle(_payload, { jobs, log }) {
      const key = keyId();
      const players = (await listTracked(database)).filter((player) => player.keyId === key);
      if (players.length === 0) return skip('no player is tracked');
      const wishes = players.map(({ puuid }): CollectPayload => ({
        puuid,
        force: false,
        requestedBy: 'schedule',
      }));
      const sent = await jobs.sendMany(kinds.collectPlayer, wishes);
      log.info({ players: players.length, sent }, 'tracked players requested');
      return done();
    },
  });
}

export function createReadRanks({ database, keyId, settings }: Options): JobKind<object> {
  const kinds = trackingKinds(settings);
  return defineJob({
    kind: kinds.readRanks,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: RETRY,
    concurrency: 1,
    ...scheduled(settings, settings.ranksCron),
    async handle(_payload, { jobs }) {
      const key = keyId();
      const known = [...(await listTracked(database)), ...(await listAccounts(database))];
      const players = new Map(known.filter((one) => one.keyId === key).map((one) => [one.puuid, one]));
      if (players.size === 0) return skip('no player is tracked or linked');
      await jobs.sendMany(
        kinds.readRank,
        [...players.values()].map(({ puuid, platform, keyId: key }) => ({ puuid, platform, keyId: key })),
      );
      return done();
    },
  });
}

function scheduled({ isScheduled, timeZone }: Options['settings'], cron: string) {
  return isScheduled ? { schedule: { cron, timeZone, missed: 'once' as const, payload: {} } } : {};
}

/**
 * Collects the matches of one tracked player: the newest, or those of a number of days. List, wanted matches and cursor are one
 * transaction (`domain/lol/tracking/next-games.ts` defines the cursor). A player has at most one job for the newest matches, and one for
 * each backfill period. A backfill has its own key, so that a waiting hourly job does not replace it; the two may list concurrently.
 */
export function createCollectPlayer(options: LolTrackingOptions): JobKind<CollectPayload> {
  return defineJob({
    kind: trackingKinds(options.settings).collectPlayer,
    payload: CollectPayload,
    key: keyOf,
    onePerKey: true,
    retry: { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    // With a personal key, waiting for permits can take hours.
    timeoutSeconds: 6 * 3_600,
    concurrency: 8,
    async handle(wish, context) {
      const player = await findTracked(options.database, wish.puuid);
      if (player === undefined) return skip('the player is not tracked');
      if (player.keyId !== options.keyId()) return skip('player id belongs to another API key');
      return collect(options, player, wish, context);
    },
  });
}

function keyOf({ puuid, lookbackDays, count }: CollectPayload): string {
  if (lookbackDays === undefined) return `latest:${puuid}`;
  return ['backfill', puuid, `${lookbackDays}d`, ...(count === undefined ? [] : [count])].join(':');
}

async function collect(
  options: LolTrackingOptions,
  { puuid, platform: name }: TrackedRow,
  wish: CollectPayload,
  { signal, log }: JobContext,
): Promise<JobOutcome> {
  const { database, riot, now, upstreamNow = now, settings } = options;
  const platform = findPlatform(name);
  if (platform === undefined) return skip(`${name} is no platform`);
  const isBackfill = wish.lookbackDays !== undefined;
  const cursor = { source: SOURCE, kind: LATEST_CURSOR, name: puuid };
  const readUntil = await readCursor(database, cursor);
  const askedAt = upstreamNow();
  const since = listSince({
    askedAt,
    readUntil,
    lookbackDays: wish.lookbackDays ?? settings.lookbackDays,
    fromBeginning: wish.force || isBackfill,
  });
  const lane = isBackfill ? 'backfill' : 'live';
  const { ids, failure } = await readGameIds(riot, { puuid, platform, since }, { lane, signal });
  const unknown = new Set(await findUnknown(database, MATCHES, ids));
  const most = wish.count ?? (isBackfill ? Infinity : settings.gamesPerRun);
  const taken = takeNewest(ids, unknown, most);
  const priority = isBackfill ? BACKFILL : LIVE;
  const added = await database.transaction(async (tx) => {
    if ((await holdFollowed(tx, [puuid])) === 0) return null;
    const wanted = await wantGames(tx, {
      puuid,
      ids: taken.ids,
      withTimelines: false,
      priority,
      listedAt: askedAt,
    });
    if (failure === null) {
      const { leftOver } = taken;
      // Another list of this player may have moved the cursor since then.
      const readUntil = await holdCursor(tx, cursor);
      const next = nextCursor({ askedAt, readUntil }, since, { isWhole: true, leftOver });
      const position = next === undefined ? taken.ids.length : 0;
      await noteListPosition(tx, cursor, { readUntil: next ?? readUntil ?? since, position, leftOver });
      await noteTrackedListed(tx, puuid);
    }
    return wanted.added;
  });
  if (added === null) return skip('the player was deleted');
  if (failure !== null) return answerFailure(options, puuid, failure);
  const { requestedBy, force } = wish;
  log.info(
    { puuid, listed: ids.length, added, leftOver: taken.leftOver, requestedBy, force },
    'tracked player collected',
  );
  return done();
}

async function answerFailure(
  { database, now, random = Math.random }: LolTrackingOptions,
  puuid: string,
  failure: CallFailure,
): Promise<JobOutcome> {
  await noteTrackedFailed(database, puuid, toStorableText(`the list of games: ${describeFailure(failure)}`));
  if (failure.outcome === 'rejected' && failure.reason === 'foreignPuuid')
    return skip('player id belongs to another API key');
  return postponeOrThrow(failure, 'the list of games', now(), random());
}

export interface TrackWish extends WantedPlayer {
  /** Null: the default of the installation. */
  readonly timeZone: string | null;
  readonly lookbackDays?: number | undefined;
  /** Ids. */
  readonly groups: readonly string[];
  readonly requestedBy: string;
}

export type Tracking =
  | { readonly type: 'tracked'; readonly puuid: string; readonly isNew: boolean }
  | { readonly type: 'notFound' }
  | { readonly type: 'failure'; readonly failure: CallFailure };

export interface TrackPlayerDeps extends FindPlayerDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly settings: TrackingSettings;
}

export async function trackByRiotId(
  deps: TrackPlayerDeps,
  wish: TrackWish,
  signal: AbortSignal,
): Promise<Tracking> {
  const found = await findByRiotId(deps, wish, { lane: 'person', signal });
  if (found.type !== 'player') return found;
  const { puuid, platform, keyId } = found.player;
  const kinds = trackingKinds(deps.settings);
  const { lookbackDays = deps.settings.lookbackDays, requestedBy } = wish;
  return deps.database.transaction(async (tx) => {
    const isNew = await trackPlayer(tx, { ...found.player, timeZone: wish.timeZone });
    for (const group of wish.groups) await addMembers(tx, group, [puuid]);
    if (isNew || wish.lookbackDays !== undefined) {
      const collecting: CollectPayload = { puuid, lookbackDays, force: false, requestedBy };
      await deps.jobs.send(kinds.collectPlayer, collecting, { tx });
    }
    if (isNew) await deps.jobs.send(kinds.readRank, { puuid, platform, keyId }, { tx });
    return { type: 'tracked', puuid, isNew };
  });
}
