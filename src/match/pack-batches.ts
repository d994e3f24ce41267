/** Packs listed ids into batches, each fetched by one job from one region. */
import { randomUUID } from 'node:crypto';
import { isMatchId } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch, type Region } from '#/domain/riot/routing.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';
import type { NewMatch } from './match.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';

/** Matches per job. With twelve concurrent jobs, more calls are waiting than a window permits. */
const BATCH = 25;

export interface PackedMatches {
  readonly matches: readonly NewMatch[];
  readonly regionOfBatch: ReadonlyMap<string, Region>;
}

/** The region follows from the match id, not from the player who listed it. */
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
  /** Priority of the nth batch, counted from 0. */
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
