/** What the collection of tracked players is made of, and how its kinds of work are called. */
import { Type, type Static } from 'typebox';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import type { Database } from '#/stores/postgres/database.ts';

export interface LolTrackingOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolLeagueOfPlayer'>;
  /** Names the key that puuids are got with now; undefined while there is none. */
  readonly keyId: () => string | undefined;
  readonly now: () => Date;
  /** The time that games are played at: another one in a practice world that runs fast. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  readonly settings: TrackingSettings;
}

export interface TrackingSettings {
  /** What the names of the queues begin with. */
  readonly queuePrefix: string;
  /** Games that one run adds at most, unless it is told otherwise. */
  readonly gamesPerRun: number;
  /** How far back somebody's games are collected who was just tracked. */
  readonly lookbackDays: number;
  /** Without it, games and ranks are collected only when somebody asks. */
  readonly isScheduled: boolean;
  readonly latestCron: string;
  readonly ranksCron: string;
  readonly reportsCron: string;
  /** By whose clock the rules above go, and where days and weeks of players and groups begin that have no zone of their own. */
  readonly timeZone: string;
}

/** Of `cursor`: every game of a player that was listed before it is in `match`. */
export const LATEST_CURSOR = 'latest';

const MOST_DAYS = 730;

export const CollectPayload = Type.Object({
  puuid: Type.String({ minLength: 1, maxLength: 100 }),
  /** At most so many games that are not known yet; without it as many as the setting says. */
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** All games of so many days, however many. */
  lookbackDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS })),
  /** From the beginning of the period on, whatever was read before. */
  force: Type.Boolean(),
  requestedBy: Type.String({ minLength: 1, maxLength: 100 }),
});
export type CollectPayload = Static<typeof CollectPayload>;

export function trackingKinds({ queuePrefix }: Pick<TrackingSettings, 'queuePrefix'>) {
  return {
    collectTracked: `${queuePrefix}/collect-tracked`,
    collectPlayer: `${queuePrefix}/collect-player`,
    readRanks: `${queuePrefix}/read-ranks`,
    readRank: `${queuePrefix}/read-rank`,
    makeReports: `${queuePrefix}/make-weekly-reports`,
    makeReport: `${queuePrefix}/make-report`,
  } as const;
}
