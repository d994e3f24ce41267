/**
 * Has upstream asked again for what was put aside: it is wanted anew, in a batch of its own, and the job that fetches it comes to be in
 * the same transaction. An admin waits for it, so it goes first.
 */
import type { Region } from '#/domain/riot/routing.ts';
import type { Database } from '#/stores/postgres/database.ts';
import type { Kept } from '#/stores/postgres/match.ts';
import { readQuarantined } from '#/stores/postgres/quarantine-list.ts';
import { wantAgain } from '#/stores/postgres/quarantine-release.ts';
import { packIntoBatches, sendBatches } from '../games/pack-batches.ts';
import { PERSON } from '../games/priority.ts';
import { fetchKind as lolFetchKind } from '../lol/lol-kinds.ts';
import type { JobSender } from '../send-jobs.ts';
import { fetchKind as tftFetchKind } from '../tft/crawl-options.ts';

export type Refetched =
  | { readonly type: 'asked-again' }
  /** There is no such thing in quarantine (any more). */
  | { readonly type: 'unknown' }
  /** Its id tells no place where it could be asked for. */
  | { readonly type: 'nowhere' };

export async function refetchBody(
  { database, jobs }: { readonly database: Database; readonly jobs: JobSender },
  kept: Kept,
  id: string,
): Promise<Refetched> {
  const { matches, regionOfBatch } = packIntoBatches([id]);
  const batch = matches[0]?.batch ?? null;
  if (batch === null) {
    const found = await readQuarantined(database, kept, id);
    return { type: found === undefined ? 'unknown' : 'nowhere' };
  }
  const kindFor = (region: Region): string =>
    kept.source === 'tft' ? tftFetchKind(region) : lolFetchKind(region, PERSON);
  return database.transaction(async (tx) => {
    if (!(await wantAgain(tx, kept, { id, batch, priority: PERSON }))) return { type: 'unknown' };
    await sendBatches(tx, jobs, [batch], { regionOfBatch, kindFor, priorityAt: () => PERSON });
    return { type: 'asked-again' };
  });
}
