/**
 * Asks the projector once a night to prove that both stores agree, so that damage is found and mended before somebody counts on it.
 * It only asks: the projector does it when it has its turn, and counts nothing new meanwhile, hence at an hour when few look.
 */
import { Type } from 'typebox';
import type { Database } from '#/stores/postgres/database.ts';
import { nextProjectionTask, requestProjectionTask } from '#/stores/postgres/projection-task.ts';
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
      // Tasks are done in the order of their numbers: a verification that runs is the first that is open.
      const open = await nextProjectionTask(database);
      if (open?.kind === 'verify') return skip(`a verification is under way or waits (task ${open.id})`);
      const task = await requestProjectionTask(database, { kind: 'verify', patch: null });
      log.info({ task }, 'the projector was asked to verify');
      return done();
    },
  });
}
