/** What weekly reports are made of: who is in them is in PostgreSQL; their games and ranks come from whoever can read them. */
import type { PlayedGame, RankPoint } from '#/domain/lol/history/played-game.ts';
import type { Database } from '#/stores/postgres/database.ts';
import type { TrackingSettings } from '../tracking/tracking-options.ts';

export interface ReportOptions {
  readonly database: Database;
  /** All games of a player that have been counted; which of them belong to a week is decided here. */
  readonly readGames: (puuid: string) => Promise<readonly PlayedGame[]>;
  readonly readRanks: (puuid: string) => Promise<readonly RankPoint[]>;
  readonly now: () => Date;
  /** Whose weeks are reported: another time in a practice world that runs fast. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly settings: Pick<TrackingSettings, 'queuePrefix' | 'isScheduled' | 'reportsCron' | 'timeZone'>;
}
