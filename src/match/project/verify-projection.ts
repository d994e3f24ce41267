/**
 * Requests a nightly verify from the projector, so that damage is found and repaired early. It runs at a quiet hour, because new matches may
 * wait for it.
 */
import { Type } from 'typebox';
import type { Database } from '#/runtime/postgres/database.ts';
import { nextProjectionTask, PROJECTED_SOURCES, requestProjectionTask } from './projection-task.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';

export function createVerifyProjection({ database }: { readonly database: Database }): JobKind<object> {
  return defineJob({
    kind: 'maintenance/verify-projection',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 60, maxDelaySeconds: 3_600 },
    concurrency: 1,
    timeoutSeconds: 60,
    // No jitter: one scheduler sends it and one projector runs it, for any number of processes.
    schedule: { cron: '41 3 * * *', timeZone: 'UTC', missed: 'once', payload: {} },
    async handle(_payload, { log }) {
      const asked: number[] = [];
      const open: number[] = [];
      for (const source of PROJECTED_SOURCES) {
        // Tasks of a source run in the order of their ids: a running verify is the first open one.
        const next = await nextProjectionTask(database, source);
        if (next?.kind === 'verify') open.push(next.id);
        else asked.push(await requestProjectionTask(database, { source, kind: 'verify', patch: null }));
      }
      if (asked.length === 0) return skip(`verify tasks are open (${open.join(', ')})`);
      log.info({ tasks: asked }, 'verify requested');
      return done();
    },
  });
}
