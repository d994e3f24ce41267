/** What `doctor` looks at. Each check says what it found and, unless all is well, what to do about it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { settingWarnings } from '#/config.ts';
import { isLoopback } from '#/http/bind-policy.ts';
import { findHolder } from '#/runtime/data-directory-lock.ts';
import { readDiskSpace } from '#/runtime/disk-space.ts';
import { checkClips } from './doctor-clips.ts';
import { checkKeys } from './doctor-keys.ts';
import { checkSecurity } from './doctor-security.ts';
import { checkClickHouse, checkPostgres } from './doctor-stores.ts';
import { ok, type CheckContext, type Finding } from './finding.ts';

type Check = (context: CheckContext) => Promise<Finding[]>;

export const DOCTOR_CHECKS: readonly Check[] = [
  checkSettings,
  checkSecurity,
  checkDataDirectory,
  checkDisk,
  checkPort,
  checkKeys,
  checkPostgres,
  checkClickHouse,
  checkClips,
];

/** Wrong settings never get here: they stop every command. What is left are settings that are allowed but unwise. */
async function checkSettings({ config }: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (!isLoopback(config.HOST) && config.PUBLIC_URL === undefined && config.ALLOWED_HOSTS.length === 0) {
    findings.push({
      check: 'settings',
      level: 'error',
      message: `HOST=${config.HOST} is reachable from outside, but no host name is allowed`,
      hint: 'Set PUBLIC_URL or ALLOWED_HOSTS to the name that people will type, or HOST=127.0.0.1.',
    });
  }
  for (const message of settingWarnings())
    findings.push({
      check: 'settings',
      level: 'warning',
      message,
      hint: 'Remove it, or write the name of the setting; docs/configuration.md lists all of them.',
    });
  if (existsSync('.env') && (statSync('.env').mode & 0o077) !== 0) {
    findings.push({
      check: 'settings',
      level: 'warning',
      message: '.env can be read by other users of this machine',
      hint: 'chmod 600 .env',
    });
  }
  return findings.length > 0 ? findings : [ok('settings', 'all understood')];
}

async function checkDataDirectory({ config }: CheckContext): Promise<Finding[]> {
  const place = nearestExisting(config.DATA_DIR);
  try {
    accessSync(place, constants.W_OK);
  } catch {
    return [
      {
        check: 'data directory',
        level: 'error',
        message: `${place} cannot be written by this user`,
        hint: 'Change its owner, or set DATA_DIR to a folder of your own.',
      },
    ];
  }
  const holder = findHolder(config.DATA_DIR);
  const words = holder ? `in use by process ${holder.pid} since ${holder.startedAt}` : 'free';
  return [ok('data directory', `${config.DATA_DIR}, ${words}`)];
}

async function checkDisk({ config }: CheckContext): Promise<Finding[]> {
  const { freeBytes } = await readDiskSpace(nearestExisting(config.DATA_DIR));
  const freeMegabytes = Math.floor(freeBytes / 1e6);
  if (freeMegabytes >= config.MIN_FREE_DISK_MB) return [ok('disk', `${freeMegabytes} MB free`)];
  return [
    {
      check: 'disk',
      level: 'error',
      message: `${freeMegabytes} MB free, less than MIN_FREE_DISK_MB=${config.MIN_FREE_DISK_MB}`,
      hint: 'Make room, or move DATA_DIR to a larger disk.',
    },
  ];
}

async function checkPort({ config }: CheckContext): Promise<Finding[]> {
  const name = `${config.HOST}:${config.PORT}`;
  const fault = await tryToListen(config.HOST, config.PORT);
  if (fault === undefined) return [ok('port', `${name} is free`)];
  const holder = findHolder(config.DATA_DIR);
  if (holder?.url?.endsWith(`:${config.PORT}`)) return [ok('port', `${name} is used by Gamekeeper itself`)];
  return [
    {
      check: 'port',
      level: 'error',
      message: `${name} cannot be used (${fault})`,
      hint: 'Choose another one with PORT, or stop the program that uses it.',
    },
  ];
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)));
  });
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(resolve(path)));
}
