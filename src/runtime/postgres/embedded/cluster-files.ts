/**
 * What Gamekeeper keeps about one PostgreSQL cluster, and where:
 *
 *   home/cluster/data          PostgreSQL's own data directory, 0700, owned by whoever runs it
 *   home/cluster/password      the superuser's password, 0600
 *   home/cluster/state.json    port and system identifier
 *   directory/postgres.log     what PostgreSQL says (always in the operator's folder), and one older log
 *
 * `home` is the operator's folder itself, or the place its pointer names (`cluster-location.ts`). The folder `cluster`
 * appears in one rename, so it is complete or absent.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import type { PostgresConnection } from '../database.ts';
import { isMissing, writeFileAtomically } from './atomic-file.ts';

export const SUPERUSER = 'gamekeeper';
export const DATABASE = 'gamekeeper';
export const HOST = '127.0.0.1';

export interface ClusterPaths {
  readonly cluster: string;
  readonly data: string;
  readonly password: string;
  readonly state: string;
}

export interface ClusterState {
  readonly port: number;
  /** PostgreSQL's own name for a cluster, made by initdb and unlike any other; a string because it needs 64 bits. */
  readonly systemIdentifier: string;
}

export function pathsIn(home: string): ClusterPaths {
  return clusterAt(join(home, 'cluster'));
}

export function clusterAt(cluster: string): ClusterPaths {
  return {
    cluster,
    data: join(cluster, 'data'),
    password: join(cluster, 'password'),
    state: join(cluster, 'state.json'),
  };
}

export async function readState(paths: ClusterPaths): Promise<ClusterState> {
  const text = await readOwnFile(paths.state);
  const state = parseState(text);
  if (state) return state;
  throw incomplete(
    paths.state,
    `holds ${JSON.stringify(text.slice(0, 100))} instead of a port and a system identifier`,
  );
}

export async function writeState(paths: ClusterPaths, state: ClusterState): Promise<void> {
  await writeFileAtomically(paths.state, `${JSON.stringify(state)}\n`);
}

export async function readPassword(paths: ClusterPaths): Promise<Secret> {
  const password = (await readOwnFile(paths.password)).trim();
  if (password === '') throw incomplete(paths.password, 'is empty');
  return new Secret(password);
}

export function connectionAt(port: number, password: Secret): PostgresConnection {
  return { host: HOST, port, user: SUPERUSER, database: DATABASE, password };
}

export function parseState(text: string): ClusterState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON is one of the ways of not being a state.
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { port, systemIdentifier } = value as Record<string, unknown>;
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  if (typeof systemIdentifier !== 'string' || !/^\d+$/.test(systemIdentifier)) return undefined;
  return { port, systemIdentifier };
}

async function readOwnFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) throw incomplete(path, 'is missing');
    throw new UserError(
      `Gamekeeper cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`,
      'Start Gamekeeper as the user that made this folder, or give the folder to the user who starts it now.',
      { cause: error },
    );
  }
}

function incomplete(path: string, how: string): UserError {
  return new UserError(
    `the PostgreSQL cluster of Gamekeeper is damaged: ${path} ${how}`,
    'Put the file back from a backup, or move the whole folder away and start empty.',
  );
}
