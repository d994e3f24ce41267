/**
 * Takes a sample of how it goes every half minute, in whichever process leads the scheduler. Who leads is asked of the caller; that no half
 * minute has two samples is kept by PostgreSQL, because a leader may be paused and not know that it leads no longer. A sample
 * that cannot be taken is a gap, and nothing to make a noise about.
 */
import type { Logger } from 'pino';
import { untilNextSlotMs } from '#/domain/operations/history-steps.ts';
import { pause } from '#/runtime/pause.ts';
import { readSampleMoment, writeSample } from '#/runtime/postgres/operation-sample.ts';
import { takeReadings, type ReadingDeps } from './operation-readings.ts';

export interface OperationSamplesOptions extends ReadingDeps {
  readonly leads: () => boolean;
  readonly log: Pick<Logger, 'debug'>;
  /** Whoever does not lead, or could not take one, looks again then. */
  readonly lookAgainMs?: number;
}

const LOOK_AGAIN_MS = 5_000;

export function startOperationSamples(options: OperationSamplesOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = sampleUntil(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function sampleUntil(options: OperationSamplesOptions, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const waitMs = options.leads() ? await takeSample(options) : null;
    await pause(waitMs ?? options.lookAgainMs ?? LOOK_AGAIN_MS, stop);
  }
}

/** How long to wait for the next one; null: it could not be taken. */
async function takeSample(options: OperationSamplesOptions): Promise<number | null> {
  const { database, log } = options;
  try {
    const moment = await readSampleMoment(database);
    if (!moment.isTaken) await writeSample(database, await takeReadings(options, moment));
    return untilNextSlotMs(moment.now / 1_000);
  } catch (error) {
    log.debug({ err: error }, 'no sample was taken');
    return null;
  }
}
