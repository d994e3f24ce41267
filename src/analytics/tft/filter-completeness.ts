/**
 * How much of what was listed is there, for the places and days of a filter. Days are those of the asked time, or of the patches'
 * first and last games. Finer filters say nothing about games that are not there yet.
 */
import type { TftAnswer } from '#/contract/tft-explore.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';
import { platformsOf } from '#/domain/tft/explore/places.ts';
import { type CompletenessFilter, readCompleteness } from '#/match/stored.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { singleFlightByKey } from '#/runtime/single-flight.ts';
import type { Overview } from './overview.ts';

export type Completeness = TftAnswer['completeness'];
type States = Pick<Completeness, 'wanted' | 'stored' | 'gone' | 'quarantined'>;

const SOURCE = 'tft';
/** Counting reads the states of all games of those days. */
const KEEP_MS = 10_000;
const KEPT_FILTERS = 200;
const NO_GAMES: States = { wanted: 0, stored: 0, gone: 0, quarantined: 0 };

export function createCompletenessReader(
  database: Queryable,
  now: () => number,
): (filter: Filter, overview: Overview) => Promise<Completeness> {
  const cached = singleFlightByKey<States>({ maxAgeMs: KEEP_MS, maxKeys: KEPT_FILTERS, now });
  return async (filter, overview) => {
    const days = daysOf(filter, overview);
    if (days === null) return { ...NO_GAMES, from: null, to: null };
    const asked = { platforms: platformsOf(filter.places), ...days };
    return { ...(await cached(JSON.stringify(asked), () => countStates(database, asked))), ...days };
  };
}

async function countStates(database: Queryable, asked: CompletenessFilter): Promise<States> {
  const days = await readCompleteness(database, SOURCE, asked);
  return days.reduce<States>(
    (sum, day) => ({
      wanted: sum.wanted + day.wanted,
      stored: sum.stored + day.stored,
      gone: sum.gone + day.gone,
      quarantined: sum.quarantined + day.quarantined,
    }),
    NO_GAMES,
  );
}

/** Null: nobody knows which, there is no game. */
function daysOf({ patches, time }: Filter, overview: Overview): { from: string; to: string } | null {
  const asked = overview.patches.filter(({ patch }) => patches.length === 0 || patches.includes(patch));
  const from = time?.from ?? least(asked.map(({ oldestGameAt }) => oldestGameAt));
  // `until` is the first moment that does not belong to it.
  const to = time?.until === undefined ? most(asked.map(({ newestGameAt }) => newestGameAt)) : time.until - 1;
  return Number.isFinite(from) && Number.isFinite(to) ? { from: dayOf(from), to: dayOf(to) } : null;
}

function least(times: readonly number[]): number {
  return Math.min(...times);
}

function most(times: readonly number[]): number {
  return Math.max(...times);
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
