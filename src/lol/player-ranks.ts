/**
 * Stores a player's rank in every ranked queue when it has changed. An unranked player adds nothing, and nothing is stored about a player
 * who is no longer followed and may have been forgotten meanwhile.
 */
import { findPlatform } from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/upstream/call.ts';
import type { RiotClient } from '#/upstream/riot.ts';
import type { Database, Transaction } from '#/runtime/postgres/database.ts';
import { holdFollowed } from './forget-player.ts';
import { appendChangedRanks } from '#/match/rank-snapshot.ts';
import type { CallFailure } from '#/upstream/retry.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { SOURCE } from './lol-kinds.ts';

export interface PlayerRanksDeps {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolLeagueOfPlayer'>;
  readonly now: () => Date;
  readonly upstreamNow?: (() => Date) | undefined;
}

interface RankedPlayer {
  readonly puuid: string;
  readonly platform: string;
  /** Whether the player is still followed; if so, locks the player until the transaction ends. Default: linked or tracked. */
  readonly hold?: (tx: Transaction) => Promise<boolean>;
}

const whoIsFollowed = (puuid: string) => async (tx: Transaction) => (await holdFollowed(tx, [puuid])) > 0;

/** Null on success, also if there is no rank. */
export async function keepRanksOfPlayer(
  { database, riot, now, upstreamNow = now }: PlayerRanksDeps,
  { puuid, platform: name, hold = whoIsFollowed(puuid) }: RankedPlayer,
  calling: CallOptions,
): Promise<CallFailure | null> {
  const platform = findPlatform(name);
  if (platform === undefined) throw new Error(`${puuid} plays on ${name}, which is no platform`);
  const answer = await riot.lolLeagueOfPlayer({ platform, puuid }, calling);
  if (answer.outcome !== 'ok') return answer;
  // Taken after the answer: the rank may not include matches that ended during the call.
  const takenAt = upstreamNow();
  await database.transaction(async (tx) => {
    if (!(await hold(tx))) return;
    for (const { queueType, tier, rank, leaguePoints, wins, losses } of answer.body) {
      if (typeof tier !== 'string' || typeof leaguePoints !== 'number') continue;
      const ladder = { source: SOURCE, platform, queue: toStorableText(queueType), takenAt };
      const standing = { puuid, tier: toStorableText(tier), division: toStorableText(rank ?? 'I') };
      await appendChangedRanks(tx, ladder, [{ ...standing, leaguePoints, wins, losses }]);
    }
  });
  return null;
}
