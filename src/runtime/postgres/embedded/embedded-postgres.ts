/**
 * Our own PostgreSQL, from npm, under our own supervisor.
 *
 *   starting ──► running ──► restarting ──► running …        any ──► stopped
 *
 * - starting: `startEmbeddedPostgres` has not resolved yet. It creates the cluster at the first use, adopts the server that a killed
 *   Gamekeeper left behind, or starts one. When it rejects, it leaves nothing running.
 * - running: the server answered a query over the real connection, and its process lives.
 * - restarting: the process has died; it is started again with back-off, for ever. `detail` is the last error.
 * - stopped: by `stop()`, which also returns when the server is dead, hangs, or is just being restarted.
 *
 * Invariant: the connection never changes while the supervisor lives, so pools survive a restart.
 * Assumes that the caller holds a lock on the folder: there is one supervisor for it at a time. After SIGKILL of our
 * process the server lives on, and the next start adopts it; any other exit ends it (`postmaster.ts`).
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { PostgresConnection } from '../database.ts';
import { askIdentity, bringUpFirst, prepareCluster } from './start-server.ts';
import { connectionAt, pathsIn, readPassword, readState } from './cluster-files.ts';
import { findHome } from './cluster-location.ts';
import { defaultPlaces, type Places } from './programs.ts';
import { occupantOf, readPostmasterFile } from './postmaster.ts';
import { superviseServer, type PostgresDescription } from './supervise-server.ts';

export interface EmbeddedPostgresOptions {
  /** Created when it is missing. */
  readonly directory: string;
  readonly log: Logger;
  /** Called after every change of `describe()`. */
  readonly onChange?: () => void;
  /** Aborts a start that is not finished; afterwards use `stop()`. */
  readonly signal?: AbortSignal;
  /** Only for tests. */
  readonly places?: Places;
}

export interface EmbeddedPostgres {
  /** Stays valid across restarts: the same port, user, database and password. */
  readonly connection: PostgresConnection;
  describe(): PostgresDescription;
  stop(): Promise<void>;
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(
    resolve(options.directory),
    options.places ?? defaultPlaces(),
    options.log,
  );
  const server = await bringUpFirst(cluster, options.signal ?? new AbortController().signal);
  const { pid, adopted } = server.postmaster;
  options.log.info(
    { postgresPid: pid, port: server.port, version: server.version, adopted },
    'PostgreSQL is running',
  );
  return {
    connection: connectionAt(server.port, cluster.password),
    ...superviseServer(cluster, server, options.onChange ?? (() => undefined)),
  };
}

/**
 * For commands that connect to the PostgreSQL which another Gamekeeper process runs in this folder; undefined when none answers. It
 * changes nothing.
 */
export async function findRunningPostgres(directory: string): Promise<PostgresConnection | undefined> {
  const paths = pathsIn(await findHome(resolve(directory)));
  if (!existsSync(paths.cluster)) return undefined;
  const [state, password] = await Promise.all([readState(paths), readPassword(paths)]);
  const file = await readPostmasterFile(paths.data);
  if (typeof file !== 'object' || file.port === undefined) return undefined;
  if (occupantOf(file.pid, paths.data)?.kind !== 'postgres') return undefined;
  const connection = connectionAt(file.port, password);
  const identity = await askIdentity(connection);
  return identity.kind === 'known' && identity.systemIdentifier === state.systemIdentifier
    ? connection
    : undefined;
}
