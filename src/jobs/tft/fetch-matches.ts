/**
 * Fetches a batch of games of one region. All of them are asked for at once and wait for the limiter together; each is written down
 * when it is there (`body-writer.ts`). No transaction is open meanwhile. What was not had when the run ends is still wanted, and
 * the job comes back for it when the first of them is due.
 */
import { Type } from 'typebox';
import type { Region } from '#/domain/riot/routing.ts';
import { readBatch, type WantedMatch } from '#/stores/postgres/match.ts';
import { defineJob, type JobKind } from '../define-job.ts';
import type { BodyWriter } from '../games/body-writer.ts';
import { laneOf } from '../games/priority.ts';
import { done, retryAt, skip } from '../job-outcome.ts';
import { fetchKind, MATCHES, type TftCrawlOptions } from './crawl-options.ts';
import { toMatchOutcome } from './match-outcome.ts';

interface StillWanted {
  readonly waitMs: number;
  readonly reason: string | null;
}

/** So that it is due for certain, whatever the clocks of the two say. */
const MARGIN_MS = 1_000;

export function createFetchMatches(
  { database, riot, now, random = Math.random }: TftCrawlOptions,
  region: Region,
  writer: BodyWriter,
): JobKind<{ batch: string }> {
  async function fetchOne(match: WantedMatch, signal: AbortSignal): Promise<StillWanted | null> {
    const answer = await riot.tftMatch({ matchId: match.id }, { lane: laneOf(match.priority), signal });
    const outcome = toMatchOutcome(answer, match, random());
    await writer.write(outcome);
    const { retryAfterMs, reason } = outcome.settlement;
    return retryAfterMs === null ? null : { waitMs: retryAfterMs, reason };
  }

  return defineJob({
    kind: fetchKind(region),
    payload: Type.Object({ batch: Type.String({ format: 'uuid' }) }),
    key: ({ batch }) => batch,
    onePerKey: true,
    // What the upstream makes wait is postponed; these are for workers that died, and the next one has done nothing wrong.
    retry: { limit: 10, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    // Whoever waits for a personal key's limits waits long; what came until then is written already.
    timeoutSeconds: 6 * 3_600,
    concurrency: 12,
    async handle({ batch }, { signal }) {
      const wanted = await readBatch(database, MATCHES, batch);
      if (wanted.length === 0) return skip('nothing of it is wanted any more');
      const due = wanted.filter(({ waitMs }) => waitMs === 0);
      // All of them have to end: what is on its way to being written when one fails must not be left behind.
      const ends = await Promise.allSettled(due.map((match) => fetchOne(match, signal)));
      const left: StillWanted[] = wanted
        .filter(({ waitMs }) => waitMs > 0)
        .map(({ waitMs }) => ({ waitMs, reason: null }));
      for (const end of ends) {
        if (end.status === 'rejected') throw end.reason;
        if (end.value !== null) left.push(end.value);
      }
      if (left.length === 0) return done();
      const first = Math.min(...left.map(({ waitMs }) => waitMs));
      const reason = left.find((each) => each.reason !== null)?.reason ?? 'it is not time yet';
      return retryAt(
        new Date(now().getTime() + first + MARGIN_MS),
        `${left.length} of ${wanted.length} are still wanted: ${reason}`,
      );
    },
  });
}
