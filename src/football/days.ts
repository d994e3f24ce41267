/**
 * Reads the fixtures of a day, or of yesterday (matches that end after midnight), today and the days ahead, and sets the phase of each by its
 * status. Runs twice a day, because dates change in the morning; when the monitor finds that today is missing; and by hand.
 *
 * Each day is one transaction. An answer that is not a list (a limit, an error in HTTP 200) never means "no fixtures".
 */
import { Type } from 'typebox';
import { ingestName } from '#/domain/football/search/run-name.ts';
import { DAY_MS, dayText } from '#/domain/lol/history/local-clock.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { moveCursor } from '#/runtime/postgres/cursor.ts';
import { publishNotice } from '#/runtime/postgres/session.ts';
import type { FixtureList } from '#/upstream/api-football.ts';
import { postponeOrThrow } from '#/upstream/retry.ts';
import { ingestFixture, toPace } from './fixture-rules.ts';
import { FOOTBALL_TOPIC, lockFixtures, saveFixtures } from './fixture.ts';
import { INGEST_FIXTURES } from './kinds.ts';
import { type FootballMatchesOptions, INGEST_CURSOR } from './options.ts';
import { toStorableReading } from './poll.ts';

const IngestPayload = Type.Object({
  /** Null: yesterday, today and the days ahead. */
  day: Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), Type.Null()]),
});

/** 00:05 for the new day, 10:05 for dates that were changed in the morning. */
const TWICE_A_DAY = '5 0,10 * * *';

export function createIngestFixtures(options: FootballMatchesOptions): JobKind<{ day: string | null }> {
  const { database, isScheduled, upstreamNow = options.now } = options;
  const schedule = { cron: TWICE_A_DAY, timeZone: 'UTC', missed: 'once', payload: { day: null } } as const;
  return defineJob({
    kind: INGEST_FIXTURES,
    payload: IngestPayload,
    key: ({ day }) => day ?? 'today',
    onePerKey: true,
    // While a job for today waits, the monitor cannot send another one: an unreadable list is not requested every minute.
    retry: { limit: 10, firstDelaySeconds: 5, maxDelaySeconds: 3_600 },
    timeoutSeconds: 300,
    concurrency: 2,
    ...(isScheduled && { schedule }),
    async handle({ day }, context) {
      const today = Math.floor(upstreamNow().getTime() / DAY_MS);
      context.nameRun(ingestName(day ?? dayText(today)));
      for (const each of day === null ? daysAround(today, options.daysAhead) : [day]) {
        const failed = await ingestDay(options, each, context);
        if (failed !== null) return failed;
      }
      await database.transaction(async (tx) => {
        if (day === null) await moveCursor(tx, INGEST_CURSOR, new Date(today * DAY_MS));
        await publishNotice(tx, { topic: FOOTBALL_TOPIC });
      });
      return done();
    },
  });
}

function daysAround(today: number, daysAhead: number): string[] {
  return Array.from({ length: daysAhead + 2 }, (_, index) => dayText(today - 1 + index));
}

async function ingestDay(
  options: FootballMatchesOptions,
  day: string,
  { signal, log }: JobContext,
): Promise<JobOutcome | null> {
  const { football, now, random = Math.random } = options;
  const outcome = await football.fixturesOn(day, { lane: 'live', signal });
  if (outcome.outcome !== 'ok') return postponeOrThrow(outcome, `the fixtures of ${day}`, now(), random());
  const { malformed } = outcome.body;
  for (const { id, reason } of malformed) log.warn({ day, fixture: id, reason }, 'fixture is not readable');
  const stored = await storeFixtures(options, outcome.body);
  log.info(
    { day, listed: outcome.body.fixtures.length, stored, malformed: malformed.length },
    'fixtures of a day stored',
  );
  return null;
}

async function storeFixtures(options: FootballMatchesOptions, { fixtures }: FixtureList): Promise<number> {
  const { database, competitions, upstreamNow = options.now } = options;
  const pace = toPace(options.pace);
  const wanted = new Map(
    fixtures
      .filter(({ reading }) => competitions === null || competitions.has(reading.league.id))
      .map(({ reading }) => [reading.id, toStorableReading(reading)]),
  );
  await database.transaction(async (tx) => {
    const known = new Map((await lockFixtures(tx, [...wanted.keys()])).map((row) => [row.id, row]));
    const at = upstreamNow();
    const rows = [...wanted.values()].map((reading) =>
      ingestFixture(known.get(reading.id), reading, at, pace),
    );
    await saveFixtures(tx, rows);
  });
  return wanted.size;
}
