/**
 * Collects the matches of one tracked player: the newest, or those of a number of days. List, wanted matches and cursor are one transaction
 * (`domain/lol/tracking/next-games.ts` defines the cursor).
 *
 * A player has at most one job for the newest matches, and one for each backfill period. A backfill has its own key, so that a waiting
 * hourly job does not replace it; the two may list at the same time.
 */
import { listSince, nextCursor, takeNewest } from '#/domain/lol/tracking/next-games.ts';
import { findPlatform } from '#/domain/riot/routing.ts';
import { holdCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import { holdFollowed } from '../forget-player.ts';
import { noteListPosition } from '../list-position.ts';
import { findUnknown } from '#/match/rows.ts';
import { findTracked, noteTrackedFailed, noteTrackedListed, type TrackedRow } from './tracked-player.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { describeFailure, postponeOrThrow, type CallFailure } from '#/upstream/retry.ts';
import { BACKFILL, LIVE } from '#/match/priority.ts';
import { done, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { readGameIds } from '../list-games.ts';
import { MATCHES, SOURCE } from '../lol-kinds.ts';
import { wantGames } from '../want-games.ts';
import { CollectPayload, LATEST_CURSOR, trackingKinds, type LolTrackingOptions } from './tracking-options.ts';

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
