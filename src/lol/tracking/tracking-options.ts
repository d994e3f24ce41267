/** Options of tracked players, and the names of their job kinds. */
import { Type, type Static } from 'typebox';
import type { RiotClient } from '#/upstream/riot.ts';
import type { Database } from '#/runtime/postgres/database.ts';

export interface LolTrackingOptions {
  readonly database: Database;
  readonly riot: Pick<RiotClient, 'lolMatchIds' | 'lolLeagueOfPlayer'>;
  /** Id of the current API key, which puuids belong to; undefined without a key. */
  readonly keyId: () => string | undefined;
  readonly now: () => Date;
  /** The upstream's time, which differs in a practice world that runs faster. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  readonly settings: TrackingSettings;
}

export interface TrackingSettings {
  /** Prefix of the queue names. */
  readonly queuePrefix: string;
  /** Maximum new matches per run. */
  readonly gamesPerRun: number;
  /** Days that are collected for a newly tracked player. */
  readonly lookbackDays: number;
  /** Whether matches and ranks are collected on schedule. */
  readonly isScheduled: boolean;
  readonly latestCron: string;
  readonly ranksCron: string;
  readonly reportsCron: string;
  /** Time zone of the schedules, and the default for days and weeks of players and groups. */
  readonly timeZone: string;
}

/** Name of the cursor: every match of the player that was listed before it is in `match`. */
export const LATEST_CURSOR = 'latest';

const MOST_DAYS = 730;

export const CollectPayload = Type.Object({
  puuid: Type.String({ minLength: 1, maxLength: 100 }),
  /** Maximum unknown matches. Default: the setting. */
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** All matches of this many days. */
  lookbackDays: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS })),
  /** From the start of the period, regardless of the cursor. */
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
