/** Tells whoever follows the match day or one fixture that something has changed. In a transaction: when it commits. */
import type { Queryable } from '#/runtime/postgres/database.ts';
import { publishNotice } from '#/runtime/postgres/live-notices.ts';

/** The match day of today, in UTC. */
export const FOOTBALL_TOPIC = 'football';

export async function publishFixtureChange(db: Queryable, fixtureId: number): Promise<void> {
  await publishNotice(db, { topic: `football-fixture/${fixtureId}` });
  await publishNotice(db, { topic: FOOTBALL_TOPIC });
}
