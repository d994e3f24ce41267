/** Linked and tracked players on a practice world: the bench of collecting, with the kinds of work that want games for them. */
import { accountTopicsOf } from '#/lol/account-rows.ts';
import {
  createLolAccountsKinds,
  createLolCollecting,
  createLolQueues,
  createTrackingKinds,
} from '#/lol/jobs.ts';
import { createHistoryNotices } from '#/lol/progress.ts';
import type { LolAccountsOptions } from '#/lol/sync.ts';
import type { TrackingSettings } from '#/lol/tracking.ts';
import type { RowQueue } from '#/match/queue.ts';
import type { JobKind } from '#/runtime/jobs/define-job.ts';
import type { LolBench } from './lol-bench.ts';
import { pino } from 'pino';

export const TRACKING: TrackingSettings = {
  queuePrefix: 'lol',
  gamesPerRun: 5,
  lookbackDays: 7,
  isScheduled: false,
  latestCron: '0 * * * *',
  ranksCron: '0 3 * * *',
  reportsCron: '0 4 * * 1',
  timeZone: 'UTC',
};

/** What an engine of the bench takes. */
export function lolSyncWork(
  bench: LolBench,
  choices: {
    readonly accounts?: Partial<LolAccountsOptions>;
    readonly tracking?: Partial<TrackingSettings>;
  } = {},
): { readonly kinds: readonly JobKind[]; readonly queues: readonly RowQueue[] } {
  const { database, riot, keyId } = bench;
  const common = {
    database,
    riot,
    keyId: () => keyId,
    now: () => new Date(),
    upstreamNow: () => new Date(bench.worldNow()),
  };
  const notices = createHistoryNotices({
    database,
    log: pino({ level: 'silent' }),
    everyMs: 20,
    moreTopics: (puuids) => accountTopicsOf(database, puuids),
  });
  const collecting = { ...common, missingWaitsMs: [10, 20] };
  const kinds = [
    ...createLolCollecting(collecting, notices),
    ...createLolAccountsKinds({ ...common, lookMs: 50, schedule: null, ...choices.accounts }),
    ...createTrackingKinds({ ...common, settings: { ...TRACKING, ...choices.tracking } }),
  ];
  return { kinds, queues: createLolQueues(collecting, notices) };
}
