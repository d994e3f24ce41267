/**
 * The patch calendar as the projector asks it: games teach it first, then it tells their partitions.
 *
 * It is read anew for every group of games. One that was kept for even a moment would be older than what somebody has just changed
 * by hand, and the verification that is asked for with such a change would find everything as it was.
 */
import type { TftGame } from '#/domain/tft/game.ts';
import { createPatchCalendar } from '#/domain/tft/patch-calendar.ts';
import type { SeenVersion } from '#/domain/tft/patch-detection.ts';
import type { Database } from '#/stores/postgres/database.ts';
import { listPatches, noteVersions, patchesToDrop } from '#/stores/postgres/patch.ts';

export interface PatchSource {
  /** Lets the calendar learn from these games, and tells the partition of each. */
  partitionsFor(games: readonly TftGame[]): Promise<(game: TftGame) => string>;
  /** The partitions beyond the kept number of patches. */
  toDrop(existing: readonly string[], kept: number): Promise<readonly string[]>;
}

export function createPatchSource(database: Database, now: () => Date): PatchSource {
  /** The earliest end that the calendar has heard of, by set, version and platform: it need not hear of later ones. */
  const told = new Map<string, number>();

  async function tell(games: readonly TftGame[]): Promise<void> {
    const news = new Map<string, SeenVersion>();
    for (const { setNumber, version, platform, endedAt } of games) {
      const key = `${setNumber} ${platform} ${version}`;
      const earliest = Math.min(news.get(key)?.firstEndedAt ?? Infinity, told.get(key) ?? Infinity);
      if (endedAt < earliest) news.set(key, { setNumber, version, platform, firstEndedAt: endedAt });
    }
    if (news.size === 0) return;
    await noteVersions(database, [...news.values()], now());
    for (const [key, { firstEndedAt }] of news) told.set(key, firstEndedAt);
  }

  return {
    async partitionsFor(games) {
      await tell(games);
      const calendar = createPatchCalendar(await listPatches(database));
      return (game) => calendar.patchOf(game).partition;
    },
    toDrop: (existing, kept) => patchesToDrop(database, existing, kept),
  };
}
