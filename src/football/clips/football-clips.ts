/**
 * The job kinds that make clips of a goal:
 *
 *   (a goal is stable) ──► search-clips ──► execute-search ──► save-search ──► download-clip ──► deduplicate-clips ──► upload-clip ──► settle-goal
 *                              └─ again, a minute later, while its window is open ─┘
 *
 * What is to be done stands in the tables `goal` and `clip`; jobs only carry it out. `resume-steps` sends anew what lost its job,
 * `sweep-objects` makes rows and objects agree, `expire-clips` deletes what is old. So the process may end at any moment.
 */
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import type { ClipWorkOptions } from './clip-options.ts';
import { createDeduplicateClips } from './deduplicate-clips.ts';
import { createDownloadClip } from './download-clip.ts';
import { createExecuteSearch } from './execute-search.ts';
import { createExpireClips } from './expire-clips.ts';
import { createResumeSteps } from './resume-steps.ts';
import { createSaveSearch } from './save-search.ts';
import { createSearchClips } from './search-clips.ts';
import { createSettleGoal } from './settle-goal.ts';
import { createSweepObjects } from './sweep-objects.ts';
import { createUploadClip } from './upload-clip.ts';

export function createFootballClips(options: ClipWorkOptions): readonly JobKind[] {
  return [
    createSearchClips(options),
    createExecuteSearch(options),
    createSaveSearch(options),
    createDownloadClip(options),
    createDeduplicateClips(options),
    createUploadClip(options),
    createSettleGoal(options),
    createResumeSteps(options),
    createSweepObjects(options),
    createExpireClips(options),
  ];
}
