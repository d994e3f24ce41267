/**
 * What can be followed of football: the match day of today (UTC), or one fixture with its goals and clips. Notices come with every change;
 * read again now and then besides, because a day ends without one.
 */
import { FOOTBALL_TOPIC } from '#/football/fixture.ts';
import type { TopicDefinition } from '../live/feed.ts';
import type { FootballAccess } from './football-access.ts';

const FIXTURE_ID = /^[1-9]\d{0,14}$/;
const RHYTHM = { minIntervalMs: 500, refreshEveryMs: 30_000 };

export function footballTopics(
  football: Pick<FootballAccess, 'day' | 'today' | 'fixture'>,
): readonly TopicDefinition[] {
  return [
    { name: FOOTBALL_TOPIC, snapshot: () => football.day(football.today(), 'UTC'), ...RHYTHM },
    {
      name: 'football-fixture/:id',
      snapshot: async ({ id = '' }) => (FIXTURE_ID.test(id) ? football.fixture(Number(id)) : undefined),
      ...RHYTHM,
    },
  ];
}
