/**
 * Sends the jobs that the clock asks for. Only the leader runs this, yet nothing depends on there being one leader: a slot is
 * sent in one transaction with the mark that it was sent (compare and set), so two of them cannot send it twice, and a crash
 * cannot send half of it. pg-boss's own timekeeper was not taken: it looks every 30 s, and was seen to send a slot twice
 * around a restart.
 *
 * The marks live in pg-boss's schedule table and survive restarts. What code no longer schedules is removed when a scheduler
 * begins to lead. Time is PostgreSQL's: a process with a wrong clock neither runs ahead nor lags.
 */
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../postgres/database.ts';
import { pause } from '../pause.ts';
import type { JobKind } from './define-job.ts';
import { createNextSlot, type Cron, type NextSlot, type Preview } from './next-slot.ts';
import type { JobSender } from './send-jobs.ts';

export interface ScheduleOptions {
  readonly boss: PgBoss;
  readonly database: Database;
  readonly kinds: readonly JobKind[];
  readonly jobs: JobSender;
  readonly log: Logger;
}

/** A slot this old was not missed, only served late: leadership may take some seconds to change hands. */
const LATE_MS = 60_000;
/** The longest sleep, so that a corrected clock or a changed row is noticed. */
const LOOK_MS = 60_000;
const RETRY_MS = 1_000;
const MOST_MISSED = 60;

/** Runs until stopped; keeps trying while PostgreSQL is away. */
export async function runSchedules(options: ScheduleOptions, stop: AbortSignal): Promise<void> {
  const nextSlot = createNextSlot(options.boss);
  let declared = false;
  let isFailing = false;
  while (!stop.aborted) {
    try {
      if (!declared) await declareSchedules(options.database, options.kinds);
      declared = true;
      const { now, marks } = await readMarks(options.database);
      for (const kind of options.kinds) {
        const mark = marks.get(kind.kind);
        const next = mark && kind.schedule ? nextSlot(kind.schedule, mark) : undefined;
        if (mark && next && next <= now && !stop.aborted) await serveKind(options, kind, mark, now);
      }
      isFailing = false;
      await pause(msUntilNextSlot(options.kinds, nextSlot, now), stop);
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

async function serveKind(options: ScheduleOptions, kind: JobKind, mark: Date, now: Date): Promise<void> {
  const { schedule } = kind;
  if (schedule === null) return;
  const slot = latestSlot(options.boss, schedule, mark, now);
  if (slot === null) return;
  const isMissed = now.getTime() - slot.getTime() > LATE_MS;
  const sent = await options.database.transaction(async (tx) => {
    if (!(await moveMark(tx, kind.kind, slot))) return 0;
    if (isMissed && schedule.missed === 'skip') return 0;
    const slots = schedule.missed === 'each' ? newestSlots(options.boss, schedule, mark, slot) : [slot];
    for (const one of slots) await options.jobs.send(kind, kind.slotPayload(one), { tx });
    return slots.length;
  });
  options.log.debug({ kind: kind.kind, slot, sent, isMissed }, 'schedule slot served');
}

function msUntilNextSlot(kinds: readonly JobKind[], nextSlot: NextSlot, now: Date): number {
  const waits = kinds.flatMap(({ schedule }) => {
    const next = schedule === null ? undefined : nextSlot(schedule, now);
    return next === undefined ? [] : [next.getTime() - now.getTime()];
  });
  return Math.min(LOOK_MS, ...waits);
}

/** A rule or a zone that cannot be read is a mistake in the code, to be heard of at the start and not at its first slot. */
export function refuseBadSchedules(kinds: readonly JobKind[]): void {
  // Only its arithmetic is used; it is never started and opens no connection.
  const calendar = new PgBoss({
    db: { executeSql: () => Promise.reject(new Error('the calendar asks no database')) },
  });
  for (const { kind, schedule } of kinds) {
    try {
      if (schedule !== null) slotsAfter(calendar, schedule, new Date(0), 1);
    } catch (error) {
      throw new Error(
        `job kind ${kind}: its schedule "${schedule?.cron}" (${schedule?.timeZone}) cannot be read`,
        { cause: error },
      );
    }
  }
}

/** The newest slot in (after, until], found by looking back ever further: a yearly slot costs no more than some twenty looks. */
export function latestSlot(boss: Preview, cron: Cron, after: Date, until: Date): Date | null {
  for (let spanMs = 60_000; ; spanMs *= 2) {
    const from = new Date(Math.max(after.getTime(), until.getTime() - spanMs));
    const latest = lastSlotBetween(boss, cron, from, until);
    if (latest !== null || from.getTime() <= after.getTime()) return latest;
  }
}

/** The newest slots in (after, latest], oldest first, at most `MOST_MISSED`. */
function newestSlots(boss: Preview, cron: Cron, after: Date, latest: Date): Date[] {
  const slots = [latest];
  while (slots.length < MOST_MISSED) {
    const before = latestSlot(boss, cron, after, new Date((slots[0] as Date).getTime() - 1));
    if (before === null) break;
    slots.unshift(before);
  }
  return slots;
}

/** Pages grow from one slot: sixty slots of a leap-day rule would be two centuries of calendar (0.8 s of work). */
function lastSlotBetween(boss: Preview, cron: Cron, from: Date, until: Date): Date | null {
  let latest: Date | null = null;
  for (let count = 1; ; count = Math.min(2 * count, 64)) {
    const page: Date[] = slotsAfter(boss, cron, latest ?? from, count).filter((slot) => slot <= until);
    latest = page.at(-1) ?? latest;
    if (page.length < count) return latest;
  }
}

function slotsAfter(boss: Preview, { cron, timeZone }: Cron, from: Date, count: number): Date[] {
  return boss.previewSchedule(cron, { tz: timeZone, from, count });
}

/** A changed rule begins anew: the slots that it would have had before it was written are nobody's loss. */
async function declareSchedules(database: Database, kinds: readonly JobKind[]): Promise<void> {
  const scheduled = kinds.filter((kind) => kind.schedule !== null);
  await database.transaction(async (tx) => {
    await tx.query('delete from pgboss.schedule where not name = any($1::text[])', [
      scheduled.map((kind) => kind.kind),
    ]);
    for (const { kind, schedule } of scheduled) {
      await tx.query(
        `insert into pgboss.schedule as s (name, key, kind, cron, timezone, options)
         values ($1, '', 'cron', $2, $3, jsonb_build_object('missed', $4::text, 'slot', now()))
         on conflict (name, key) do update set
           cron = excluded.cron, timezone = excluded.timezone, updated_on = now(),
           options = excluded.options || case
             when s.cron = excluded.cron and s.timezone = excluded.timezone and s.options ? 'slot'
             then jsonb_build_object('slot', s.options -> 'slot') else '{}' end`,
        [kind, schedule?.cron, schedule?.timeZone, schedule?.missed],
      );
    }
  });
}

async function readMarks(db: Queryable): Promise<{ now: Date; marks: Map<string, Date> }> {
  const rows = await db.query<{ name: string | null; slot: Date | null; now: Date }>(
    `select s.name, (s.options ->> 'slot')::timestamptz as slot, clock_timestamp() as now
     from (select 1) as one left join pgboss.schedule s on s.key = ''`,
  );
  const marks = new Map(
    rows.flatMap(({ name, slot }) => (name === null || slot === null ? [] : [[name, slot] as const])),
  );
  return { now: rows[0]?.now ?? new Date(), marks };
}

/** True when this slot was not served before. */
async function moveMark(db: Queryable, kind: string, slot: Date): Promise<boolean> {
  const rows = await db.query(
    `update pgboss.schedule set options = options || jsonb_build_object('slot', $2::timestamptz)
     where name = $1 and key = '' and (options ->> 'slot')::timestamptz < $2
     returning 1`,
    [kind, slot],
  );
  return rows.length > 0;
}
