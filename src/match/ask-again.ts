/**
 * Fetches a quarantined body again: the match becomes wanted in a batch of its own, and the job that fetches it is sent in the same
 * transaction, with the priority of a waiting person.
 */
import type { Region } from '#/domain/riot/routing.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import type { Kept } from './match.ts';
import { readQuarantined } from './quarantine-list.ts';
import { wantAgain } from './quarantine-release.ts';
import { packIntoBatches, sendBatches } from './pack-batches.ts';
import { PERSON } from './priority.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';

/** The kind of the jobs that fetch matches of a source from a region. */
export type FetchKindOf = (kept: Kept, region: Region) => string;

export type Refetched =
  | { readonly type: 'asked-again' }
  /** Not in quarantine (any more). */
  | { readonly type: 'unknown' }
  /** The id has no known region. */
  | { readonly type: 'nowhere' };

export async function refetchBody(
  {
    database,
    jobs,
    kindFor,
  }: { readonly database: Database; readonly jobs: JobSender; readonly kindFor: FetchKindOf },
  kept: Kept,
  id: string,
): Promise<Refetched> {
  const { matches, regionOfBatch } = packIntoBatches([id]);
  const batch = matches[0]?.batch ?? null;
  if (batch === null) {
    const found = await readQuarantined(database, kept, id);
    return { type: found === undefined ? 'unknown' : 'nowhere' };
  }
  return database.transaction(async (tx) => {
    if (!(await wantAgain(tx, kept, { id, batch, priority: PERSON }))) return { type: 'unknown' };
    await sendBatches(tx, jobs, [batch], {
      regionOfBatch,
      kindFor: (region) => kindFor(kept, region),
      priorityAt: () => PERSON,
    });
    return { type: 'asked-again' };
  });
}
