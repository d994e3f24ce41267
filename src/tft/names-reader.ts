/**
 * The names of Teamfight Tactics for whoever shows them, read from the local copy and kept in memory. Once a minute at most it looks
 * whether there are newer ones; while PostgreSQL does not answer, the ones at hand are good enough.
 */
import { createTftNames, type IconBases, type TftNames } from '#/domain/tft/static-names.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { loadStaticNames, staticNamesState, type StaticNamesState } from './static-names.ts';

export interface NamesReaderOptions {
  readonly database: Queryable;
  readonly iconBases: IconBases;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

const LOOK_EVERY_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

export function createNamesReader(options: NamesReaderOptions): () => Promise<TftNames> {
  const { database, iconBases, now } = options;
  let names = createTftNames([], iconBases);
  let loaded: StaticNamesState | undefined;
  let nextLookAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const state = await staticNamesState(database);
    if (state !== undefined && !isSame(state, loaded)) {
      names = createTftNames(await loadStaticNames(database), iconBases);
      loaded = state;
    }
    nextLookAt = now() + LOOK_EVERY_MS;
  }

  return async () => {
    if (now() >= nextLookAt) {
      looking ??= look()
        .catch((error: unknown) => {
          nextLookAt = now() + LOOK_AGAIN_MS;
          options.onFailure(error);
        })
        .finally(() => {
          looking = undefined;
        });
      await looking;
    }
    return names;
  };
}

/** The version too: two fetches may fall into one millisecond. */
function isSame(state: StaticNamesState, loaded: StaticNamesState | undefined): boolean {
  return state.version === loaded?.version && state.fetchedAt.getTime() === loaded.fetchedAt.getTime();
}
