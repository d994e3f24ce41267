/**
 * Makes a new cluster: PostgreSQL's files, our password, our state and our database, all in a folder beside the final
 * place that is renamed when everything is done. Killed at any moment, the next start throws the half away and begins anew.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { UserError } from '#/domain/user-error.ts';
import { syncDirectory, writeFileAtomically } from './atomic-file.ts';
import { clusterAt, DATABASE, pathsIn, SUPERUSER, writeState, type ClusterPaths } from './cluster-files.ts';
import { findFreePort } from './free-port.ts';
import type { Binaries } from './platform-binaries.ts';
import { PROGRAM_ENVIRONMENT } from './postmaster.ts';
import { giveTo, spawnIdentity, type ServiceUser } from './service-user.ts';

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
  // The data directory's owner passes through, and sees nothing else of what is here.
  await chmod(paths.cluster, runAs ? 0o711 : 0o700);
  await mkdir(paths.data, { mode: 0o700 });
  await giveTo(runAs, paths.data);
  const password = randomBytes(32).toString('base64url');
  await writeFileAtomically(paths.password, password);

  // initdb reads the password as its own user, who may not read our file.
  const handedOver = join(paths.cluster, 'password-for-initdb');
  await writeFile(handedOver, password, { mode: 0o600 });
  await giveTo(runAs, handedOver);
  await runProgram(binaries.initdb, initdbArguments(paths.data, handedOver), '', runAs);
  await rm(handedOver);

  // The stand-alone server makes the database before anybody can connect, so a cluster without it never exists.
  const quiet = ['-c', 'exit_on_error=on', '-c', 'log_checkpoints=off'];
  const alone = ['--single', '-D', paths.data, ...quiet, 'template1'];
  await runProgram(binaries.postgres, alone, `create database ${DATABASE}\n`, runAs);
  await writeState(paths, {
    port: await findFreePort(),
    systemIdentifier: await readSystemIdentifier(paths.data),
  });
}

/** The built-in locale sorts alike on every machine, whatever locales it has. */
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

/** It is the first field of PostgreSQL's control file in every version, in the byte order of the machine (little-endian on all of ours). */
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
    // A program that ends without reading is told by its end, not by the broken pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
  if (ended === undefined) return;
  const lines = Buffer.concat(output).toString('utf8').trim().split('\n').slice(-8);
  throw new UserError(
    `PostgreSQL's files could not be made: ${[program, ...args].join(' ')} ${ended}\n  ${lines.join('\n  ')}`,
    `Mend what it says (free space, permissions${runAs ? ` of ${runAs.name}` : ''}, an entry for the user in /etc/passwd) and start again, or set DATABASE_URL.`,
  );
}

/** Halves of starts that were killed. A program that still writes there meets missing files and ends by itself. */
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
