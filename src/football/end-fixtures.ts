/**
 * Completes fixtures that are over: the upstream called them so, the grace for corrections is over, and every goal is settled. After a day a
 * fixture is completed in any case, with a warning: a goal that hangs, or a first answer that never came, does not hold it for ever.
 */
import type { Logger } from 'pino';
import { isGraceOver, isOver, type FollowPace } from '#/domain/football/fixture-status.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { completeFixtures, listActiveFixtures, markFinal, type ActiveFixture } from './fixture.ts';
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
  const unread = over.filter(({ followedAt }) => followedAt === null).map(({ id }) => id);
  if (unread.length > 0) log.warn({ fixtures: unread }, 'completed after a day without an answer about them');
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

function isCompleted(fixture: ActiveFixture, at: Date, pace: FollowPace): boolean {
  const { status, finalSince, followedAt, openGoals } = fixture;
  if (finalSince === null || !isGraceOver(status, finalSince, at, pace)) return false;
  const isDone = followedAt !== null && openGoals === 0;
  return isDone || at.getTime() - finalSince.getTime() >= GIVE_UP_MS;
}
