/** How far the history of a player is, to be followed. Read again now and then besides: a projection goes on without a notice. */
import { isPuuid } from '#/domain/riot/riot-ids.ts';
import type { Collections } from '#/jobs/lol/collections.ts';
import type { TopicDefinition } from '../live/live-topics.ts';

export function historyTopics(collections: Pick<Collections, 'describe'>): readonly TopicDefinition[] {
  return [
    {
      name: 'lol-player/:puuid',
      snapshot: async ({ puuid = '' }) => (isPuuid(puuid) ? collections.describe(puuid) : undefined),
      minIntervalMs: 500,
      refreshEveryMs: 1_000,
    },
  ];
}
