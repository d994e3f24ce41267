/**
 * Inserts listed ids as wanted matches, for everything that collects: they are added to the player's history, unknown ones become wanted,
 * waiting ones with less priority are raised, and the fetch jobs are sent, in one transaction. A stored match is never wanted again; of a
 * stored match without a timeline, only the timeline is.
 */
import type { Transaction } from '#/runtime/postgres/database.ts';
import { findKnown, hastenMatches } from '#/match/match-wish.ts';
import { insertMatches, type Kept, type NewMatch } from '#/match/match.ts';
import { addToHistory } from './player-match.ts';
import { packIntoBatches, sendBatches } from '#/match/pack-batches.ts';
import { PERSON, type Priority } from '#/match/priority.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { batchesFor, fetchKind, MATCHES, SOURCE, TIMELINES } from './lol-kinds.ts';

/** Enough for a first view. */
const FIRST_SHOWN = 20;

export interface GamesWish {
  readonly puuid: string;
  readonly ids: readonly string[];
  readonly withTimelines: boolean;
  readonly priority: Priority;
  /** Time of the list call, by the upstream's clock. */
  readonly listedAt: Date;
  /** Set by a collection: if it is cancelled, matches that nothing else requested are not wanted any more. */
  readonly collection?: string | undefined;
  /** Matches of the same list on earlier pages. */
  readonly before?: number | undefined;
}

interface Need {
  readonly kept: Kept;
  readonly isNew: ReadonlySet<string>;
  readonly canBeHastened: ReadonlySet<string>;
}

export async function wantGames(
  tx: Transaction,
  jobs: JobSender,
  wish: GamesWish,
): Promise<{ readonly added: number }> {
  const ids = [...new Set(wish.ids.map(toStorableText))];
  if (ids.length === 0) return { added: 0 };
  const { puuid, priority, collection = null } = wish;
  await addToHistory(tx, SOURCE, { puuid, ids, collection });
  const ofMatches = await findNeed(tx, MATCHES, ids, priority);
  const needs = [ofMatches.need];
  if (wish.withTimelines) {
    const worthIt = ids.filter((id) => !ofMatches.lost.has(id));
    needs.push((await findNeed(tx, TIMELINES, worthIt, priority)).need);
  }
  const needed = ids.filter((id) =>
    needs.some(({ isNew, canBeHastened }) => isNew.has(id) || canBeHastened.has(id)),
  );
  // A match and its timeline share a batch, so one job fetches both.
  const { matches, regionOfBatch } = packIntoBatches(needed, batchesFor(priority).size);
  const batches = new Set<string>();
  for (const need of needs) for (const batch of await fill(tx, need, matches, wish)) batches.add(batch);
  const kindFor = (region: Parameters<typeof fetchKind>[0]): string => fetchKind(region, priority);
  const priorityAt = priorityInList(priority, wish.before ?? 0);
  await sendBatches(tx, jobs, batches, { regionOfBatch, kindFor, priorityAt });
  return { added: ofMatches.need.isNew.size };
}

/** The newest matches of all players come before older ones of any, so that a second request soon has something to show. */
function priorityInList(priority: Priority, before: number): (place: number) => number {
  const { size } = batchesFor(priority);
  return (place) => (priority === PERSON && before + place * size < FIRST_SHOWN ? priority + 1 : priority);
}

async function findNeed(
  tx: Transaction,
  kept: Kept,
  ids: readonly string[],
  priority: number,
): Promise<{ readonly need: Need; readonly lost: ReadonlySet<string> }> {
  const known = await findKnown(tx, kept, ids, priority);
  const isKnown = new Set(known.map(({ id }) => id));
  const hastened = known.filter((match) => match.canBeHastened);
  const lost = known.filter(
    ({ state, canBeHastened }) => (state === 'gone' && !canBeHastened) || state === 'quarantined',
  );
  return {
    need: {
      kept,
      isNew: new Set(ids.filter((id) => !isKnown.has(id))),
      canBeHastened: new Set(hastened.map(({ id }) => id)),
    },
    lost: new Set(lost.map(({ id }) => id)),
  };
}

/** The lookup only packs batches; the statements decide what is new and what can be moved. */
async function fill(
  tx: Transaction,
  { kept, isNew, canBeHastened }: Need,
  packed: readonly NewMatch[],
  { priority, listedAt }: GamesWish,
): Promise<string[]> {
  // An id without a region is stored as a visible fault, without a timeline.
  const added = packed.filter(({ id, fault }) => isNew.has(id) && (fault === null || kept.kind === 'match'));
  const moved = packed.filter(({ id }) => canBeHastened.has(id));
  return [
    ...(added.length === 0 ? [] : await insertMatches(tx, kept, added, { priority, listedAt })),
    ...(moved.length === 0 ? [] : await hastenMatches(tx, kept, moved, priority)),
  ];
}
