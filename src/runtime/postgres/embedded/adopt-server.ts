/**
 * Finds the server that an earlier Gamekeeper left behind in the data directory (after `kill -9` of the process, PostgreSQL
 * lives on) and adopts it. It is ours when a live PostgreSQL process works in our directory, takes our password, and names our
 * system identifier. One that is just starting or stopping is waited for. A PostgreSQL that is not ours is refused with its number;
 * a process number that belongs to something else by now claims nothing.
 */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '#/domain/user-error.ts';
import { connectionAt, type ClusterState } from './cluster-files.ts';
import { adoptPostmaster } from './postmaster.ts';
import {
  postmasterFileIn,
  readPostmasterFile,
  takeClaimAway,
  type PostmasterFile,
} from './postmaster-file.ts';
import type { Cluster } from './prepare-cluster.ts';
import { occupantOf } from './process-life.ts';
import type { RunningServer } from './running-server.ts';
import { askIdentity } from './server-identity.ts';

/** A shutdown writes everything it has, a recovery reads everything since the last checkpoint. */
const PATIENCE_MS = 60_000;
/** A server writes its number right after it has made the file; empty for longer means that it died in between. */
const DAMAGED_PATIENCE_MS = 1_000;
const LOOK_MS = 100;

/** Undefined when nobody runs there, and a new server may start. */
export async function adoptServer(
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
      if (Date.now() - began > PATIENCE_MS) throw notOurs(cluster, file, 'it does not answer');
    } else if (Date.now() - began > DAMAGED_PATIENCE_MS) {
      await rm(postmasterFileIn(cluster.paths.data), { force: true });
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}

/** False also takes the claim away from a number that does not deserve it. */
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

/** Undefined while it cannot be told. */
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
