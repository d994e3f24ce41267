/**
 * Fetches a batch of matches of one region. All calls wait for the limiter together, and each body is written as soon as it arrives
 * (`body-writer.ts`). No transaction is open during a call. Matches that are not fetched when the run ends stay wanted, and the job returns
 * when the first of them is due.
 */
import { Type } from 'typebox';
import type { Region } from '#/domain/riot/routing.ts';
import { readBatch, type WantedMatch } from '#/match/match.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import type { BodyWriter } from '#/match/body-writer.ts';
import { laneOf } from '#/match/priority.ts';
import { done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';
import { fetchKind, MATCHES, type TftCrawlOptions } from './crawl-options.ts';
import { toMatchOutcome } from './match-outcome.ts';

interface StillWanted {
  readonly waitMs: number;
  readonly reason: string | null;
}

/** Margin for the difference between our clock and PostgreSQL's. */
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
    // Attempts count dead workers only: waits for the upstream are deferrals.
    retry: { limit: 10, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    // With a personal key, waiting for permits can take hours; bodies are written as they arrive.
    timeoutSeconds: 6 * 3_600,
    concurrency: 12,
    async handle({ batch }, { signal }) {
      const wanted = await readBatch(database, MATCHES, batch);
      if (wanted.length === 0) return skip('no match of the batch is wanted');
      const due = wanted.filter(({ waitMs }) => waitMs === 0);
      // Wait for all, so that no write is in flight when one of them fails.
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
