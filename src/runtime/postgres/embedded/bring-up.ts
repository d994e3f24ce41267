/**
 * Adopt or start: brings the server of a cluster up, whatever was left of the last one. The first time it may take another
 * port and waits for what passes by itself; again, during supervision, the port is a promise and every fault goes to the
 * caller, who has its own back-off.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import { UserError } from '#/domain/user-error.ts';
import { adoptServer } from './adopt-server.ts';
import { readState, writeState, type ClusterState } from './cluster-files.ts';
import { findFreePort, isPortFree } from './free-port.ts';
import { launchServer, type Launch, type LaunchFailure } from './launch-server.ts';
import type { Cluster } from './prepare-cluster.ts';
import type { RunningServer } from './running-server.ts';
import { putLogAside } from './server-log.ts';

const RETRY: BackoffPolicy = { firstMs: 100, maxMs: 2_000 };
const PATIENCE_MS = 60_000;

const HINTS: Readonly<Record<LaunchFailure, string>> = {
  leftovers:
    'Processes of the server that was killed still run; wait for them, or end the processes named "postgres:" that work in this folder.',
  claimed: 'Another PostgreSQL starts in this folder at the same time; stop it.',
  port: 'Stop the program that listens on the port, or restart Gamekeeper, which then takes another one.',
  fatal: 'Mend what the last lines say (disk space, permissions, memory) and start again.',
};

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
    if (launch.why === 'fatal' || Date.now() - began > PATIENCE_MS) throw failedStart(cluster, launch);
    cluster.log.warn({ why: launch.why, attempt }, 'PostgreSQL cannot start yet; trying again');
    await sleep(backoffDelayMs(RETRY, attempt, Math.random()), undefined, { signal });
  }
}

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
      `a PostgreSQL that somebody started (pid ${adopted.postmaster.pid}) listens on port ${adopted.port}, and ${port} was promised to everybody here`,
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
  const said = lines.length > 0 ? `. It said:\n  ${lines.join('\n  ')}` : ' and said nothing';
  return new UserError(
    `PostgreSQL did not start in ${cluster.paths.data}: ${how}${said}`,
    `${HINTS[why]} The whole log is ${cluster.logFile}.`,
  );
}
