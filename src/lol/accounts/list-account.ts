/**
 * The first half of a sync: the match list, from some hours before the cursor, becomes wanted matches with timelines. One transaction with
 * the cursor, and only while the claim is held. The pages of an interrupted list are kept.
 */
import { findPlatform } from '#/domain/riot/routing.ts';
import type { AccountRow } from './account.ts';
import { findGamesWithoutTimeline } from './account-games.ts';
import { beatSync, noteSyncListed, type SyncClaim } from './account-sync.ts';
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import { LIVE, PERSON } from '#/match/priority.ts';
import { readGameIds } from '../list-games.ts';
import { SOURCE } from '../lol-kinds.ts';
import { wantGames } from '../want-games.ts';
import { publishAccountChange } from './account-notice.ts';
import { ACCOUNT_CURSOR, type LolAccountsOptions } from './account-options.ts';
import { ClaimLost } from './hold-claim.ts';

/** A match is listed by its start and appears after its end, sometimes later. */
const SLACK_MS = 6 * 3_600_000;

/** Null: read the whole list. */
export async function listAccount(
  { database, riot, now, upstreamNow = now }: LolAccountsOptions,
  account: AccountRow,
  claim: SyncClaim,
  signal: AbortSignal,
): Promise<CallFailure | null> {
  const { puuid } = account;
  const platform = findPlatform(account.platform);
  if (platform === undefined)
    throw new Error(`account ${account.id} plays on ${account.platform}, which is no platform`);
  const isAwaited = account.trigger !== 'schedule' && account.trigger !== 'retry';
  const cursor = { source: SOURCE, kind: ACCOUNT_CURSOR, name: puuid };
  const readUntil = await readCursor(database, cursor);
  const askedAt = upstreamNow();
  const since = readUntil && new Date(readUntil.getTime() - SLACK_MS);
  const calling = { lane: isAwaited ? 'person' : 'live', signal } as const;
  const { ids, failure } = await readGameIds(riot, { puuid, platform, since }, calling);
  const withoutTimeline = await findGamesWithoutTimeline(database, puuid);
  await database.transaction(async (tx) => {
    const isOurs = failure === null ? await noteSyncListed(tx, claim) : await beatSync(tx, claim);
    if (!isOurs)
      throw new ClaimLost(`account ${account.id} was taken by another sync while its list was read`);
    await wantGames(tx, {
      puuid,
      ids: [...ids, ...withoutTimeline],
      withTimelines: true,
      priority: isAwaited ? PERSON : LIVE,
      listedAt: askedAt,
    });
    if (failure === null) await moveCursor(tx, cursor, askedAt);
    await publishAccountChange(tx, account.id);
  });
  return failure;
}
