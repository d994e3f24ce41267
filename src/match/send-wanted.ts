/**
 * Sends the jobs of wanted matches: for batches with due matches, and for matches without a batch. A batch has at most one job, so sending
 * again is a no-op. All jobs can be recreated from the tables.
 */
import { placeOfMatch, type Region } from '#/domain/riot/routing.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { assignBatches, findDueBatches, findStrays } from './match-batch.ts';
import type { Kept } from './match.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { packIntoBatches, sendBatches } from './pack-batches.ts';
import { BACKFILL } from './priority.ts';

/** Limit per run; the rest follows in later runs. */
const MOST = 20_000;
const STRAYS_AT_ONCE = 1_000;

export interface WantedGames {
  readonly database: Database;
  readonly kept: Kept;
  readonly kindFor: (region: Region, priority: number) => string;
}

export async function adoptStrays(
  { database, kept, kindFor }: WantedGames,
  jobs: JobSender,
  signal: AbortSignal,
): Promise<number> {
  let adopted = 0;
  for (;;) {
    signal.throwIfAborted();
    const strays = await findStrays(database, kept, STRAYS_AT_ONCE);
    const { matches, regionOfBatch } = packIntoBatches(strays);
    const askable = matches.filter(({ batch }) => batch !== null);
    if (askable.length === 0) return adopted;
    await database.transaction(async (tx) => {
      const batches = await assignBatches(tx, kept, askable, BACKFILL);
      const sending = {
        regionOfBatch,
        priorityAt: () => BACKFILL,
        kindFor: (region: Region) => kindFor(region, BACKFILL),
      };
      await sendBatches(tx, jobs, batches, sending);
    });
    adopted += askable.length;
  }
}

/** Returns the number of batches without a job. */
export async function sendDueBatches(
  { database, kept, kindFor }: WantedGames,
  jobs: JobSender,
): Promise<number> {
  const due = await findDueBatches(database, kept, MOST);
  const byKind = new Map<string, { batch: string }[]>();
  for (const { batch, platform, priority } of due) {
    const region = placeOfMatch(`${platform.toUpperCase()}_1`)?.region;
    if (region === undefined) continue;
    const kind = kindFor(region, priority);
    const batches = byKind.get(kind) ?? [];
    batches.push({ batch });
    byKind.set(kind, batches);
  }
  let sent = 0;
  for (const [kind, batches] of byKind) sent += await jobs.sendMany(kind, batches);
  return sent;
}
