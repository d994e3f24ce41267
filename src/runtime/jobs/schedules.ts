/**
 * Sends the jobs of all schedules, from the one process that leads. A slot is sent in one transaction with its cursor
 * (compare and set), so two processes that both believe to lead cannot send it twice, and a crash cannot lose it.
 * Time is PostgreSQL's: a process with a wrong clock is neither early nor late.
 *
 * Not the schedules of pg-boss: they cannot run more than once a minute (`OCCURRENCE_WINDOW_SECONDS` in its timekeeper.js), know
 * `skip` and `once` but not `each`, give every slot the same payload, and were seen to send a slot twice around a restart.
 */
import { CronExpressionParser } from 'cron-parser';
import type { PgBoss, Schedule } from 'pg-boss';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';
import { holdCursor, moveCursor, type CursorName } from '../postgres/cursor.ts';
import type { Database, PostgresConnection } from '../postgres/database.ts';
import { createLead } from '../postgres/session.ts';
import type { JobKind } from './define-job.ts';
import type { JobSender } from './send-jobs.ts';

export interface ScheduleOptions {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly kinds: readonly JobKind[];
  readonly jobs: JobSender;
  readonly log: Logger;
}

export interface Scheduler {
  start(): void;
  stop(): Promise<void>;
  leads(): boolean;
}

/** A slot of this age was not missed but served late: leadership may take some seconds to change. */
const LATE_MS = 60_000;
/** The longest pause, so that a corrected clock is noticed. */
const LOOK_MS = 60_000;
const RETRY_MS = 1_000;
const MOST_MISSED = 60;
const LOCK = [0x67616d65, 0x6c656164] as const;

/** Waits until this process leads, and serves the schedules while it does. `parts` is called whenever it begins to lead. */
export function createScheduler(
  connection: PostgresConnection,
  log: Logger,
  parts: () => ScheduleOptions,
): Scheduler {
  let term = { end: new AbortController(), ended: Promise.resolve() };
  const lead = createLead({
    connection,
    log,
    name: 'scheduler',
    lock: LOCK,
    onGained() {
      const end = new AbortController();
      // The last term may not have finished its statement yet.
      term = { end, ended: term.ended.then(() => runSchedules(parts(), end.signal)) };
    },
    onLost: () => term.end.abort(),
  });
  return {
    start: () => lead.start(),
    leads: () => lead.leads(),
    async stop() {
      await lead.stop();
      await term.ended;
    },
  };
}

type Rule = Pick<NonNullable<JobKind['schedule']>, 'cron' | 'timeZone' | 'missed'>;

interface Scheduled {
  readonly kind: JobKind;
  readonly rule: Rule;
  /** The newest slot that was served. */
  served: Date;
  /** The first slot after it. Kept, because finding it anew every second for all rules costs a tenth of an idle process. */
  next: Date;
}

/** Runs until stopped; keeps trying while PostgreSQL is away. */
export async function runSchedules(options: ScheduleOptions, stop: AbortSignal): Promise<void> {
  let scheduled: readonly Scheduled[] | null = null;
  let isFailing = false;
  while (!stop.aborted) {
    try {
      scheduled ??= await declareSchedules(options);
      const now = await readClock(options.database);
      for (const one of scheduled) if (one.next <= now && !stop.aborted) await serve(options, one, now);
      isFailing = false;
      const waits = scheduled.map(({ next }) => next.getTime() - now.getTime());
      await pause(Math.max(0, Math.min(LOOK_MS, ...waits)), stop);
    } catch (error) {
      options.log[isFailing ? 'debug' : 'warn'](
        { err: error },
        'schedules could not be served, trying again',
      );
      isFailing = true;
      await pause(RETRY_MS, stop);
    }
  }
}

async function serve({ database, jobs, log }: ScheduleOptions, one: Scheduled, now: Date): Promise<void> {
  const { kind, rule } = one;
  const [slot] = slotsBetween(rule, one.served, now, 1);
  if (slot === undefined) return;
  const isMissed = now.getTime() - slot.getTime() > LATE_MS;
  const sent = await database.transaction(async (tx) => {
    const cursor = cursorOf(kind.kind, rule);
    const served = (await holdCursor(tx, cursor)) ?? one.served;
    if (served >= slot) return 0;
    await moveCursor(tx, cursor, slot);
    if (isMissed && rule.missed === 'skip') return 0;
    const slots = rule.missed === 'each' ? slotsBetween(rule, served, slot, MOST_MISSED) : [slot];
    for (const each of slots) await jobs.send(kind, kind.slotPayload(each), { tx });
    return slots.length;
  });
  one.served = slot;
  one.next = slotAfter(rule, slot);
  log.debug({ kind: kind.kind, slot, sent, isMissed }, 'schedule slot served');
}

/** The newest slots in (after, until], oldest first. */
export function slotsBetween(rule: Omit<Rule, 'missed'>, after: Date, until: Date, most: number): Date[] {
  const slots: Date[] = [];
  const walk = parse(rule, new Date(until.getTime() + 1));
  while (slots.length < most) {
    const slot = walk.prev().toDate();
    if (slot <= after) break;
    slots.unshift(slot);
  }
  return slots;
}

function slotAfter(rule: Rule, after: Date): Date {
  return parse(rule, after).next().toDate();
}

function parse({ cron, timeZone }: Omit<Rule, 'missed'>, from: Date) {
  return CronExpressionParser.parse(cron, { tz: timeZone, currentDate: from });
}

/** An unreadable rule or zone is a mistake in the code, to be reported at the start and not at its first slot. */
export function refuseBadSchedules(kinds: readonly JobKind[]): void {
  for (const { kind, schedule } of kinds) {
    try {
      if (schedule !== null) slotAfter(schedule, new Date(0));
    } catch (error) {
      throw new Error(
        `job kind ${kind}: its schedule "${schedule?.cron}" (${schedule?.timeZone}) cannot be read`,
        { cause: error },
      );
    }
  }
}

/** A changed rule has a cursor of its own, so slots that it would have had before are not missed ones. */
function cursorOf(kind: string, { cron, timeZone }: Omit<Rule, 'missed'>): CursorName {
  return { source: 'jobs', kind: 'schedule', name: `${kind} ${cron} ${timeZone}` };
}

/** Begins the cursors of new rules now, and removes those of rules that are gone. */
async function declareSchedules({ boss, database, kinds }: ScheduleOptions): Promise<Scheduled[]> {
  const former = await boss.getSchedules();
  const declared = await database.transaction(async (tx) => {
    const now = await readClock(tx);
    const scheduled: Scheduled[] = [];
    for (const kind of kinds) {
      const rule = kind.schedule;
      if (rule === null) continue;
      const cursor = cursorOf(kind.kind, rule);
      let served = await holdCursor(tx, cursor);
      if (served === undefined) {
        served = formerCursor(former, cursor.name) ?? now;
        await moveCursor(tx, cursor, served);
      }
      scheduled.push({ kind, rule, served, next: slotAfter(rule, served) });
    }
    await tx.query(
      `delete from gamekeeper.cursor where source = 'jobs' and kind = 'schedule' and not name = any($1::text[])`,
      [scheduled.map(({ kind, rule }) => cursorOf(kind.kind, rule).name)],
    );
    return scheduled;
  });
  for (const { name } of former) await boss.unschedule(name);
  return declared;
}

/** In a data directory of an earlier version, the cursors are in the options of pg-boss's own schedules. */
function formerCursor(former: readonly Schedule[], cursorName: string): Date | undefined {
  const schedule = former.find(
    ({ name, cron, timezone }) => cursorOf(name, { cron, timeZone: timezone }).name === cursorName,
  );
  const slot: unknown =
    schedule?.options !== undefined && 'slot' in schedule.options && schedule.options.slot;
  return typeof slot === 'string' ? new Date(slot) : undefined;
}

async function readClock(db: Pick<Database, 'query'>): Promise<Date> {
  const [clock] = await db.query<{ now: Date }>('select clock_timestamp() as now');
  return clock?.now ?? new Date();
}
