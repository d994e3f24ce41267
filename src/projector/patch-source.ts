/** The patch calendar as the projector asks it: games teach it first, then it tells their partitions. */
import type { TftGame } from '#/domain/tft/game.ts';
import { createPatchCalendar, type PatchCalendar } from '#/domain/tft/patch-calendar.ts';
import type { SeenVersion } from '#/domain/tft/patch-detection.ts';
import type { Database } from '#/stores/postgres/database.ts';
import { listPatches, noteVersions, patchesToDrop } from '#/stores/postgres/patch.ts';
import type { PatchSource } from './parts.ts';

/** What somebody changes by hand counts this soon. */
const FRESH_MS = 5_000;

export function createPatchSource(database: Database, now: () => Date): PatchSource {
  /** The earliest end that the calendar has heard of, by set, version and platform: it need not hear of later ones. */
  const told = new Map<string, number>();
  let calendar: { readonly of: PatchCalendar; readonly until: number } | null = null;

  async function tell(games: readonly TftGame[]): Promise<void> {
    const news = new Map<string, SeenVersion>();
    for (const { setNumber, version, platform, endedAt } of games) {
      const key = `${setNumber} ${platform} ${version}`;
      const earliest = Math.min(news.get(key)?.firstEndedAt ?? Infinity, told.get(key) ?? Infinity);
      if (endedAt < earliest) news.set(key, { setNumber, version, platform, firstEndedAt: endedAt });
    }
    if (news.size === 0) return;
    const learnt = await noteVersions(database, [...news.values()], now());
    for (const [key, { firstEndedAt }] of news) told.set(key, firstEndedAt);
    if (learnt.length > 0) calendar = null;
  }

  async function current(): Promise<PatchCalendar> {
    if (calendar === null || performance.now() > calendar.until) {
      const rows = await listPatches(database);
      calendar = { of: createPatchCalendar(rows), until: performance.now() + FRESH_MS };
    }
    return calendar.of;
  }

  return {
    async partitionsFor(games) {
      await tell(games);
      const known = await current();
      return (game) => known.patchOf(game).partition;
    },
    toDrop: (existing, kept) => patchesToDrop(database, existing, kept),
  };
}
