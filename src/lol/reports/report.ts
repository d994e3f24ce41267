/** Weekly reports as they were made. One that is made again replaces the one before it. */
import type { LolReport } from '#/contract/lol-reports.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface NewReport {
  readonly subject: 'player' | 'group';
  readonly subjectId: string;
  /** Everybody whose games are in it. */
  readonly people: readonly string[];
  readonly week: string;
  readonly timeZone: string;
  readonly version: number;
  readonly body: object;
}

export interface ReportRow {
  readonly id: string;
  readonly madeAt: Date;
  readonly report: LolReport;
}

const COLUMNS = 'id, made_at as "madeAt", body as report';

export async function saveReport(db: Queryable, report: NewReport): Promise<string> {
  const { subject, subjectId, people, week, timeZone, version, body } = report;
  const [row] = await db.query<{ id: string }>(
    `insert into gamekeeper.report (subject, subject_id, people, week, time_zone, version, body)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (subject, subject_id, week, time_zone) do update set
       people = excluded.people, version = excluded.version, body = excluded.body, made_at = now()
     returning id`,
    [subject, subjectId, people, week, timeZone, version, JSON.stringify(body)],
  );
  if (row === undefined) throw new Error(`PostgreSQL kept no report of ${subject} ${subjectId} for ${week}`);
  return row.id;
}

export async function readReport(db: Queryable, id: string): Promise<ReportRow | undefined> {
  const [row] = await db.query<ReportRow>(`select ${COLUMNS} from gamekeeper.report where id = $1`, [id]);
  return row;
}

export interface ReportFilter {
  readonly subjectId?: string | undefined;
  /** The Monday. */
  readonly week?: string | undefined;
  readonly limit: number;
}

/** Newest week first. */
export async function listReports(
  db: Queryable,
  { subjectId, week, limit }: ReportFilter,
): Promise<ReportRow[]> {
  return db.query<ReportRow>(
    `select ${COLUMNS} from gamekeeper.report
     where ($1::text is null or subject_id = $1) and ($2::date is null or week = $2)
     order by week desc, subject, made_at desc, id limit $3`,
    [subjectId ?? null, week ?? null, limit],
  );
}
