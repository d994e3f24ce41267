/**
 * Where somebody stands in every ranked queue, kept when it has changed. Somebody without a rank adds nothing, and nothing is kept of
 * somebody whom nobody asks about any more: they may have been forgotten meanwhile.
 */
import { findPlatform } from '#/domain/riot/routing.ts';
import type { CallOptions } from '#/sources/riot/riot-call.ts';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Database, Transaction } from '#/stores/postgres/database.ts';
import { holdFollowed } from '#/stores/postgres/forget-player.ts';
import { appendChangedRanks } from '#/stores/postgres/rank-snapshot.ts';
import type { CallFailure } from '../games/call-failure.ts';
import { toStorableText } from '../storable-payload.ts';
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
  /** Whether somebody still asks about them; if so, they are not forgotten until the transaction ends. Default: who is linked or tracked. */
  readonly hold?: (tx: Transaction) => Promise<boolean>;
}

const whoIsFollowed = (puuid: string) => async (tx: Transaction) => (await holdFollowed(tx, [puuid])) > 0;

/** Null: it was read, whatever there was. */
export async function keepRanksOfPlayer(
  { database, riot, now, upstreamNow = now }: PlayerRanksDeps,
  { puuid, platform: name, hold = whoIsFollowed(puuid) }: RankedPlayer,
  calling: CallOptions,
): Promise<CallFailure | null> {
  const platform = findPlatform(name);
  if (platform === undefined) throw new Error(`${puuid} plays on ${name}, which is no platform`);
  const answer = await riot.lolLeagueOfPlayer({ platform, puuid }, calling);
  if (answer.outcome !== 'ok') return answer;
  // After the answer: a game that ended before it is not in the rank for certain.
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
