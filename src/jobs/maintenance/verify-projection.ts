/**
 * Asks the projector once a night to prove that both stores agree, so that damage is found and mended before somebody counts on it.
 * It only asks: the projector does it when it has its turn, and counts nothing new meanwhile, hence at an hour when few look.
 */
import { Type } from 'typebox';
import type { Database } from '#/stores/postgres/database.ts';
import {
  nextProjectionTask,
  PROJECTED_SOURCES,
  requestProjectionTask,
} from '#/stores/postgres/projection-task.ts';
import { defineJob, type JobKind } from '../define-job.ts';
import { done, skip } from '../job-outcome.ts';

export function createVerifyProjection({ database }: { readonly database: Database }): JobKind<object> {
  return defineJob({
    kind: 'maintenance/verify-projection',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 60, maxDelaySeconds: 3_600 },
    concurrency: 1,
    timeoutSeconds: 60,
    // No jitter: one scheduler sends it and one projector does it, however many processes there are.
    schedule: { cron: '41 3 * * *', timeZone: 'UTC', missed: 'once', payload: {} },
    async handle(_payload, { log }) {
      const asked: number[] = [];
      const open: number[] = [];
      for (const source of PROJECTED_SOURCES) {
        // Tasks of a source are done in the order of their numbers: a verification that runs is the first that is open.
        const next = await nextProjectionTask(database, source);
        if (next?.kind === 'verify') open.push(next.id);
        else asked.push(await requestProjectionTask(database, { source, kind: 'verify', patch: null }));
      }
      if (asked.length === 0) return skip(`verifications are under way or wait (tasks ${open.join(', ')})`);
      log.info({ tasks: asked }, 'the projector was asked to verify');
      return done();
    },
  });
}
