/**
 * Lists the matches of one player. Unknown ids, their jobs and the cursor commit together: the cursor never passes an id that is not in
 * `match`, and an interrupted or repeated run leaves nothing half done.
 *
 * The list starts some hours before the cursor: a match is listed by its start and appears after its end, up to an hour later and
 * sometimes more. The overlap is free, because a list is one call of any length.
 */
import { Type } from 'typebox';
import { findPlatform, regionOf, type Region } from '#/domain/riot/routing.ts';
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import { findPlayer, giveUpListing, markOfAnotherKey, notePlayerListed } from '#/match/player.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { postponeOrThrow, type CallFailure } from '#/upstream/retry.ts';
import { listKind, SOURCE, type TftCrawlOptions } from './crawl-options.ts';
import type { ListingGate } from './listing-gate.ts';
import { readMatchList } from './match-list.ts';
import { BACKFILL, LIVE } from '#/match/priority.ts';
import { packUnknown, wantMatches } from './want-matches.ts';

const SLACK_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;
const RETRIES = 5;

export function createListMatches(
  options: TftCrawlOptions,
  region: Region,
  gate: ListingGate,
): JobKind<{ puuid: string }> {
  return defineJob({
    kind: listKind(region),
    payload: Type.Object({ puuid: Type.String({ minLength: 1, maxLength: 200 }) }),
    key: ({ puuid }) => puuid,
    onePerKey: true,
    retry: { limit: RETRIES, firstDelaySeconds: 10, maxDelaySeconds: 60 },
    // With a personal key, waiting for permits can take hours.
    timeoutSeconds: 6 * 3_600,
    concurrency: 8,
    async handle({ puuid }, context) {
      await gate.waitForRoom(region, context.signal);
      try {
        return await listPlayer(options, puuid, context);
      } catch (error) {
        // Give up after the last retry; otherwise this player blocks the platform's next cycle.
        if (context.attempt > RETRIES && !context.signal.aborted)
          await giveUpListing(options.database, SOURCE, puuid);
        throw error;
      }
    },
  });
}

async function listPlayer(options: TftCrawlOptions, puuid: string, context: JobContext): Promise<JobOutcome> {
  const { database, riot, now, upstreamNow = now, historyDays } = options;
  const player = await findPlayer(database, SOURCE, puuid);
  const platform = player === undefined ? undefined : findPlatform(player.platform);
  if (player === undefined || platform === undefined) return skip('unknown player');
  if (!player.isToBeListed) return skip('match list is up to date');
  if (player.keyId !== options.keyId()) return skip('player id belongs to another API key');

  const cursor = { source: SOURCE, kind: 'matches', name: puuid };
  const readUntil = await readCursor(database, cursor);
  const askedAt = upstreamNow();
  const since = new Date(
    Math.max(askedAt.getTime() - historyDays * DAY_MS, (readUntil?.getTime() ?? 0) - SLACK_MS),
  );
  const calling = { lane: 'live', signal: context.signal } as const;
  const { ids, failure } = await readMatchList(riot, { puuid, region: regionOf(platform), since }, calling);
  const packed = await packUnknown(database, ids);
  const priority = readUntil === undefined ? BACKFILL : LIVE;
  await database.transaction(async (tx) => {
    if (failure === null) {
      await moveCursor(tx, cursor, askedAt);
      await notePlayerListed(tx, SOURCE, puuid);
    }
    await wantMatches(tx, context.jobs, packed, { priority, listedAt: askedAt });
  });
  return failure === null ? done() : answerFailure(options, puuid, failure, context);
}

async function answerFailure(
  { database, now, random = Math.random }: TftCrawlOptions,
  puuid: string,
  failure: CallFailure,
  { log }: JobContext,
): Promise<JobOutcome> {
  if (failure.outcome === 'rejected' && failure.reason === 'foreignPuuid') {
    await markOfAnotherKey(database, SOURCE, puuid);
    log.warn({ puuid }, 'player id belongs to another API key');
    return skip(`player id belongs to another API key (${failure.message})`);
  }
  return postponeOrThrow(failure, 'the list of matches', now(), random());
}
