/** What the routes are given in tests that are about something else: nobody is known, and nobody can be looked up. */
import type { LolCollection } from '#/contract/lol-collection.ts';
import type { LolAccess } from './lol-routes.ts';

/** Of a history that was never asked for. */
export const NO_COLLECTION: LolCollection = {
  state: 'none',
  isRunning: false,
  isFresh: false,
  requestedAt: null,
  listedAt: null,
  endedAt: null,
  reason: null,
  progress: { total: 0, done: 0, unfetchable: 0, wanted: 0 },
  uncounted: 0,
  expectedEnd: null,
  placeInLine: null,
  refreshAfterSeconds: 0,
};

export function createLolAccessUnderTest(choices: Partial<LolAccess> = {}): LolAccess {
  return {
    history: {
      isPractice: true,
      locate: async () => ({ type: 'nobody', ageSeconds: 0, againSeconds: 3_600 }),
      lookups: { current: async () => undefined, start: async () => undefined, read: async () => undefined },
      search: async () => [],
      collections: {
        begin: async () => false,
        cancel: async () => false,
        describe: async () => isNotThere(),
        look: async () => isNotThere(),
      },
      analyse: async () => isNotThere(),
      readGames: async () => [],
    },
    accounts: {
      list: async () => ({ accounts: [], isPractice: true }),
      read: async () => undefined,
      link: async () => ({ type: 'notFound' }),
      sync: async () => undefined,
      unlink: async () => undefined,
    },
    tracking: {
      list: async () => ({
        players: [],
        schedule: {
          isEnabled: true,
          latest: '0 * * * *',
          ranks: '0 3 * * *',
          reports: '0 4 * * 1',
          timeZone: 'UTC',
          gamesPerRun: 20,
          lookbackDays: 30,
        },
        isPractice: true,
      }),
      track: async () => ({ type: 'notFound' }),
      untrack: async () => false,
      collect: async () => undefined,
      groups: async () => [],
      createGroup: async () => ({ type: 'missing' }),
      replaceGroup: async () => ({ type: 'missing' }),
      removeGroup: async () => false,
    },
    reports: {
      list: async () => ({ reports: [], isPractice: true }),
      read: async () => undefined,
      make: async () => undefined,
    },
    ...choices,
  };
}

function isNotThere(): never {
  throw new Error('this test has no history to show');
}
