/**
 * A copy of the embedded PostgreSQL while it works, by PostgreSQL's own way for it: backup start, copy of the files in whatever state they are,
 * backup stop, and all of the log that was written in between. npm brings neither pg_basebackup nor pg_dump.
 *
 * The copy is a folder like the original: a server that is started in it reads the log once and has everything that was committed when the
 * backup was stopped. A temporary slot keeps the log from being recycled meanwhile; it goes with the session, however that ends.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { UserError } from '#/domain/user-error.ts';
import { toClientConfig } from '../database.ts';
import { clusterAt, pathsIn } from './cluster-files.ts';
import { findHome } from './cluster-location.ts';
import { copyTree, type CopiedTree } from './copy-tree.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { giveTo, isRoot, ownerOf } from './service-user.ts';

export interface ClusterCopy extends Readonly<CopiedTree> {
  /** The first and the last file of the log that the copy needs. */
  readonly log: { readonly from: string; readonly until: string };
}

/** What a server makes anew at its start, or must not find: the manual of PostgreSQL lists them. */
const LEFT_EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|pg_internal\.init|pgsql_tmp[^/]*)$/;
const LOG_FILE = /^[0-9A-F]{24}$/;

/** `directory`: the one that the embedded PostgreSQL was started with. `to`: a new folder of the same kind. */
export async function copyRunningCluster(directory: string, to: string): Promise<ClusterCopy> {
  const connection = await findRunningPostgres(directory);
  if (connection === undefined)
    throw new UserError(
      `No PostgreSQL answers for ${directory}.`,
      'It may be starting: try again in a moment.',
    );
  const from = pathsIn(await findHome(resolve(directory)));
  const copy = clusterAt(join(to, 'cluster'));
  await mkdir(to, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const client = new pg.Client({ ...toClientConfig(connection), application_name: 'gamekeeper backup' });
  await client.connect();
  try {
    const first = await start(client);
    const files = await copyTree(from.cluster, copy.cluster, takesFile);
    const { until, label } = await stop(client);
    await writeFile(join(copy.data, 'backup_label'), label, { mode: 0o600 });
    if (isRoot()) await giveTo(await ownerOf(from.data), join(copy.data, 'backup_label'));
    const log = await copyTree(
      join(from.data, 'pg_wal'),
      join(copy.data, 'pg_wal'),
      (path, isFolder) => !isFolder && LOG_FILE.test(path) && path >= first && path <= until,
    );
    if (log.files === 0)
      throw new Error(`none of PostgreSQL's log from ${first} to ${until} could be copied`);
    return {
      files: files.files + log.files,
      bytes: files.bytes + log.bytes,
      log: { from: first, until },
    };
  } finally {
    await client.end();
  }
}

function takesFile(path: string, isFolder: boolean): boolean {
  const below = path.replace(/^data\//, '');
  return isFolder ? !(path.startsWith('data/') && LEFT_EMPTY.has(below)) : !LEFT_OUT.test(below);
}

async function start(client: pg.Client): Promise<string> {
  await client.query('set statement_timeout = 0');
  await client.query(
    `select pg_create_physical_replication_slot('gamekeeper_backup_${process.pid}', true, true)`,
  );
  const { rows } = await client.query<{ file: string }>(
    "select pg_walfile_name(pg_backup_start('gamekeeper', true)) as file",
  );
  return only(rows).file;
}

async function stop(client: pg.Client): Promise<{ readonly until: string; readonly label: string }> {
  const { rows } = await client.query<{ until: string; label: string }>(
    'select pg_walfile_name(lsn) as until, labelfile as label from pg_backup_stop(false)',
  );
  return only(rows);
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL answered without a row');
  return row;
}
