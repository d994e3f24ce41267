/**
 * Our own PostgreSQL, from npm, under our own supervisor.
 *
 *   starting ──► running ──► restarting ──► running …        any ──► stopped
 *
 * - starting: `startEmbeddedPostgres` has not resolved yet. It makes the cluster on first use, adopts the server that a killed
 *   Gamekeeper left behind, or starts one. It rejects when there is no server to be had, and then leaves nothing running.
 * - running: the server answered a query over the real connection, and its process lives.
 * - restarting: the process has died; it is started again with back-off, for ever. `detail` says what is in the way.
 * - stopped: by `stop()`, which comes back also when the server is dead, hangs, or is just being restarted.
 *
 * Invariant: the connection never changes while the supervisor lives, so pools survive a restart.
 * Assumes that the caller holds a lock on the folder: there is one supervisor for it at a time. After SIGKILL of our
 * process the server lives on, and the next start adopts it; any other exit ends it (`postmaster.ts`).
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { PostgresConnection } from '../database.ts';
import { bringUpFirst } from './bring-up.ts';
import { connectionAt, pathsIn, readPassword, readState } from './cluster-files.ts';
import { findHome } from './cluster-location.ts';
import { defaultPlaces, type Places } from './places.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { prepareCluster } from './prepare-cluster.ts';
import { occupantOf } from './process-life.ts';
import { askIdentity } from './server-identity.ts';
import { superviseServer, type PostgresDescription } from './supervise-server.ts';

export interface EmbeddedPostgresOptions {
  /** Made when it is missing. */
  readonly directory: string;
  readonly log: Logger;
  /** Called after every change of what `describe` says. */
  readonly onChange?: () => void;
  /** Breaks off a start that is still under way; afterwards `stop()` is the way. */
  readonly signal?: AbortSignal;
  /** Where the programs come from and where root keeps what others must reach; the defaults are right outside of tests. */
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
 * For commands that want to talk to the PostgreSQL which another Gamekeeper process runs in this folder; undefined when none
 * answers. It changes nothing.
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
