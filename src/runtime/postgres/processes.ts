/**
 * Which processes of Gamekeeper run, on which machine and with which roles. Each one writes its own row at every
 * heartbeat; PostgreSQL's clock alone decides who is alive, because the clocks of a fleet disagree.
 */
import type { Queryable } from './database.ts';

/** What a process says of itself. */
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

/** The same as a mutable-array row, so that it can be sent as the API's `ProcessRow`. */
export interface ProcessRecord extends Omit<ProcessReport, 'roles'> {
  readonly roles: string[];
  readonly seenAt: string;
}

export async function upsertProcess(db: Queryable, report: ProcessReport): Promise<void> {
  await db.query(
    `insert into gamekeeper.process (id, host, pid, roles, version, started_at, seen_at, rss_bytes, cpu_percent)
     values ($1, $2, $3, $4, $5, $6, now(), $7, $8)
     on conflict (id) do update set
       host = excluded.host, pid = excluded.pid, roles = excluded.roles, version = excluded.version,
       started_at = excluded.started_at, seen_at = excluded.seen_at,
       rss_bytes = excluded.rss_bytes, cpu_percent = excluded.cpu_percent`,
    [
      report.id,
      report.host,
      report.pid,
      report.roles,
      report.version,
      report.startedAt,
      Math.round(report.rssBytes),
      report.cpuPercent,
    ],
  );
}

/** Oldest first, so that the order on a page stays put while rows come and go. */
export async function listProcesses(db: Queryable, aliveWithinSeconds: number): Promise<ProcessRecord[]> {
  const rows = await db.query<
    Omit<ProcessRecord, 'startedAt' | 'seenAt'> & { startedAt: Date; seenAt: Date }
  >(
    `select id, host, pid, roles, version, started_at as "startedAt", seen_at as "seenAt",
            rss_bytes::float8 as "rssBytes", cpu_percent::float8 as "cpuPercent"
     from gamekeeper.process
     where seen_at > now() - make_interval(secs => $1)
     order by started_at, id`,
    [aliveWithinSeconds],
  );
  return rows.map(({ id, host, pid, roles, version, startedAt, seenAt, rssBytes, cpuPercent }) => ({
    id,
    host,
    pid,
    roles,
    version,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    rssBytes,
    cpuPercent,
  }));
}

/** For an orderly stop; a process that was killed simply ages out of `listProcesses`. */
export async function removeProcess(db: Queryable, id: string): Promise<void> {
  await db.query('delete from gamekeeper.process where id = $1', [id]);
}
