/**
 * The job kinds of football, from a fixture to the clips of its goals:
 *
 *   ingest-fixtures (00:05 and 10:05 UTC)   the fixtures of a day
 *   monitor (every minute)                  polls fixtures in play; a goal that becomes stable sends search-clips
 *   search-clips ──► execute-search ──► save-search ──► download-clip ──► deduplicate-clips ──► settle-goal
 *        └── again after a minute, while the window of the goal is open ──┘
 *   resume-steps (every minute)             sends the jobs of open work again
 *   sweep-objects (hourly)                  makes rows and objects agree
 *   expire-clips (03:41 UTC)                deletes clips older than CLIP_KEEP_DAYS
 *
 * The tables define what is to be done (`fixture`, `fixture_poll`, `goal`, `clip_search`, `clip`), so a process may be killed at any time and
 * a job may be lost.
 */
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import { createExecuteSearch } from './ask-sites.ts';
import { createDeduplicateClips } from './compare.ts';
import { createIngestFixtures } from './days.ts';
import { createDownloadClip } from './download.ts';
import { createMonitor } from './monitor.ts';
import type { ClipWorkOptions, FootballMatchesOptions } from './options.ts';
import { createResumeSteps } from './resume.ts';
import { createSaveSearch, createSearchClips } from './search.ts';
import { createSettleGoal } from './settle.ts';
import { createExpireClips, createSweepObjects } from './sweep.ts';

export function createFootballClips(options: ClipWorkOptions): readonly JobKind[] {
  return [
    createSearchClips(options),
    createExecuteSearch(options),
    createSaveSearch(options),
    createDownloadClip(options),
    createDeduplicateClips(options),
    createSettleGoal(options),
    createResumeSteps(options),
    createSweepObjects(options),
    createExpireClips(options),
  ];
}

export function createFootballMatches(options: FootballMatchesOptions): readonly JobKind[] {
  return [createIngestFixtures(options), createMonitor(options)];
}
