/**
 * Fetches a quarantined body again: the match becomes wanted in a batch of its own, and the job that fetches it is sent in the same
 * transaction, with the priority of a waiting person.
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
  /** Not in quarantine (any more). */
  | { readonly type: 'unknown' }
  /** The id has no known region. */
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
