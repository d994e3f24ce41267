/**
 * What is known about the operation of all processes: which of them run, a sample of readings for each half minute, and the sizes of
 * tables and objects. PostgreSQL's clock alone decides, because the clocks of a fleet disagree.
 */
import { SLOT_SECONDS } from '#/domain/operations/history-steps.ts';
import type { Reading } from '#/domain/operations/readings.ts';
import type { ProcessRow } from '#/contract/status.ts';
import type { Queryable } from './database.ts';
import { toRecordset } from './rows.ts';

/** Written by each process at every heartbeat. */
export interface ProcessReport {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly roles: readonly string[];
  readonly version: string;
  readonly startedAt: string;
  readonly rssBytes: number;
  /** Of one core, over the last heartbeat interval. */
  readonly cpuPercent: number;
}

export async function upsertProcess(db: Queryable, report: ProcessReport): Promise<void> {
  await db.query(
    `insert into gamekeeper.process (id, host, pid, roles, version, started_at, seen_at, rss_bytes, cpu_percent)
     select id, host, pid, roles, version, started_at, now(), rss_bytes, cpu_percent
     from jsonb_populate_record(null::gamekeeper.process, $1::jsonb -> 0)
     on conflict (id) do update set
       host = excluded.host, pid = excluded.pid, roles = excluded.roles, version = excluded.version,
       started_at = excluded.started_at, seen_at = excluded.seen_at,
       rss_bytes = excluded.rss_bytes, cpu_percent = excluded.cpu_percent`,
    [toRecordset([{ ...report, rssBytes: Math.round(report.rssBytes) }])],
  );
}

/** Oldest first, so that rows keep their order on a page while others come and go. */
export async function listProcesses(db: Queryable, aliveWithinSeconds: number): Promise<ProcessRow[]> {
  const rows = await db.query<Omit<ProcessRow, 'startedAt' | 'seenAt'> & { startedAt: Date; seenAt: Date }>(
    `select id, host, pid, roles, version, started_at, seen_at, rss_bytes::float8, cpu_percent::float8
     from gamekeeper.process
     where seen_at > now() - make_interval(secs => $1)
     order by started_at, id`,
    [aliveWithinSeconds],
  );
  return rows.map((row) =>
    Object.assign(row, { startedAt: row.startedAt.toISOString(), seenAt: row.seenAt.toISOString() }),
  );
}

/** For an orderly stop. The row of a killed process becomes too old for `listProcesses`. */
export async function removeProcess(db: Queryable, id: string): Promise<void> {
  await db.query('delete from gamekeeper.process where id = $1', [id]);
}

export interface SampleMarks {
  /** Ends of jobs were counted up to here, in milliseconds since 1970. */
  readonly endsUntil: number;
  /** Up to where raw bodies were counted, by source. */
  readonly bodies: Readonly<Record<string, { readonly xid: string; readonly rev: string }>>;
  /** Totals of calls, by key and host. */
  readonly calls: Readonly<Record<string, CallCounts>>;
}

export interface CallCounts {
  readonly calls: number;
  readonly refusals: number;
}

export interface SampleMoment {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The sample of this half minute is written already. */
  readonly isTaken: boolean;
  readonly last: { readonly takenAt: number; readonly marks: SampleMarks } | null;
}

const SLOT = `to_timestamp(floor(extract(epoch from clock_timestamp()) / ${SLOT_SECONDS}) * ${SLOT_SECONDS})`;

export async function readSampleMoment(db: Queryable): Promise<SampleMoment> {
  const [row] = await db.query<{
    now: number;
    isTaken: boolean;
    takenAt: number | null;
    marks: SampleMarks | null;
  }>(
    // Samples in the future, written while the clock was ahead, are ignored.
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, coalesce(s.slot >= ${SLOT}, false) as is_taken,
            (extract(epoch from s.taken_at) * 1000)::float8 as taken_at, s.marks
     from (select) as here
     left join lateral (
       select slot, taken_at, marks from gamekeeper.operation_sample
       where slot <= clock_timestamp() order by slot desc limit 1) as s on true`,
  );
  if (row === undefined) throw new Error('PostgreSQL returned no time');
  const { now, isTaken, takenAt, marks } = row;
  return { now, isTaken, last: takenAt === null || marks === null ? null : { takenAt, marks } };
}

/** False: another process has written the sample of this half minute. */
export async function writeSample(
  db: Queryable,
  { readings, marks }: { readonly readings: readonly Reading[]; readonly marks: SampleMarks },
): Promise<boolean> {
  const rows = await db.query(
    `with given as (
       select * from rows from (jsonb_to_recordset($1::jsonb) as (name text, label jsonb, value float8))
         with ordinality as g (name, label, value, place)
     ), added as (
       insert into gamekeeper.operation_line (name, label)
       select name, label from given
       where not exists (select from gamekeeper.operation_line l where l.name = given.name and l.label = given.label)
       order by place on conflict do nothing returning id, name, label
     ), line as (
       select id, name, label from added
       union all select id, name, label from gamekeeper.operation_line
     )
     insert into gamekeeper.operation_sample (slot, marks, lines, readings)
     select ${SLOT}, $2::jsonb, coalesce(array_agg(line.id order by line.id), '{}'),
            coalesce(array_agg(given.value order by line.id), '{}')
     from given join line using (name, label)
     on conflict do nothing returning slot`,
    [JSON.stringify(readings), JSON.stringify(marks)],
  );
  return rows.length === 1;
}

export interface SampledLine {
  readonly name: string;
  readonly label: Readonly<Record<string, string>>;
  /** Of the steps in which it was measured, in seconds since 1970. The other lists have the same order. */
  readonly begins: readonly number[];
  readonly mean: readonly number[];
  readonly highest: readonly number[];
  readonly lowest: readonly number[];
}

/** Every line that was measured since then, by steps of time. */
export async function readSampledLines(
  db: Queryable,
  { fromSeconds, stepSeconds }: { readonly fromSeconds: number; readonly stepSeconds: number },
): Promise<SampledLine[]> {
  return db.query<SampledLine>(
    `select l.name, l.label, m.begins, m.mean, m.highest, m.lowest
     from (
       select line, array_agg(begin order by begin) as begins, array_agg(mean order by begin) as mean,
              array_agg(highest order by begin) as highest, array_agg(lowest order by begin) as lowest
       from (
         select (floor(extract(epoch from s.slot) / $2::float8) * $2::float8)::float8 as begin, v.line,
                avg(v.value) as mean, max(v.value) as highest, min(v.value) as lowest
         from gamekeeper.operation_sample s
         cross join lateral unnest(s.lines, s.readings) as v (line, value)
         where s.slot >= to_timestamp($1::float8)
         group by 1, 2) as step
       group by line) as m
     join gamekeeper.operation_line l on l.id = m.line order by l.id`,
    [fromSeconds, stepSeconds],
  );
}

/** The readings of the newest sample, if it is not too old. */
export async function readNewestReadings(
  db: Queryable,
  notOlderThanSeconds: number,
): Promise<
  { readonly name: string; readonly label: Readonly<Record<string, string>>; readonly value: number }[]
> {
  return db.query(
    `select l.name, l.label, v.value
     from (select lines, readings from gamekeeper.operation_sample
           where slot between clock_timestamp() - make_interval(secs => $1) and clock_timestamp()
           order by slot desc limit 1) as s
     cross join lateral unnest(s.lines, s.readings) as v (line, value)
     join gamekeeper.operation_line l on l.id = v.line order by l.id`,
    [notOlderThanSeconds],
  );
}

/** Deletes samples older than a week, and lines that no sample has any more. Returns how many samples. */
export async function pruneSamples(db: Queryable): Promise<number> {
  const rows = await db.query(
    `delete from gamekeeper.operation_sample where slot < now() - interval '7 days' returning 1`,
  );
  await db.query(
    `delete from gamekeeper.operation_line l
     where not exists (select from gamekeeper.operation_sample s where l.id = any(s.lines))`,
  );
  return rows.length;
}

export interface TableWeight {
  /** Without the schema where it is ours. */
  readonly table: string;
  /** As PostgreSQL estimates them. */
  readonly rows: number;
  /** With indexes and TOAST. */
  readonly bytes: number;
}

/** Largest first. */
export async function readTableWeights(db: Queryable): Promise<TableWeight[]> {
  return db.query<TableWeight>(
    `select case n.nspname when 'gamekeeper' then c.relname else n.nspname || '.' || c.relname end as table,
            greatest(coalesce(nullif(pg_stat_get_live_tuples(c.oid), 0), c.reltuples), 0)::float8 as rows,
            pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('gamekeeper', 'pgboss') and c.relkind in ('r', 'm')
     order by bytes desc, 1`,
  );
}

export interface ObjectWeight {
  readonly clips: number;
  readonly bytes: number;
}

/** Two clips with the same bytes share an object. */
export async function readObjectWeight(db: Queryable): Promise<ObjectWeight> {
  const [row] = await db.query<ObjectWeight>(
    `select count(*)::float8 as clips, coalesce(sum(bytes), 0)::float8 as bytes from (
       select distinct on (object_key) bytes from gamekeeper.clip
       where object_key is not null and object_state = 'stored') as kept`,
  );
  return row ?? { clips: 0, bytes: 0 };
}

/** Of all that is in this database. */
export async function readDatabaseBytes(db: Queryable): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return row?.bytes ?? 0;
}
