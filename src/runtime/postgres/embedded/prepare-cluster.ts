/**
 * Everything that has to be true before a server can be started in an operator's folder: its place is known, the programs can
 * be run, the cluster exists, and the programs understand it.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import { readIfPresent } from './atomic-file.ts';
import { readPassword, type ClusterPaths } from './cluster-files.ts';
import { locateCluster } from './cluster-location.ts';
import { initialiseCluster } from './initialise-cluster.ts';
import type { Places } from './places.ts';
import { prepareBinaries, type Binaries } from './platform-binaries.ts';
import { logFileIn } from './server-log.ts';
import { isRoot, type ServiceUser } from './service-user.ts';

export interface Cluster {
  readonly paths: ClusterPaths;
  readonly logFile: string;
  readonly binaries: Binaries;
  /** Undefined: as ourselves. */
  readonly runAs: ServiceUser | undefined;
  readonly password: Secret;
  readonly log: Logger;
}

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
