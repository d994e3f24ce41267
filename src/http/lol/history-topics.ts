/** How far the history of a player is, to be followed. Read again now and then besides: a projection goes on without a notice. */
import { isPuuid } from '#/domain/riot/riot-ids.ts';
import type { TopicDefinition } from '#/http/live/feed.ts';
import type { Collections } from '#/lol/collect.ts';
import { describeLookup, type Lookups } from '#/lol/find.ts';

export function historyTopics(
  collections: Pick<Collections, 'describe'>,
  lookups: Pick<Lookups, 'read'>,
): readonly TopicDefinition[] {
  return [
    {
      name: 'lol-player/:puuid',
      snapshot: async ({ puuid = '' }) => (isPuuid(puuid) ? collections.describe(puuid) : undefined),
      minIntervalMs: 500,
      refreshEveryMs: 1_000,
    },
    {
      name: 'lol-lookup/:id',
      // When the player is found, the collection of the history takes the place of the look-up.
      async snapshot({ id = '' }) {
        const lookup = /^\d{1,18}$/.test(id) ? await lookups.read(id) : undefined;
        if (lookup === undefined) return undefined;
        return lookup.puuid === null ? describeLookup(lookup) : collections.describe(lookup.puuid);
      },
      minIntervalMs: 500,
      refreshEveryMs: 5_000,
    },
  ];
}
