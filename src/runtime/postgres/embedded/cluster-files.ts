/**
 * The files of one PostgreSQL cluster:
 *
 *   home/cluster/data          PostgreSQL's own data directory, 0700, owned by the user that runs it
 *   home/cluster/password      the superuser's password, 0600
 *   home/cluster/state.json    port and system identifier
 *   directory/postgres.log     PostgreSQL's log (always in the operator's folder), and one older log
 *
 * `home` is the operator's folder itself, or the place its pointer names (`cluster-location.ts`). The folder `cluster` appears in one
 * rename, so it is complete or absent. A start that was killed leaves an unfinished folder, which the next one deletes.
 */
import { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { PostgresConnection } from '../database.ts';
import {
  giveTo,
  isMissing,
  type ServiceUser,
  spawnIdentity,
  syncDirectory,
  writeFileAtomically,
} from './files.ts';
import { PROGRAM_ENVIRONMENT } from './postmaster.ts';
import type { Binaries } from './programs.ts';
import { findFreePort, HOST } from './server-settings.ts';

const SUPERUSER = 'gamekeeper';
const DATABASE = 'gamekeeper';

export interface ClusterPaths {
  readonly cluster: string;
  readonly data: string;
  readonly password: string;
  readonly state: string;
}

export interface ClusterState {
  readonly port: number;
  /** PostgreSQL's name for a cluster, unique and made by initdb; a string because it needs 64 bits. */
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
    return undefined; // Not JSON; the caller reports it.
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
      'Start Gamekeeper as the user that made this folder, or give the folder to the user that starts it now.',
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

export interface InitialiseOptions {
  readonly home: string;
  readonly binaries: Binaries;
  readonly runAs: ServiceUser | undefined;
  readonly log: Logger;
}

const UNFINISHED = 'unfinished-';

/** Does nothing when the cluster is there. Assumes that no other process initialises the same folder. */
export async function initialiseCluster(options: InitialiseOptions): Promise<ClusterPaths> {
  const paths = pathsIn(options.home);
  await sweepUnfinished(options);
  if (existsSync(paths.cluster)) return paths;

  const temporary = await mkdtemp(join(options.home, UNFINISHED));
  try {
    await fill(clusterAt(temporary), options);
    await rename(temporary, paths.cluster);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  await syncDirectory(options.home);
  options.log.info({ cluster: paths.cluster, version: options.binaries.version }, 'PostgreSQL cluster made');
  return paths;
}

async function fill(paths: ClusterPaths, { binaries, runAs }: InitialiseOptions): Promise<void> {
  // The owner of the data directory may pass, and read nothing else here.
  await chmod(paths.cluster, runAs ? 0o711 : 0o700);
  await mkdir(paths.data, { mode: 0o700 });
  await giveTo(runAs, paths.data);
  const password = randomBytes(32).toString('base64url');
  await writeFileAtomically(paths.password, password);

  // initdb reads the password as its own user, which may not read our file.
  const handedOver = join(paths.cluster, 'password-for-initdb');
  await writeFile(handedOver, password, { mode: 0o600 });
  await giveTo(runAs, handedOver);
  await runProgram(binaries.initdb, initdbArguments(paths.data, handedOver), '', runAs);
  await rm(handedOver);

  // The stand-alone server creates the database before a client can connect, so a cluster without it never exists.
  const quiet = ['-c', 'exit_on_error=on', '-c', 'log_checkpoints=off'];
  const alone = ['--single', '-D', paths.data, ...quiet, 'template1'];
  await runProgram(binaries.postgres, alone, `create database ${DATABASE}\n`, runAs);
  await writeState(paths, {
    port: await findFreePort(),
    systemIdentifier: await readSystemIdentifier(paths.data),
  });
}

/** The built-in locale sorts alike on every machine. */
function initdbArguments(dataDirectory: string, passwordFile: string): string[] {
  return [
    `--pgdata=${dataDirectory}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth-local=scram-sha-256',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ];
}

/** The first field of PostgreSQL's control file in every version, in the byte order of the machine (little-endian on all supported ones). */
async function readSystemIdentifier(dataDirectory: string): Promise<string> {
  const file = await open(join(dataDirectory, 'global', 'pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

async function runProgram(
  program: string,
  args: readonly string[],
  input: string,
  runAs: ServiceUser | undefined,
): Promise<void> {
  const output: Buffer[] = [];
  const ended = await new Promise<string | undefined>((resolve) => {
    const child = spawn(program, args, { ...spawnIdentity(runAs), cwd: '/', env: PROGRAM_ENVIRONMENT });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}`),
    );
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    // A program that ends without reading is reported by its exit, not by the broken pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
  if (ended === undefined) return;
  const lines = Buffer.concat(output).toString('utf8').trim().split('\n').slice(-8);
  throw new UserError(
    `PostgreSQL's files could not be made: ${[program, ...args].join(' ')} ${ended}\n  ${lines.join('\n  ')}`,
    `Correct what it reports (free space, permissions${runAs ? ` of ${runAs.name}` : ''}, an entry for the user in /etc/passwd) and start again, or set DATABASE_URL.`,
  );
}

/** Deletes what killed starts left. A program that still writes there finds its files missing and ends by itself. */
async function sweepUnfinished({ home, log }: InitialiseOptions): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(UNFINISHED)) continue;
    try {
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch (error) {
      log.warn(
        { err: error, path: join(home, name) },
        'an unfinished PostgreSQL cluster could not be removed',
      );
    }
  }
}
