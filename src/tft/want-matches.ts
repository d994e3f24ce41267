/**
 * Inserts listed ids as wanted matches and sends the jobs that fetch them, in one transaction. The table's primary key alone decides which
 * ids are new; the earlier lookup only packs batches.
 */
import type { Queryable, Transaction } from '#/runtime/postgres/database.ts';
import { findUnknown, insertMatches } from '#/match/match.ts';
import { packIntoBatches, sendBatches, type PackedMatches } from '#/match/pack-batches.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { fetchKind, MATCHES } from './crawl-options.ts';

export { BACKFILL } from '#/match/priority.ts';

export interface Wanting {
  readonly priority: number;
  readonly listedAt: Date;
}

/** Runs before the transaction, which should be short: concurrent inserts of the same matches wait for it. */
export async function packUnknown(db: Queryable, ids: readonly string[]): Promise<PackedMatches> {
  const clean = [...new Set(ids.map(toStorableText))];
  return packIntoBatches(clean.length === 0 ? [] : await findUnknown(db, MATCHES, clean));
}

export async function wantMatches(
  tx: Transaction,
  jobs: JobSender,
  { matches, regionOfBatch }: PackedMatches,
  wanting: Wanting,
): Promise<void> {
  if (matches.length === 0) return;
  const added = await insertMatches(tx, MATCHES, matches, wanting);
  const priorityAt = (): number => wanting.priority;
  await sendBatches(tx, jobs, added, { regionOfBatch, kindFor: fetchKind, priorityAt });
}
