/** `gamekeeper doctor`: runs a table of checks. Each says what it found and, unless all is well, what to do about it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { secretFiles, settingWarnings } from '#/config.ts';
import { isLoopback } from '#/http/bind-policy.ts';
import { findHolder } from '#/runtime/data-directory-lock.ts';
import { readDiskSpace } from '#/runtime/disk-space.ts';
import { createCommandLog, type CommandContext, type ExitCode } from './command.ts';
import { checkClips } from './doctor-clips.ts';
import { findExposure } from './doctor-exposure.ts';
import { checkKeys } from './doctor-keys.ts';
import { checkClickHouse, checkPostgres } from './doctor-stores.ts';
import { failure, ok, warning, type CheckContext, type Finding } from './finding.ts';
import type { Output } from './output.ts';

/** In the order of the output. */
const CHECKS: readonly ((context: CheckContext) => Promise<Finding[]>)[] = [
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

export async function doctor({ config, output }: CommandContext): Promise<ExitCode> {
  const log = createCommandLog(config);
  const findings = (await Promise.all(CHECKS.map((check) => check({ config, log })))).flat();
  for (const finding of findings) output.say({ event: 'finding', ...finding }, inWords(finding, output));
  const errors = findings.filter(({ level }) => level === 'error').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  output.say(
    { event: 'summary', errors, warnings },
    `\n${errors === 0 ? output.style('green', 'Ready to run.') : output.style('red', 'Not ready.')} ${errors} errors, ${warnings} warnings.`,
  );
  return errors === 0 ? 0 : 1;
}

function inWords({ check, level, message, hint }: Finding, output: Output): string {
  const mark = {
    ok: output.style('green', '✓'),
    warning: output.style('yellow', '!'),
    error: output.style('red', '✗'),
  }[level];
  return `  ${mark} ${check}: ${message}${hint === null ? '' : `\n      ${output.style('dim', hint)}`}`;
}

/** Wrong settings stop every command before it runs. What remains are settings that are allowed but unwise. */
async function checkSettings({ config }: CheckContext): Promise<Finding[]> {
  const check = 'settings';
  const findings = settingWarnings().map((message) =>
    warning(
      check,
      message,
      'Remove it, or write the name of the setting; docs/configuration.md lists all of them.',
    ),
  );
  if (!isLoopback(config.HOST) && config.PUBLIC_URL === undefined && config.ALLOWED_HOSTS.length === 0)
    findings.unshift(
      failure(
        check,
        `HOST=${config.HOST} is reachable from outside, but no host name is allowed`,
        'Set PUBLIC_URL or ALLOWED_HOSTS to the name that people will type, or HOST=127.0.0.1.',
      ),
    );
  if (hasMode('.env', 0o077))
    findings.push(warning(check, '.env can be read by other users of this machine', 'chmod 600 .env'));
  return findings.length > 0 ? findings : [ok(check, 'all understood')];
}

const BY_OTHERS = 0o007;
const WRITABLE_BY_OTHERS = 0o002;
/** Container engines put secrets there, readable for every user in the container. */
const OF_CONTAINERS = '/run/secrets/';

async function checkSecurity({ config }: CheckContext): Promise<Finding[]> {
  const check = 'security';
  const findings = findExposure(config);
  for (const { name, path } of secretFiles())
    if (!path.startsWith(OF_CONTAINERS) && hasMode(path, BY_OTHERS))
      findings.push(
        warning(
          check,
          `${name} is in ${path}, which other users of this machine can read`,
          `chmod 600 ${path}`,
        ),
      );
  if (hasMode(config.DATA_DIR, WRITABLE_BY_OTHERS))
    findings.push(
      warning(
        check,
        `${config.DATA_DIR} can be written by other users of this machine`,
        `chmod o-w ${config.DATA_DIR}`,
      ),
    );
  if (process.getuid?.() === 0)
    findings.push(
      warning(
        check,
        'runs as root; only the embedded PostgreSQL will run as an unprivileged user',
        'An ordinary user is all that Gamekeeper needs.',
      ),
    );
  return findings.length > 0 ? findings : [ok(check, 'nothing unwise was found')];
}

async function checkDataDirectory({ config }: CheckContext): Promise<Finding[]> {
  const check = 'data directory';
  const place = nearestExisting(config.DATA_DIR);
  try {
    accessSync(place, constants.W_OK);
  } catch {
    const hint = 'Change its owner, or set DATA_DIR to a folder of your own.';
    return [failure(check, `${place} cannot be written by this user`, hint)];
  }
  const holder = findHolder(config.DATA_DIR);
  const words = holder ? `in use by process ${holder.pid} since ${holder.startedAt}` : 'free';
  return [ok(check, `${config.DATA_DIR}, ${words}`)];
}

async function checkDisk({ config }: CheckContext): Promise<Finding[]> {
  const { freeBytes } = await readDiskSpace(nearestExisting(config.DATA_DIR));
  const freeMegabytes = Math.floor(freeBytes / 1e6);
  if (freeMegabytes >= config.MIN_FREE_DISK_MB) return [ok('disk', `${freeMegabytes} MB free`)];
  const message = `${freeMegabytes} MB free, less than MIN_FREE_DISK_MB=${config.MIN_FREE_DISK_MB}`;
  return [failure('disk', message, 'Make room, or move DATA_DIR to a larger disk.')];
}

async function checkPort({ config }: CheckContext): Promise<Finding[]> {
  const name = `${config.HOST}:${config.PORT}`;
  const fault = await tryToListen(config.HOST, config.PORT);
  if (fault === undefined) return [ok('port', `${name} is free`)];
  if (findHolder(config.DATA_DIR)?.url?.endsWith(`:${config.PORT}`))
    return [ok('port', `${name} is used by Gamekeeper itself`)];
  const hint = 'Choose another one with PORT, or stop the program that uses it.';
  return [failure('port', `${name} cannot be used (${fault})`, hint)];
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

/** False for a file that is missing or may not be looked at. */
function hasMode(path: string, bits: number): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & bits) !== 0;
}
