/**
 * Lists the games of one player. Unknown ids, their jobs and the cursor are one transaction: the cursor never passes an id that is
 * not in `match`, and a run that is cut short, or runs twice, leaves nothing half done.
 *
 * The list is asked from before the cursor on: a game shows up when it is over, which is up to an hour after the start that it is
 * listed by, and sometimes later still. What is asked for twice costs nothing, because a list is one call however long it is.
 */
import { Type } from 'typebox';
import { findPlatform, regionOf, type Region } from '#/domain/riot/routing.ts';
import { moveCursor, readCursor } from '#/stores/postgres/cursor.ts';
import { findPlayer, giveUpListing, markOfAnotherKey, notePlayerListed } from '#/stores/postgres/player.ts';
import { defineJob, type JobContext, type JobKind } from '../define-job.ts';
import { done, skip, type JobOutcome } from '../job-outcome.ts';
import { postponeOrThrow, type CallFailure } from '../games/call-failure.ts';
import { listKind, SOURCE, type TftCrawlOptions } from './crawl-options.ts';
import type { ListingGate } from './listing-gate.ts';
import { readMatchList } from './match-list.ts';
import { BACKFILL, LIVE } from '../games/priority.ts';
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
    // Whoever waits for a personal key's limits waits long.
    timeoutSeconds: 6 * 3_600,
    concurrency: 8,
    async handle({ puuid }, context) {
      await gate.waitForRoom(region, context.signal);
      try {
        return await listPlayer(options, puuid, context);
      } catch (error) {
        // Somebody whose list fails every time must not keep the platform from its next cycle.
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
  if (player === undefined || platform === undefined) return skip('no such player is known');
  if (!player.isToBeListed) return skip('the list was read already');
  if (player.keyId !== options.keyId()) return skip('the player was found with another key');

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
    log.warn({ puuid }, 'the key was changed: this player was found with another one');
    return skip(`the player was found with another key (${failure.message})`);
  }
  return postponeOrThrow(failure, 'the list of matches', now(), random());
}
