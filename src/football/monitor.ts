/**
 * One look at all matches that are followed. Answers that a dead process left are processed first; fixtures that are due become active; all that
 * are to be asked about are asked for in few calls; each answer is kept and then processed on its own; what is over is completed.
 *
 * Matches that were over before their first poll are asked about too, in the free places of a call by ids, and with nothing in play in one
 * call of twenty per look: the daily quota of the free plan is 100 calls.
 *
 * An answer that is missing, cannot be read or cannot be processed is noted beside its fixture as trouble, never taken for "no goals", and
 * does not stop the others. The next look comes with the next slot, so nothing is postponed.
 */
import { Type } from 'typebox';
import { DAY_MS } from '#/domain/lol/history/local-clock.ts';
import type { FixtureAnswer } from '#/upstream/api-football.ts';
import { createFixtureParser, type FixtureParser } from '#/upstream/api-football-fixture.ts';
import { readCursor } from '#/runtime/postgres/cursor.ts';
import { drawPollNumber, findWaitingPolls, storePoll } from './fixture-poll.ts';
import { activateFixtures, findDueFixtures, noteTrouble, takeLateFixtures } from './fixture.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { describeFailure } from '#/upstream/retry.ts';
import { done, skip, type JobOutcome } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { monitorName } from '#/domain/football/search/run-name.ts';
import { askFixtures, IDS_PER_CALL } from './ask-fixtures.ts';
import { endFixtures } from './end-fixtures.ts';
import { publishFixtureChange } from './fixture-notice.ts';
import { toPace } from './fixture-rules.ts';
import { INGEST_FIXTURES, MONITOR } from './kinds.ts';
import { INGEST_CURSOR, type FootballMatchesOptions } from './matches-options.ts';
import { pollCron } from './poll-cron.ts';
import { processPoll } from './process-poll.ts';

/** After a call that brought no answer about a match that was over before its first poll. */
const ASK_LATE_AGAIN_MS = 3_600_000;

export function createMonitor(options: FootballMatchesOptions): JobKind<object> {
  const { database, isScheduled, upstreamNow = options.now } = options;
  const schedule = {
    cron: pollCron(options.pollSeconds),
    timeZone: 'UTC',
    missed: 'skip',
    payload: {},
  } as const;
  const pace = toPace(options.pace);
  const parser = createFixtureParser();
  return defineJob({
    kind: MONITOR,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 2, firstDelaySeconds: 1, maxDelaySeconds: 10 },
    timeoutSeconds: 120,
    concurrency: 1,
    ...(isScheduled && { schedule }),
    async handle(_payload, context) {
      context.nameRun(monitorName(options.now()));
      const look = createLook(options, parser, context);
      for (const id of await findWaitingPolls(database)) await look.process(id);
      await wantIngest(options, context);
      const at = upstreamNow();
      await activateFixtures(database, new Date(at.getTime() + pace.activateBeforeMs), at);
      const outcome = await look.ask();
      await endFixtures({ database, log: context.log, pace }, upstreamNow());
      return outcome;
    },
  });
}

/** A fresh installation, a day that began while nothing ran, a practice world that runs fast. */
async function wantIngest(
  { database, now, upstreamNow = now }: FootballMatchesOptions,
  { jobs }: JobContext,
): Promise<void> {
  const today = Math.floor(upstreamNow().getTime() / DAY_MS) * DAY_MS;
  const ingested = await readCursor(database, INGEST_CURSOR);
  if (ingested === undefined || ingested.getTime() < today) await jobs.send(INGEST_FIXTURES, { day: null });
}

function createLook(
  options: FootballMatchesOptions,
  parser: FixtureParser,
  { jobs, log, signal }: JobContext,
) {
  const { database, football, rules = {}, searchMinutes, upstreamNow = options.now } = options;
  const deps = { database, jobs, log, parser, pace: toPace(options.pace), rules, searchMinutes };

  async function note(id: number, trouble: string): Promise<void> {
    await database.transaction(async (tx) => {
      if (await noteTrouble(tx, id, toStorableText(trouble), upstreamNow()))
        await publishFixtureChange(tx, id);
    });
  }

  async function process(id: number): Promise<void> {
    signal.throwIfAborted();
    try {
      await processPoll(deps, id);
    } catch (error) {
      // PostgreSQL is away for all of them: that is no trouble of this one, and the run is tried again.
      if (isStoreOutage(error)) throw error;
      log.error({ err: error, fixture: id }, 'answer could not be processed');
      await note(
        id,
        `its answer could not be processed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  async function take(
    id: number,
    answer: FixtureAnswer,
    poll: { readonly number: string; readonly askedAt: Date },
  ): Promise<void> {
    switch (answer.answer) {
      case 'read':
        if (await storePoll(database, { fixtureId: id, ...poll, body: answer.bytes })) await process(id);
        return;
      case 'missing':
        return note(id, 'the upstream does not tell of it');
      case 'malformed':
        return note(id, `what the upstream tells of it cannot be read: ${answer.reason}`);
      case 'failed':
        return note(id, describeFailure(answer.failure));
    }
  }

  async function ask(): Promise<JobOutcome> {
    const at = upstreamNow();
    const inTime = await findDueFixtures(database, at);
    const again = new Date(at.getTime() + ASK_LATE_AGAIN_MS);
    const limit = IDS_PER_CALL - (inTime.length % IDS_PER_CALL);
    const late = await takeLateFixtures(database, { at, again, limit });
    const due = [...inTime, ...late];
    if (due.length === 0) return skip('nothing is in play');
    // Drawn before it is asked: of two answers, that with the higher number was asked for later.
    const poll = { number: await drawPollNumber(database), askedAt: upstreamNow() };
    const answers = await askFixtures(football, due, { lane: 'live', signal });
    for (const { id } of due) await take(id, answers.get(id) ?? { answer: 'missing' }, poll);
    log.info({ fixtures: due.length, late: late.length }, 'fixtures polled');
    return toOutcome([...answers.values()]);
  }

  return { process, ask };
}

function toOutcome(answers: readonly FixtureAnswer[]): JobOutcome {
  const failures = answers.flatMap((answer) => (answer.answer === 'failed' ? [answer.failure] : []));
  const [first] = failures;
  if (first === undefined || failures.length < answers.length) return done();
  return skip(`no answer: ${describeFailure(first)}`);
}
