/**
 * The patch calendar for the projector: it first records the client versions of the matches, then returns their partitions.
 *
 * The calendar is read again for every group of matches. A cached one could be older than a manual change, and the verify that such a
 * change requests would find no difference.
 */
import type { TftGame } from '#/domain/tft/game.ts';
import { createPatchCalendar } from '#/domain/tft/patch-calendar.ts';
import type { SeenVersion } from '#/domain/tft/patch-detection.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { listPatches, noteVersions, patchesToDrop } from './patch.ts';

export interface PatchSource {
  /** Records the versions of these matches and returns the partition of each. */
  partitionsFor(games: readonly TftGame[]): Promise<(game: TftGame) => string>;
  /** The partitions beyond the kept number of patches. */
  toDrop(existing: readonly string[], kept: number): Promise<readonly string[]>;
}

export function createPatchSource(database: Database, now: () => Date): PatchSource {
  /** The earliest recorded end, by set, version and platform; later ones are not recorded. */
  const recorded = new Map<string, number>();

  async function recordVersions(games: readonly TftGame[]): Promise<void> {
    const news = new Map<string, SeenVersion>();
    for (const { setNumber, version, platform, endedAt } of games) {
      const key = `${setNumber} ${platform} ${version}`;
      const earliest = Math.min(news.get(key)?.firstEndedAt ?? Infinity, recorded.get(key) ?? Infinity);
      if (endedAt < earliest) news.set(key, { setNumber, version, platform, firstEndedAt: endedAt });
    }
    if (news.size === 0) return;
    await noteVersions(database, [...news.values()], now());
    for (const [key, { firstEndedAt }] of news) recorded.set(key, firstEndedAt);
  }

  return {
    async partitionsFor(games) {
      await recordVersions(games);
      const calendar = createPatchCalendar(await listPatches(database));
      return (game) => calendar.patchOf(game).partition;
    },
    toDrop: (existing, kept) => patchesToDrop(database, existing, kept),
  };
}
