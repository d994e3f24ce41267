/**
 * From listed ids to wanted games: rows for those that nobody has listed before and the jobs that fetch them, in one transaction.
 * Who has listed a game before is decided by the table's key alone; what is looked up first only packs batches well.
 */
import { randomUUID } from 'node:crypto';
import { isMatchId } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch, type Region } from '#/domain/riot/routing.ts';
import type { Queryable, Transaction } from '#/stores/postgres/database.ts';
import { findUnknown, insertMatches, type NewMatch } from '#/stores/postgres/match.ts';
import type { JobSender } from '../send-jobs.ts';
import { toStorableText } from '../storable-payload.ts';
import { fetchKind, SOURCE } from './crawl-options.ts';

/** A game that somebody has just played goes before one from long ago. */
export const FRESH = 1;
export const BACKFILL = 0;

/** Games that one job fetches. With twelve jobs at once, there are always more calls waiting than a window lets go. */
const BATCH = 25;

export interface Wanting {
  readonly priority: number;
  readonly listedAt: Date;
}

/** Before the transaction, which should be short: others who list the same games wait for its end. */
export async function packUnknown(db: Queryable, ids: readonly string[]): Promise<PackedMatches> {
  const clean = [...new Set(ids.map(toStorableText))];
  return packIntoBatches(clean.length === 0 ? [] : await findUnknown(db, SOURCE, clean));
}

export async function wantMatches(
  tx: Transaction,
  jobs: JobSender,
  { matches, regionOfBatch }: PackedMatches,
  wanting: Wanting,
): Promise<void> {
  if (matches.length === 0) return;
  const added = await insertMatches(tx, SOURCE, matches, wanting);
  await sendBatches(tx, jobs, added, regionOfBatch, wanting.priority);
}

export interface PackedMatches {
  readonly matches: readonly NewMatch[];
  readonly regionOfBatch: ReadonlyMap<string, Region>;
}

/** The id tells where a game is asked for, not the player in whose list it stood. */
export function packIntoBatches(ids: readonly string[]): PackedMatches {
  const regionOfBatch = new Map<string, Region>();
  const open = new Map<Region, { readonly batch: string; size: number }>();
  const matches = ids.map((id): NewMatch => {
    const place = isMatchId(id) ? placeOfMatch(id) : undefined;
    if (place === undefined)
      return { id, platform: 'unknown', batch: null, fault: 'the id is of no known platform' };
    const { platform, region } = place;
    let current = open.get(region);
    if (current === undefined || current.size === BATCH) {
      current = { batch: randomUUID(), size: 0 };
      open.set(region, current);
      regionOfBatch.set(current.batch, region);
    }
    current.size += 1;
    return { id, platform, batch: current.batch, fault: null };
  });
  return { matches, regionOfBatch };
}

export async function sendBatches(
  tx: Transaction,
  jobs: JobSender,
  batches: readonly string[],
  regionOfBatch: ReadonlyMap<string, Region>,
  priority: number,
): Promise<void> {
  for (const batch of batches) {
    const region = regionOfBatch.get(batch);
    if (region === undefined) throw new Error(`batch ${batch} was not packed here, so its region is unknown`);
    await jobs.send(fetchKind(region), { batch }, { tx, priority });
  }
}
