/** Options of weekly reports, and the ports through which they read matches and ranks. */
import type { PlayedGame, RankPoint } from '#/domain/lol/history/played-game.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { TrackingSettings } from '../tracking/tracking-options.ts';

export interface ReportOptions {
  readonly database: Database;
  /** All counted matches of a player; the report selects those of its week. */
  readonly readGames: (puuid: string) => Promise<readonly PlayedGame[]>;
  readonly readRanks: (puuid: string) => Promise<readonly RankPoint[]>;
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly settings: Pick<TrackingSettings, 'queuePrefix' | 'isScheduled' | 'reportsCron' | 'timeZone'>;
}
