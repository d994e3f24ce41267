/**
 * Polls all fixtures that are followed, every FOOTBALL_POLL_SECONDS: processes answers that a dead process left, activates fixtures before their
 * kick-off, requests what is due in few calls, stores and processes each answer on its own, and completes fixtures that are over.
 *
 * Fixtures that were over before their first poll are requested too, in the free places of a call by ids, and in one call of twenty per run if
 * nothing is in play: the daily quota of the free plan is 100 calls.
 *
 * An answer that is missing, unreadable or cannot be processed is recorded as trouble of its fixture. It never means "no goals" and does not
 * stop the others. The next run comes with the next slot, so nothing is postponed.
 */
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { type FollowPace, isGraceOver, isOver, statusGroupOf } from '#/domain/football/fixture-status.ts';
import { monitorName } from '#/domain/football/search/run-name.ts';
import { DAY_MS } from '#/domain/lol/history/local-clock.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, type JobOutcome, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { readCursor } from '#/runtime/postgres/cursor.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import { createFixtureParser, type FixtureParser } from '#/upstream/api-football-fixture.ts';
import type { ApiFootballClient, Calling, FixtureAnswer, FixtureList } from '#/upstream/api-football.ts';
import { type CallFailure, describeFailure } from '#/upstream/retry.ts';
import { toPace } from './fixture-rules.ts';
import {
  activateFixtures,
  type ActiveFixture,
  completeFixtures,
  drawPollNumber,
  type DueFixture,
  findDueFixtures,
  findWaitingPolls,
  listActiveFixtures,
  markFinal,
  noteTrouble,
  publishFixtureChange,
  storePoll,
  takeLateFixtures,
} from './fixture.ts';
import { INGEST_FIXTURES, MONITOR } from './kinds.ts';
import { type FootballMatchesOptions, INGEST_CURSOR } from './options.ts';
import { processPoll } from './poll.ts';

/** After a call without an answer about a fixture that was over before its first poll. */
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
      await sendIngest(options, context);
      const at = upstreamNow();
      await activateFixtures(database, new Date(at.getTime() + pace.activateBeforeMs), at);
      const outcome = await look.ask();
      await endFixtures({ database, log: context.log, pace }, upstreamNow());
      return outcome;
    },
  });
}

/** Sends the ingest if today's fixtures are missing: a new installation, a day that began while nothing ran, a fast practice world. */
async function sendIngest(
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
      // An outage of PostgreSQL is not trouble of this fixture; the run is repeated.
      if (isStoreOutage(error)) throw error;
      log.error({ err: error, fixture: id }, 'answer not processed');
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
        return note(id, 'the upstream did not answer about it');
      case 'malformed':
        return note(id, `the answer about it is not readable: ${answer.reason}`);
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
    // Drawn before the request, so that numbers order the answers.
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

/** Paces that a calendar can express divide a minute or an hour; others are slowed down to the next one (45 s become a minute), because faster costs calls. */
const DIVISORS_OF_60 = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60] as const;

export function pollCron(seconds: number): string {
  if (seconds <= 30) return `*/${nextDivisor(seconds)} * * * * *`;
  const minutes = nextDivisor(Math.ceil(seconds / 60));
  return minutes === 60 ? '0 * * * *' : `*/${minutes} * * * *`;
}

function nextDivisor(value: number): number {
  return DIVISORS_OF_60.find((divisor) => divisor >= value) ?? 60;
}

const IDS_PER_CALL = 20;

type Asked = Pick<ApiFootballClient, 'fixturesByIds' | 'liveFixtures'>;
type Answers = ReadonlyMap<number, FixtureAnswer>;

/**
 * Requests all due fixtures in as few calls as possible. The live list is one call for all matches in play; ids are one call for twenty. If many
 * are in play, the live list comes first, and those missing from it (not begun, just ended, postponed) are requested by id.
 */
async function askFixtures(football: Asked, due: readonly DueFixture[], calling: Calling): Promise<Answers> {
  const ids = due.map(({ id }) => id);
  if (!isLiveListCheaper(due)) return football.fixturesByIds(ids, calling);
  const live = await football.liveFixtures(calling);
  if (live.outcome !== 'ok' && !isWorthAskingOtherwise(live))
    return new Map(ids.map((id) => [id, { answer: 'failed', failure: live }]));
  const inPlay =
    live.outcome === 'ok' ? answersIn(live.body, new Set(ids)) : new Map<number, FixtureAnswer>();
  const rest = ids.filter((id) => !inPlay.has(id));
  return rest.length === 0 ? inPlay : new Map([...inPlay, ...(await football.fixturesByIds(rest, calling))]);
}

function isLiveListCheaper(due: readonly DueFixture[]): boolean {
  const notInPlay = due.filter(({ status }) => !['live', 'break'].includes(statusGroupOf(status)));
  return 1 + callsFor(notInPlay.length) < callsFor(due.length);
}

function callsFor(ids: number): number {
  return Math.ceil(ids / IDS_PER_CALL);
}

/** The live list alone may be broken; a limit or a refused key applies to every call. */
function isWorthAskingOtherwise({ outcome }: CallFailure): boolean {
  return outcome === 'malformed' || outcome === 'unavailable' || outcome === 'notFound';
}

function answersIn(
  { fixtures, malformed }: FixtureList,
  wanted: ReadonlySet<number>,
): Map<number, FixtureAnswer> {
  const answers = new Map<number, FixtureAnswer>();
  for (const item of malformed)
    if (item.id !== null && wanted.has(item.id)) answers.set(item.id, { answer: 'malformed', ...item });
  for (const item of fixtures)
    if (wanted.has(item.reading.id)) answers.set(item.reading.id, { answer: 'read', ...item });
  return answers;
}

interface EndFixturesDeps {
  readonly database: Database;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly pace: FollowPace;
}

const GIVE_UP_MS = 24 * 3_600_000;

/**
 * Completes fixtures whose end was reported, whose grace for corrections is over and whose goals are settled. After a day a fixture is completed in any
 * case, with a warning, so that an open goal or a missing first answer does not keep it active.
 */
async function endFixtures({ database, log, pace }: EndFixturesDeps, at: Date): Promise<void> {
  const active = await listActiveFixtures(database);
  // There were no more answers, so none reported the end.
  const forgotten = active.filter(
    ({ status, kickoffAt, finalSince }) => finalSince === null && isOver(status, kickoffAt, at),
  );
  await markFinal(
    database,
    forgotten.map(({ id }) => id),
    at,
  );
  const over = active.filter((fixture) => isCompleted(fixture, at, pace));
  const unsettled = over.filter(({ openGoals }) => openGoals > 0).map(({ id }) => id);
  const unread = over.filter(({ followedAt }) => followedAt === null).map(({ id }) => id);
  if (unread.length > 0) log.warn({ fixtures: unread }, 'fixtures completed a day late without an answer');
  if (unsettled.length > 0)
    log.warn({ fixtures: unsettled }, 'fixtures completed a day late with open steps');
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
