/**
 * From a folder to a server that answers: prepares the cluster, then adopts the server that an earlier Gamekeeper left behind
 * (after `kill -9` of the process PostgreSQL lives on), or starts one.
 *
 * A server is ours when a live PostgreSQL process works in our data directory, accepts our password and has our system identifier.
 * One that is just starting or stopping is waited for. Another PostgreSQL is refused with its process id; a process id in
 * the lock file that belongs to another program by now is ignored.
 */
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import type { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type PostgresConnection, toClientConfig } from '../database.ts';
import {
  type ClusterPaths,
  type ClusterState,
  connectionAt,
  initialiseCluster,
  readPassword,
  readState,
  writeState,
} from './cluster-files.ts';
import { locateCluster } from './cluster-location.ts';
import { isRoot, readIfPresent, type ServiceUser } from './files.ts';
import {
  adoptPostmaster,
  lastLines,
  logFileIn,
  logSize,
  occupantOf,
  type Postmaster,
  type PostmasterFile,
  postmasterFileIn,
  putLogAside,
  readPostmasterFile,
  spawnPostmaster,
  stopPostmaster,
  takeClaimAway,
} from './postmaster.ts';
import { type Binaries, type Places, prepareBinaries } from './programs.ts';
import { findFreePort, isPortFree, serverArguments } from './server-settings.ts';

export interface Cluster {
  readonly paths: ClusterPaths;
  readonly logFile: string;
  readonly binaries: Binaries;
  /** Undefined: the user of this process. */
  readonly runAs: ServiceUser | undefined;
  readonly password: Secret;
  readonly log: Logger;
}

/** Everything a server needs before it can be started: place, programs, and a cluster that the programs can read. */
export async function prepareCluster(directory: string, places: Places, log: Logger): Promise<Cluster> {
  const { home, runAs } = await locateCluster({ directory, sharedDirectory: places.sharedDirectory, log });
  const binaries = await prepareBinaries({
    packageDirectory: places.packageDirectory,
    copyTo: isRoot() ? places.sharedDirectory : join(directory, 'binaries'),
    runAs,
  });
  const paths = await initialiseCluster({ home, binaries, runAs, log });
  await refuseOtherMajor(paths, binaries);
  return { paths, logFile: logFileIn(directory), binaries, runAs, password: await readPassword(paths), log };
}

/** PostgreSQL reads only files of its own major version, and npm brings no program that converts them. */
async function refuseOtherMajor(paths: ClusterPaths, binaries: Binaries): Promise<void> {
  const found = (await readIfPresent(join(paths.data, 'PG_VERSION')))?.trim();
  if (found === binaries.major) return;
  if (found === undefined) {
    throw new UserError(
      `${paths.data} is not a PostgreSQL data directory: it has no PG_VERSION`,
      `Put its files back from a backup, or move ${paths.cluster} away and start empty.`,
    );
  }
  throw new UserError(
    `the data in ${paths.data} was written by PostgreSQL ${found}, but this version of Gamekeeper brings PostgreSQL ${binaries.version}`,
    `One of: start the Gamekeeper version that you used before; run a PostgreSQL ${found} server on that folder, move the data with its pg_dump ` +
      `to a server of your choice and set DATABASE_URL; or move ${paths.cluster} away and start empty.`,
  );
}

export interface RunningServer {
  readonly postmaster: Postmaster;
  readonly port: number;
  /** Of the server, e.g. 18.4; an adopted one may be older than our programs. */
  readonly version: string;
  readonly since: Date;
}

const RETRY: BackoffPolicy = { firstMs: 100, maxMs: 2_000 };
const RETRY_FOR_MS = 60_000;

const HINTS: Readonly<Record<LaunchFailure, string>> = {
  leftovers:
    'Processes of the server that was killed still run; wait for them, or end the processes named "postgres:" that work in this folder.',
  claimed: 'Another PostgreSQL starts in this folder at the same time; stop it.',
  port: 'Stop the program that listens on the port, or restart Gamekeeper, which then takes another one.',
  fatal: 'Correct what the last lines report (disk space, permissions, memory) and start again.',
};

/** The first time, the server may get another port, and faults that pass by themselves are waited for. */
export async function bringUpFirst(cluster: Cluster, signal: AbortSignal): Promise<RunningServer> {
  const began = Date.now();
  for (let attempt = 1; ; attempt++) {
    const kept = await readState(cluster.paths);
    const adopted = await adoptServer(cluster, kept, signal);
    if (adopted) {
      if (adopted.port !== kept.port) await writeState(cluster.paths, { ...kept, port: adopted.port });
      return adopted;
    }
    if (attempt === 1) await putLogAside(cluster.logFile);
    const launch = await launchServer(cluster, await withFreePort(cluster, kept), signal);
    if (launch.kind === 'running') return launch.server;
    if (launch.why === 'fatal' || Date.now() - began > RETRY_FOR_MS) throw failedStart(cluster, launch);
    cluster.log.warn({ why: launch.why, attempt }, 'PostgreSQL cannot start yet; trying again');
    await sleep(backoffDelayMs(RETRY, attempt, Math.random()), undefined, { signal });
  }
}

/** During supervision the port must not change, and every fault goes to the caller, which has a back-off of its own. */
export async function bringUpAgain(
  cluster: Cluster,
  port: number,
  signal: AbortSignal,
): Promise<RunningServer> {
  const state = { ...(await readState(cluster.paths)), port };
  const adopted = await adoptServer(cluster, state, signal);
  if (adopted?.port === port) return adopted;
  if (adopted) {
    throw new UserError(
      `a PostgreSQL that another program started (pid ${adopted.postmaster.pid}) listens on port ${adopted.port}, and the connections of this process use ${port}`,
      `Stop it (kill -INT ${adopted.postmaster.pid}), or restart Gamekeeper, which will adopt it.`,
    );
  }
  const launch = await launchServer(cluster, state, signal);
  if (launch.kind === 'running') return launch.server;
  throw failedStart(cluster, launch);
}

async function withFreePort(cluster: Cluster, kept: ClusterState): Promise<ClusterState> {
  if (await isPortFree(kept.port)) return kept;
  const state = { ...kept, port: await findFreePort() };
  await writeState(cluster.paths, state);
  cluster.log.warn(
    { taken: kept.port, port: state.port },
    'the port of the embedded PostgreSQL is taken by another program; it gets a new one',
  );
  return state;
}

function failedStart(cluster: Cluster, { why, how, lines }: Extract<Launch, { kind: 'failed' }>): UserError {
  const said = lines.length > 0 ? `. Its log:\n  ${lines.join('\n  ')}` : ' and logged nothing';
  return new UserError(
    `PostgreSQL did not start in ${cluster.paths.data}: ${how}${said}`,
    `${HINTS[why]} The whole log is ${cluster.logFile}.`,
  );
}

/** A shutdown writes all of the memory, a recovery reads all of the log since the last checkpoint. */
const ANSWER_WITHIN_MS = 60_000;
/** A server writes its process id right after it creates the file; a file that stays empty belongs to one that died in between. */
const DAMAGED_PATIENCE_MS = 1_000;
const ADOPT_LOOK_MS = 100;

/** Undefined when no server runs there, and a new one may start. */
async function adoptServer(
  cluster: Cluster,
  state: ClusterState,
  signal: AbortSignal,
): Promise<RunningServer | undefined> {
  const began = Date.now();
  for (;;) {
    const file = await readPostmasterFile(cluster.paths.data);
    if (file === undefined) return undefined;
    if (file !== 'damaged') {
      if (!(await isServer(cluster, file))) return undefined;
      const server = await recognise(cluster, state, file);
      if (server) return server;
      if (Date.now() - began > ANSWER_WITHIN_MS) throw notOurs(cluster, file, 'it does not answer');
    } else if (Date.now() - began > DAMAGED_PATIENCE_MS) {
      await rm(postmasterFileIn(cluster.paths.data), { force: true });
    }
    await sleep(ADOPT_LOOK_MS, undefined, { signal });
  }
}

/** When false, the claim is taken from the process id that the file names. */
async function isServer({ paths, runAs, log }: Cluster, file: PostmasterFile): Promise<boolean> {
  const occupant = occupantOf(file.pid, paths.data);
  if (occupant?.kind === 'postgres') return true;
  if (file.pid === process.pid) return false;
  if (occupant) {
    log.warn(
      { claimedBy: file.pid, command: occupant.command, directory: paths.data },
      'postmaster.pid names a process that is not this PostgreSQL; it is ignored',
    );
  }
  await takeClaimAway(paths.data, runAs);
  return false;
}

/** Undefined while the server does not answer. */
async function recognise(
  cluster: Cluster,
  state: ClusterState,
  file: PostmasterFile,
): Promise<RunningServer | undefined> {
  if (file.port === undefined || file.status !== 'ready') return undefined;
  const identity = await askIdentity(connectionAt(file.port, cluster.password));
  if (identity.kind === 'silent') return undefined;
  if (identity.kind === 'stranger') throw notOurs(cluster, file, identity.reason);
  if (identity.systemIdentifier !== state.systemIdentifier) {
    const expected = `system identifier ${identity.systemIdentifier} instead of ${state.systemIdentifier}`;
    throw notOurs(cluster, file, expected);
  }
  const postmaster = adoptPostmaster(file.pid);
  return postmaster && { postmaster, port: file.port, version: identity.version, since: file.startedAt };
}

function notOurs({ paths }: Cluster, { pid, port }: PostmasterFile, reason: string): UserError {
  return new UserError(
    `another PostgreSQL (pid ${pid}, port ${port ?? 'unknown'}) runs in ${paths.data}, and it is not the one of this Gamekeeper: ${reason}`,
    `Stop it (kill -INT ${pid}) if it should not be there, or set DATA_DIR to another folder.`,
  );
}

/**
 * `leftovers`: processes of a killed server still hold its memory. `claimed`: another server was faster. `port`: another program
 * listens there. These three may pass by themselves, `fatal` does not.
 */
export type LaunchFailure = 'leftovers' | 'claimed' | 'port' | 'fatal';

type Launch =
  | { readonly kind: 'running'; readonly server: RunningServer }
  | {
      readonly kind: 'failed';
      readonly why: LaunchFailure;
      readonly how: string;
      readonly lines: readonly string[];
    };

/** Long, because a server that recovers from a crash first reads its write-ahead log. */
const READY_WITHIN_MS = 180_000;
const LOOK_MS = 20;
const LINES_SHOWN = 12;

/**
 * One try to start a server: spawns it and waits until it answers as ours. Nothing is left running when it fails. The first connection
 * waits until the lock file names our process as ready, so that our password is never offered to another program on that port.
 */
async function launchServer(cluster: Cluster, state: ClusterState, signal: AbortSignal): Promise<Launch> {
  signal.throwIfAborted();
  const from = await logSize(cluster.logFile);
  const postmaster = await spawnPostmaster({
    program: cluster.binaries.postgres,
    args: serverArguments(cluster.paths.data, state.port),
    logFile: cluster.logFile,
    runAs: cluster.runAs,
  });
  try {
    const server = await untilReady(cluster, state, postmaster, signal);
    if (typeof server !== 'string') return { kind: 'running', server };
    await stopPostmaster(postmaster);
    const lines = await lastLines(cluster.logFile, from, LINES_SHOWN);
    return { kind: 'failed', why: failureIn(lines), how: server, lines };
  } catch (error) {
    await stopPostmaster(postmaster);
    throw error;
  }
}

export function failureIn(lines: readonly string[]): LaunchFailure {
  const text = lines.join('\n');
  if (text.includes('pre-existing shared memory block')) return 'leftovers';
  if (text.includes('lock file "postmaster.pid" already exists')) return 'claimed';
  if (text.includes('could not create any TCP/IP sockets')) return 'port';
  return 'fatal';
}

/** The server, or the reason why it is not ready. */
async function untilReady(
  cluster: Cluster,
  state: ClusterState,
  postmaster: Postmaster,
  signal: AbortSignal,
): Promise<RunningServer | string> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const end = postmaster.end();
    if (end !== undefined) return `it ${end}`;
    const file = await readPostmasterFile(cluster.paths.data);
    if (typeof file === 'object' && file.pid === postmaster.pid && file.status === 'ready') {
      const identity = await askIdentity(connectionAt(state.port, cluster.password));
      if (identity.kind === 'stranger') return `it does not accept the stored password: ${identity.reason}`;
      if (identity.kind === 'known') {
        if (identity.systemIdentifier !== state.systemIdentifier) {
          return `the data is another cluster's: its system identifier is ${identity.systemIdentifier}, and ${state.systemIdentifier} was expected`;
        }
        return { postmaster, port: state.port, version: identity.version, since: file.startedAt };
      }
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
  return `it was not ready within ${READY_WITHIN_MS / 1000} s`;
}

export type ServerIdentity =
  | { readonly kind: 'known'; readonly systemIdentifier: string; readonly version: string }
  /** It refuses us: another password, another user, another database. */
  | { readonly kind: 'stranger'; readonly reason: string }
  /** Starting, stopping, recovering, overloaded, or not listening. */
  | { readonly kind: 'silent'; readonly reason: string };

const TIMEOUT_MS = 3_000;
/** invalid_authorization_specification, invalid_password, invalid_catalog_name. */
const STRANGER_CODES = new Set(['28000', '28P01', '3D000']);

/**
 * Asks a server for its identity, over the connection that all clients will use. Nothing else counts as readiness: a process that
 * lives may still refuse connections, and a server that answers may be another cluster's.
 */
export async function askIdentity(connection: PostgresConnection): Promise<ServerIdentity> {
  const client = new pg.Client({
    ...toClientConfig(connection),
    application_name: 'gamekeeper supervisor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that breaks outside of a statement reports it here; the awaited call below fails as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string; version: string }>(
      `select system_identifier::text as id, current_setting('server_version') as version from pg_control_system()`,
    );
    const [row] = rows;
    if (!row) return { kind: 'silent', reason: 'it returned no system identifier' };
    return { kind: 'known', systemIdentifier: row.id, version: row.version };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const refused = error instanceof pg.DatabaseError && STRANGER_CODES.has(error.code ?? '');
    return { kind: refused ? 'stranger' : 'silent', reason };
  } finally {
    await client.end().catch(() => undefined);
  }
}
