/**
 * From listed ids to wanted games: rows for those that nobody has listed before and the jobs that fetch them, in one transaction.
 * Who has listed a game before is decided by the table's key alone; what is looked up first only packs batches well.
 */
import type { Queryable, Transaction } from '#/stores/postgres/database.ts';
import { findUnknown, insertMatches } from '#/stores/postgres/match.ts';
import { packIntoBatches, sendBatches, type PackedMatches } from '../games/pack-batches.ts';
import type { JobSender } from '../send-jobs.ts';
import { toStorableText } from '../storable-payload.ts';
import { fetchKind, MATCHES } from './crawl-options.ts';

export { BACKFILL } from '../games/priority.ts';

export interface Wanting {
  readonly priority: number;
  readonly listedAt: Date;
}

/** Before the transaction, which should be short: others who list the same games wait for its end. */
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
