/**
 * Samples of how it goes, one for each half minute: readings, and marks of how far was counted, so that whoever takes the next one counts
 * from there. PostgreSQL's clock decides which half minute it is, and its key that nobody takes one twice.
 */
import { SLOT_SECONDS } from '#/domain/operations/history-steps.ts';
import type { Reading } from '#/domain/operations/readings.ts';
import type { Queryable } from './database.ts';

export interface SampleMarks {
  /** Ends of jobs were counted up to here, in milliseconds since 1970. */
  readonly endsUntil: number;
  /** Up to where raw bodies were counted, by source. */
  readonly bodies: Readonly<Record<string, { readonly xid: string; readonly rev: string }>>;
  /** What there was of calls, by key and host. */
  readonly calls: Readonly<Record<string, CallCounts>>;
}

export interface CallCounts {
  readonly calls: number;
  readonly refusals: number;
}

export interface SampleMoment {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Somebody has taken the sample of this half minute already. */
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
    // What a clock that was ahead has left behind is passed over.
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, coalesce(s.slot >= ${SLOT}, false) as "isTaken",
            (extract(epoch from s.taken_at) * 1000)::float8 as "takenAt", s.marks
     from (select) as here
     left join lateral (
       select slot, taken_at, marks from gamekeeper.operation_sample
       where slot <= clock_timestamp() order by slot desc limit 1) as s on true`,
  );
  if (row === undefined) throw new Error('PostgreSQL does not say what time it is');
  const { now, isTaken, takenAt, marks } = row;
  return { now, isTaken, last: takenAt === null || marks === null ? null : { takenAt, marks } };
}

/** False: somebody else has taken the sample of this half minute. */
export async function writeSample(
  db: Queryable,
  { readings, marks }: { readonly readings: readonly Reading[]; readonly marks: SampleMarks },
): Promise<boolean> {
  const rows = await db.query(
    `with given as (
       select * from unnest($1::text[], $2::jsonb[], $3::float8[]) as g (name, label, value)
     ), added as (
       insert into gamekeeper.operation_line (name, label)
       select name, label from given
       where not exists (select from gamekeeper.operation_line l where l.name = given.name and l.label = given.label)
       on conflict do nothing returning id, name, label
     ), line as (
       select id, name, label from added
       union all select id, name, label from gamekeeper.operation_line
     )
     insert into gamekeeper.operation_sample (slot, marks, lines, readings)
     select ${SLOT}, $4::jsonb, coalesce(array_agg(line.id order by line.id), '{}'),
            coalesce(array_agg(given.value order by line.id), '{}')
     from given join line using (name, label)
     on conflict do nothing returning slot`,
    [
      readings.map(({ name }) => name),
      readings.map(({ label }) => JSON.stringify(label)),
      readings.map(({ value }) => value),
      JSON.stringify(marks),
    ],
  );
  return rows.length === 1;
}

export interface SampledLine {
  readonly name: string;
  readonly label: Readonly<Record<string, string>>;
  /** Of the steps in which it was measured, in seconds since 1970; what was measured in them stands at the same places. */
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

/** What the newest sample says, if it is not too old to be said of now. */
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

/** Samples that are older than a week, and lines that no sample has any more. Answers how many samples. */
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
