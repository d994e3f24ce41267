/** What following matches is made of, and how its kinds of work are called. */
import type { FollowRules } from '#/domain/football/goals/follow-rules.ts';
import type { FollowPace } from '#/domain/football/fixture-status.ts';
import type { ApiFootballClient } from '#/upstream/api-football.ts';
import type { Database } from '#/runtime/postgres/database.ts';

/** Of `cursor`: the beginning of the last day whose fixtures were read. */
export const INGEST_CURSOR = { source: 'football', kind: 'ingest', name: 'days' } as const;

export interface FootballMatchesOptions {
  readonly database: Database;
  readonly football: Pick<ApiFootballClient, 'fixturesOn' | 'fixturesByIds' | 'liveFixtures'>;
  readonly now: () => Date;
  /** The time that matches are played at: another one in a practice world that runs fast. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
  /** By the upstream's numbers. Null: all. */
  readonly competitions: ReadonlySet<number> | null;
  readonly daysAhead: number;
  /** How often what is in play is asked about, by our clock. */
  readonly pollSeconds: number;
  /** Without it, nothing is asked by itself: there is neither a key nor a practice world. */
  readonly isScheduled: boolean;
  /** For so long clips are searched for again when a goal gets another scorer or counts after all. */
  readonly searchMinutes: number;
  readonly pace?: Partial<Omit<FollowPace, 'everyMs'>> | undefined;
  readonly rules?: Partial<FollowRules> | undefined;
}
