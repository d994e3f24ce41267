/** All kinds of work, in one place: a kind that is not listed here can neither be sent nor run. */
import type { Database } from '#/stores/postgres/database.ts';
import type { JobKind } from './define-job.ts';
import { createPruneJobLog } from './maintenance/prune-job-log.ts';

export interface JobKindDependencies {
  readonly database: Database;
  readonly now: () => Date;
  /** Rows of the job log are kept for this long. */
  readonly jobLogDays: number;
}

export function createJobKinds(deps: JobKindDependencies): readonly JobKind[] {
  return [createPruneJobLog({ database: deps.database, now: deps.now, days: deps.jobLogDays })];
}
