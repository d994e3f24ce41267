/** Doctor's look at what is unwise: settings that strangers would like, files that others can read, and more rights than are needed. */
import { statSync } from 'node:fs';
import { secretFiles } from '#/config.ts';
import { findExposure } from './doctor-exposure.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';

const BY_OTHERS = 0o007;
const WRITABLE_BY_OTHERS = 0o002;
/** Container engines put secrets there, readable for whoever is in the container. */
const OF_CONTAINERS = '/run/secrets/';

export async function checkSecurity({ config }: CheckContext): Promise<Finding[]> {
  const findings = [
    ...findExposure(config),
    ...findOpenSecrets(secretFiles()),
    ...findOpenDirectory(config.DATA_DIR),
    ...findRights(process.getuid?.()),
  ];
  return findings.length > 0 ? findings : [ok('security', 'nothing unwise was found')];
}

function findOpenSecrets(files: ReturnType<typeof secretFiles>): Finding[] {
  return files
    .filter(({ path }) => !path.startsWith(OF_CONTAINERS) && hasMode(path, BY_OTHERS))
    .map(({ name, path }) =>
      unwise(`${name} is in ${path}, which other users of this machine can read`, `chmod 600 ${path}`),
    );
}

function findOpenDirectory(path: string): Finding[] {
  if (!hasMode(path, WRITABLE_BY_OTHERS)) return [];
  return [unwise(`${path} can be written by other users of this machine`, `chmod o-w ${path}`)];
}

/** `uid` is undefined where the system has none. */
function findRights(uid: number | undefined): Finding[] {
  if (uid !== 0) return [];
  return [
    unwise(
      'runs as root; only the embedded PostgreSQL will run as an unprivileged user',
      'An ordinary user is all that Gamekeeper needs.',
    ),
  ];
}

/** What is not there, or not ours to look at, has no mode. */
function hasMode(path: string, bits: number): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & bits) !== 0;
}

function unwise(message: string, hint: string): Finding {
  return { check: 'security', level: 'warning', message, hint };
}
