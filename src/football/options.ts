/** Options of the football jobs. The upstream, sites, the downloader, prints and the object store are ports. */
import type { FollowPace } from '#/domain/football/fixture-status.ts';
import type { FollowRules } from '#/domain/football/goals/follow-rules.ts';
import type { SearchPlan } from '#/domain/football/search/search-plan.ts';
import type { ObjectStore } from '#/runtime/objects/object-store.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { ApiFootballClient } from '#/upstream/api-football.ts';
import type { DownloadClip } from './media/download-video.ts';
import type { Prints } from './media/prints.ts';
import type { ClipSite } from './sites/clip-site.ts';

export interface ClipWorkOptions {
  readonly database: Database;
  readonly now: () => Date;
  /** The clock of matches and posts, which runs fast in a practice world. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  /** Seconds of that clock per second of ours. Default: 1. */
  readonly upstreamPace?: (() => number) | undefined;
  /** Called before every search, because the configuration may change. */
  readonly sites: () => readonly ClipSite[];
  readonly download: DownloadClip;
  readonly prints: Prints;
  readonly objects: ObjectStore;
  /** A folder for files in work; old ones in it are deleted. */
  readonly workDirectory: string;
  readonly search: SearchSettings;
  /** 0: clips do not expire. */
  readonly keepDays: number;
  /** Time limit of a download, and again of its upload. Default: 120. */
  readonly stepSeconds?: number | undefined;
  /** The age at which objects without a row are deleted. Default: 60. */
  readonly orphanMinutes?: number | undefined;
}

interface SearchSettings extends Partial<SearchPlan> {
  /** How many searches for a goal, and how long after it is stable one may begin. */
  readonly searches: number;
  readonly minutes: number;
}

/** Searches a minute apart; three executions, ten seconds apart, if no site answers. */
export const DEFAULT_PLAN: SearchPlan = { everySeconds: 60, retrySeconds: 10, tries: 3 };

export function upstreamTime({ now, upstreamNow = now }: Pick<ClipWorkOptions, 'now' | 'upstreamNow'>): Date {
  return upstreamNow();
}

/** The time of our clock at which the upstream's shows `at`; never in the past. */
export function toOurTime(options: ClipWorkOptions, at: Date): Date {
  const { now, upstreamPace } = options;
  const waitMs = (at.getTime() - upstreamTime(options).getTime()) / (upstreamPace?.() ?? 1);
  return new Date(now().getTime() + Math.max(waitMs, 0));
}

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
  /** The interval between polls, by our clock. */
  readonly pollSeconds: number;
  /** False without a key and without a practice world: nothing runs on schedule. */
  readonly isScheduled: boolean;
  /** For so long clips are searched for again when a goal gets another scorer or counts after all. */
  readonly searchMinutes: number;
  readonly pace?: Partial<Omit<FollowPace, 'everyMs'>> | undefined;
  readonly rules?: Partial<FollowRules> | undefined;
}
