/**
 * Takes a sample of the operation every half minute, in the process that leads the scheduler. PostgreSQL guarantees one sample per
 * half minute, because a paused leader may not know that it has lost the lead. A sample that cannot be taken is a gap.
 */
import type { Logger } from 'pino';
import { untilNextSlotMs } from '#/domain/operations/history-steps.ts';
import { readSampleMoment, writeSample } from '#/runtime/postgres/operation-sample.ts';
import { supervise, type Supervised } from '#/runtime/supervise.ts';
import { takeReadings, type ReadingDeps } from './operation-readings.ts';

export interface OperationSamplesOptions extends ReadingDeps {
  readonly leads: () => boolean;
  readonly log: Pick<Logger, 'debug'>;
  /** The pause of a process that does not lead, or after a failure. */
  readonly retryMs?: number;
}

const RETRY_MS = 5_000;

export function startOperationSamples(options: OperationSamplesOptions): Supervised {
  const { database, leads, log, retryMs = RETRY_MS } = options;
  return supervise(
    async () => {
      if (!leads()) return retryMs;
      const moment = await readSampleMoment(database);
      if (!moment.isTaken) await writeSample(database, await takeReadings(options, moment));
      return untilNextSlotMs(moment.now / 1_000);
    },
    { everyMs: retryMs, onError: (error) => log.debug({ err: error }, 'no sample taken') },
  );
}
