/**
 * A copy of the embedded PostgreSQL while it runs, by PostgreSQL's own procedure: backup start, copy of the files in whatever state they
 * are, backup stop, and all of the write-ahead log of that time. npm brings neither pg_basebackup nor pg_dump.
 *
 * The copy is a folder like the original: a server that is started in it reads the log once and has everything that was committed when
 * the backup was stopped. A temporary slot keeps the log from being recycled meanwhile; it ends with the session.
 */
import { UserError } from '#/domain/user-error.ts';
import { chmod, chown, constants, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { toClientConfig } from '../database.ts';
import { clusterAt, pathsIn } from './cluster-files.ts';
import { findHome } from './cluster-location.ts';
import { findRunningPostgres } from './embedded-postgres.ts';
import { giveTo, isMissing, isRoot, ownerOf } from './files.ts';

export interface ClusterCopy extends Readonly<CopiedTree> {
  /** The first and the last file of the log that the copy needs. */
  readonly log: { readonly from: string; readonly until: string };
}

/** Folders that a server creates anew at its start or must not find, as listed in the manual of PostgreSQL. */
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
  if (row === undefined) throw new Error('PostgreSQL returned no row');
  return row;
}

export interface CopiedTree {
  files: number;
  bytes: number;
}

/**
 * Copies a folder while others write in it: files that vanish are left out, files that grow are copied up to the length found. Modes are kept, and
 * under root owners too. Symbolic links are not followed and not copied. `takes` gets the path below `from`; a folder that it refuses
 * is created, but stays empty.
 */
export async function copyTree(
  from: string,
  to: string,
  takes: (path: string, isFolder: boolean) => boolean = () => true,
): Promise<CopiedTree> {
  const copied: CopiedTree = { files: 0, bytes: 0 };
  await copyFolder(from, to, '', takes, copied);
  return copied;
}

async function copyFolder(
  from: string,
  to: string,
  below: string,
  takes: (path: string, isFolder: boolean) => boolean,
  copied: CopiedTree,
): Promise<void> {
  const entries = await unlessMissing(readdir(from, { withFileTypes: true }));
  if (entries === undefined) return;
  await mkdir(to, { recursive: true });
  if (below === '' || takes(below, true)) {
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await copyFolder(source, target, path, takes, copied);
      else if (entry.isFile() && takes(path, false)) await copyOne(source, target, copied);
    }
  }
  await takeAfter(from, to);
}

async function copyOne(source: string, target: string, copied: CopiedTree): Promise<void> {
  const isCopied = await unlessMissing(copyFile(source, target, constants.COPYFILE_FICLONE).then(() => true));
  if (isCopied === undefined) return;
  await takeAfter(source, target);
  copied.files += 1;
  copied.bytes += (await stat(target)).size;
}

async function takeAfter(source: string, target: string): Promise<void> {
  const found = await unlessMissing(stat(source));
  if (found === undefined) return;
  if (isRoot()) await chown(target, found.uid, found.gid);
  await chmod(target, found.mode & 0o7777);
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
