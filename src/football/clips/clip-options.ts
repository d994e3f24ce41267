/** What the work for clips is made of. The outside comes in as ports: sites, the downloader, prints, the object store. */
import type { SearchPlan } from '#/domain/football/search/search-plan.ts';
import type { DownloadClip } from '../download/download-outcome.ts';
import type { ClipSite } from '../sites/clip-site.ts';
import type { Prints } from '../media/prints.ts';
import type { ObjectStore } from '#/runtime/objects/object-store.ts';
import type { Database } from '#/runtime/postgres/database.ts';

export interface ClipWorkOptions {
  readonly database: Database;
  readonly now: () => Date;
  /** The time that matches are played at, and posts are posted at: another one in a practice world that runs fast. Default: `now`. */
  readonly upstreamNow?: (() => Date) | undefined;
  /** Seconds of that time in one of ours. Default: 1. */
  readonly upstreamPace?: (() => number) | undefined;
  /** Asked before every search: what is configured may come and go. */
  readonly sites: () => readonly ClipSite[];
  readonly download: DownloadClip;
  readonly prints: Prints;
  readonly objects: ObjectStore;
  /** A folder of our own for files that are being worked on; everything old in it is deleted. */
  readonly workDirectory: string;
  readonly search: SearchSettings;
  /** How long archived clips are kept; 0: for ever. */
  readonly keepDays: number;
  /** Objects that no row speaks of are deleted when they are older. Default: 60. */
  readonly orphanMinutes?: number | undefined;
}

interface SearchSettings extends Partial<SearchPlan> {
  /** How many searches for a goal, and how long after it is stable one may begin. */
  readonly searches: number;
  readonly minutes: number;
}

/** A minute apart. An execution that no site answers is repeated twice, ten seconds later. */
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
