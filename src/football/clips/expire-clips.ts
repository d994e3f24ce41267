/** Deletes archived clips whose time is over. */
import { Type } from 'typebox';
import { findExpiredClips } from './clip-watch.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { EXPIRE_CLIPS } from './clip-kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './clip-options.ts';
import { removeClip } from './remove-clip.ts';

const AT_ONCE = 200;
const DAY_MS = 86_400_000;

export function createExpireClips(options: ClipWorkOptions): JobKind<object> {
  return defineJob({
    kind: EXPIRE_CLIPS,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 2, firstDelaySeconds: 60, maxDelaySeconds: 300 },
    timeoutSeconds: 3_600,
    concurrency: 1,
    schedule: { cron: '41 3 * * *', timeZone: 'UTC', missed: 'once', payload: {} },
    async handle(_payload, { jobs, log, signal }) {
      if (options.keepDays === 0) return skip('clips are kept for ever');
      const before = new Date(upstreamTime(options).getTime() - options.keepDays * DAY_MS);
      let removed = 0;
      for (;;) {
        const expired = await findExpiredClips(options.database, before, AT_ONCE);
        for (const clip of expired) {
          signal.throwIfAborted();
          await removeClip({ ...options, jobs, log }, clip, 'expired');
        }
        removed += expired.length;
        if (expired.length < AT_ONCE) break;
      }
      return removed === 0 ? skip('no clip is older') : done();
    },
  });
}
