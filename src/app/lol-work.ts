/** What works on League of Legends in this process, besides its jobs: finding players, and collections of their histories. */
import { type Collections, createCollections } from '#/lol/collect.ts';
import { chooseAccountHost, createLookups, type FindPlayerDeps, type Lookups } from '#/lol/find.ts';
import type { App } from './context.ts';
import { collectionSettings } from './settings-of-parts.ts';

export interface LolWork {
  readonly finder: FindPlayerDeps;
  readonly lookups: Lookups;
  readonly collections: Collections;
}

export function createLolWork(app: Pick<App, 'config' | 'database' | 'upstreams' | 'jobs' | 'now'>): LolWork {
  const { config, database, jobs, now } = app;
  const { riot } = app.upstreams;
  const budgetId = (): string | undefined => riot.budgetId('lol');
  return {
    finder: {
      database,
      riot,
      keyId: () => riot.keyId('lol'),
      accountRegion: (nearest) => chooseAccountHost(database, budgetId(), nearest),
    },
    lookups: createLookups({ database, jobs }),
    collections: createCollections({
      database,
      jobs,
      budgetId,
      now,
      ...collectionSettings(config),
    }),
  };
}
