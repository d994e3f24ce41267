/** All kinds of work, in one place: a kind that is not listed here can neither be sent nor run. */
import type { Database } from '#/stores/postgres/database.ts';
import type { JobKind } from './define-job.ts';
import type { RiotClient } from '#/sources/riot/riot-client.ts';
import { createCheckRiotKeys } from './maintenance/check-riot-keys.ts';
import { createPruneJobLog } from './maintenance/prune-job-log.ts';

export interface JobKindDependencies {
  readonly database: Database;
  readonly riot: RiotClient;
  readonly now: () => Date;
  /** Rows of the job log are kept for this long. */
  readonly jobLogDays: number;
}

export function createJobKinds({ database, riot, now, jobLogDays }: JobKindDependencies): readonly JobKind[] {
  return [createPruneJobLog({ database, now, days: jobLogDays }), createCheckRiotKeys({ riot, now })];
}
