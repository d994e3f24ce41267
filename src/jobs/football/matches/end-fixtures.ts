/**
 * Completes what is over: the upstream called it so, corrections were waited for, and of every goal all steps are done. A goal that hangs
 * does not hold its fixture for ever: after a day it is completed all the same, and said so.
 */
import type { Logger } from 'pino';
import { isGraceOver, isOver, type FollowPace } from '#/domain/football/fixture-status.ts';
import type { Database } from '#/stores/postgres/database.ts';
import {
  completeFixtures,
  listActiveFixtures,
  markFinal,
  type ActiveFixture,
} from '#/stores/postgres/fixture.ts';
import { publishFixtureChange } from './fixture-notice.ts';

export interface EndFixturesDeps {
  readonly database: Database;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly pace: FollowPace;
}

const GIVE_UP_MS = 24 * 3_600_000;

export async function endFixtures({ database, log, pace }: EndFixturesDeps, at: Date): Promise<void> {
  const active = await listActiveFixtures(database);
  // Nobody answers for them any more, so no answer says that they are over.
  const forgotten = active.filter(
    ({ status, kickoffAt, finalSince }) => finalSince === null && isOver(status, kickoffAt, at),
  );
  await markFinal(
    database,
    forgotten.map(({ id }) => id),
    at,
  );
  const over = active.filter((fixture) => isCompleted(fixture, at, pace));
  const hanging = over.filter(({ openGoals }) => openGoals > 0).map(({ id }) => id);
  if (hanging.length > 0)
    log.warn({ fixtures: hanging }, 'completed after a day, although steps of their goals are open');
  await database.transaction(async (tx) => {
    const completed = await completeFixtures(
      tx,
      over.map(({ id }) => id),
      at,
    );
    for (const id of completed) await publishFixtureChange(tx, id);
    if (completed.length > 0) log.info({ fixtures: completed }, 'fixtures completed');
  });
}

function isCompleted({ status, finalSince, openGoals }: ActiveFixture, at: Date, pace: FollowPace): boolean {
  if (finalSince === null || !isGraceOver(status, finalSince, at, pace)) return false;
  return openGoals === 0 || at.getTime() - finalSince.getTime() >= GIVE_UP_MS;
}
