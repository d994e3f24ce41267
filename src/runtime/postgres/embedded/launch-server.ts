/**
 * One try to start a server: spawn it, wait until it answers as ours, or say why not. Nothing is left running when it fails.
 * The first connection waits until the lock file names our process as ready, so that our password is never offered to
 * whoever else may listen on the port.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionAt, type ClusterState } from './cluster-files.ts';
import { spawnPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import type { Cluster } from './prepare-cluster.ts';
import type { RunningServer } from './running-server.ts';
import { askIdentity } from './server-identity.ts';
import { lastLines, logSize } from './server-log.ts';
import { serverArguments } from './server-settings.ts';

/**
 * `leftovers`: processes of a killed server still hold its memory. `claimed`: another server was faster.
 * `port`: somebody else listens there. These three may pass; `fatal` does not by itself.
 */
export type LaunchFailure = 'leftovers' | 'claimed' | 'port' | 'fatal';

export type Launch =
  | { readonly kind: 'running'; readonly server: RunningServer }
  | {
      readonly kind: 'failed';
      readonly why: LaunchFailure;
      readonly how: string;
      readonly lines: readonly string[];
    };

/** Long, because a server that recovers from a crash first reads its whole journal. */
const READY_WITHIN_MS = 180_000;
const LOOK_MS = 20;
const LINES_SHOWN = 12;

export async function launchServer(
  cluster: Cluster,
  state: ClusterState,
  signal: AbortSignal,
): Promise<Launch> {
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

/** The server, or in words why it is none. */
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
      if (identity.kind === 'stranger') return `it does not take the kept password: ${identity.reason}`;
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
