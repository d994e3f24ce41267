/** Listed ids, packed into batches of games that one job fetches from one region. */
import { randomUUID } from 'node:crypto';
import { isMatchId } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch, type Region } from '#/domain/riot/routing.ts';
import type { Transaction } from '#/stores/postgres/database.ts';
import type { NewMatch } from '#/stores/postgres/match.ts';
import type { JobSender } from '../send-jobs.ts';

/** Games that one job fetches. With twelve jobs at once, there are always more calls waiting than a window lets go. */
const BATCH = 25;

export interface PackedMatches {
  readonly matches: readonly NewMatch[];
  readonly regionOfBatch: ReadonlyMap<string, Region>;
}

/** The id tells where a game is asked for, not the player in whose list it stood. */
export function packIntoBatches(ids: readonly string[], size = BATCH): PackedMatches {
  const regionOfBatch = new Map<string, Region>();
  const open = new Map<Region, { readonly batch: string; size: number }>();
  const matches = ids.map((id): NewMatch => {
    const place = isMatchId(id) ? placeOfMatch(id) : undefined;
    if (place === undefined)
      return { id, platform: 'unknown', batch: null, fault: 'the id is of no known platform' };
    const { platform, region } = place;
    let current = open.get(region);
    if (current === undefined || current.size === size) {
      current = { batch: randomUUID(), size: 0 };
      open.set(region, current);
      regionOfBatch.set(current.batch, region);
    }
    current.size += 1;
    return { id, platform, batch: current.batch, fault: null };
  });
  return { matches, regionOfBatch };
}

export interface BatchSending {
  readonly regionOfBatch: ReadonlyMap<string, Region>;
  readonly kindFor: (region: Region) => string;
  /** Of the batch at that place, counted from 0: whoever sends decides how much the first of them is in more of a hurry. */
  readonly priorityAt: (place: number) => number;
}

export async function sendBatches(
  tx: Transaction,
  jobs: JobSender,
  batches: Iterable<string>,
  { regionOfBatch, kindFor, priorityAt }: BatchSending,
): Promise<void> {
  const byKind = new Map<string, { batch: string }[]>();
  const priorities = new Map<string, number>();
  for (const batch of batches) {
    const region = regionOfBatch.get(batch);
    if (region === undefined) throw new Error(`batch ${batch} was not packed here, so its region is unknown`);
    const kind = kindFor(region);
    const some = byKind.get(kind) ?? [];
    some.push({ batch });
    byKind.set(kind, some);
    priorities.set(batch, priorityAt(priorities.size));
  }
  const priority = ({ batch }: { batch: string }): number => priorities.get(batch) ?? 0;
  for (const [kind, some] of byKind) await jobs.sendMany(kind, some, { tx, priority });
}
