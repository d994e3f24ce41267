/** What a person may choose from: only what there are boards of. */
import type { TftOptions } from '#/contract/tft-reference.ts';
import { queueName } from '#/domain/tft/explore/question-words.ts';
import { platformName, tierName } from '#/domain/tft/stored-codes.ts';
import type { Overview } from './overview.ts';
import { regionName } from './place-codes.ts';

/** In the order of tiers, and behind them all those of unknown rank. */
const UNKNOWN_TIER = 0;

export function toOptions(
  overview: Overview,
  provisional: readonly string[],
  isPractice: boolean,
): TftOptions {
  const { patches, platforms, queues, tiers } = overview;
  return {
    patches: patches.map(({ patch, boards, startsAt, newestGameAt }) => ({
      patch,
      boards,
      startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
      isProvisional: provisional.includes(patch),
      newestGameAt: new Date(newestGameAt).toISOString(),
    })),
    platforms: [...platforms]
      .map(([code, boards]) => ({ platform: platformName(code), boards }))
      .map(({ platform, boards }) => ({ platform, region: regionName(platform), boards }))
      .toSorted((a, b) => b.boards - a.boards || (a.platform < b.platform ? -1 : 1)),
    queues: [...queues]
      .map(([queue, boards]) => ({ queue, name: queueName(queue), boards }))
      .toSorted((a, b) => b.boards - a.boards || a.queue - b.queue),
    tiers: [...tiers]
      .toSorted(([a], [b]) => Number(a === UNKNOWN_TIER) - Number(b === UNKNOWN_TIER) || a - b)
      .map(([code, boards]) => ({ tier: tierName(code), boards })),
    isPractice,
  };
}
