import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configurationPage, envExample } from '../scripts/configuration-docs.ts';
import { Secret } from '#/domain/secret.ts';
import {
  environmentWith,
  hasDisplay,
  isTrusted,
  loadConfig,
  secretFiles,
  settingWarnings,
  type Config,
} from './config.ts';

const RIOT_KEY = 'RGAPI-01234567-89ab-cdef-0123-456789abcdef';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-config-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function load(environment: Record<string, string>) {
  return loadConfig({ environment, directory });
}

function warnings(environment: Record<string, string> = {}) {
  return settingWarnings({ environment, directory });
}

test('uses every default when nothing is set, and an absolute data directory', () => {
  expect(load({})).toMatchObject({
    PORT: 8750,
    HOST: '127.0.0.1',
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: undefined,
  });
});

test('reports all faults at once, each with name, source, value and expectation', () => {
  writeFileSync(join(directory, '.env'), 'LOG_LEVEL=loud\n');

  expect(() => load({ PORT: 'eighty', ROLES: 'api,cook', DATABASE_URL: 'mysql://x' })).toThrow(
    [
      '4 settings are wrong:',
      '  - PORT (environment) is "eighty"; expected a whole number from 0 to 65535',
      '  - ROLES (environment) is "api,cook"; expected a comma-separated list of api, worker, projector, scheduler',
      '  - LOG_LEVEL (.env) is "loud"; expected one of debug, info, warn, error, silent',
      '  - DATABASE_URL (environment) is a value of 9 characters; expected an address that begins with postgres:// or postgresql://',
    ].join('\n'),
  );
});

test('the environment wins over .env', () => {
  writeFileSync(join(directory, '.env'), 'PORT=1111\nHOST=127.0.0.2\n');

  expect(load({ PORT: '2222' })).toMatchObject({ PORT: 2222, HOST: '127.0.0.2' });
});

test('a secret can come from a file, without its last line end', () => {
  writeFileSync(join(directory, 'key'), `${RIOT_KEY}\n`);

  expect(load({ RIOT_TFT_API_KEY_FILE: 'key' }).RIOT_TFT_API_KEY?.reveal()).toBe(RIOT_KEY);
});

test.each([
  [
    'cannot be read',
    { RIOT_TFT_API_KEY_FILE: 'nowhere' },
    /RIOT_TFT_API_KEY_FILE points to nowhere, which cannot be read \(ENOENT\)/,
  ],
  ['is given twice', { RIOT_TFT_API_KEY: RIOT_KEY, RIOT_TFT_API_KEY_FILE: 'key' }, /both set/],
])('a secret file that %s is a fault', (_what, environment, words) => {
  expect(() => load(environment as Record<string, string>)).toThrow(words);
});

test('an empty secret file is a fault', () => {
  writeFileSync(join(directory, 'key'), '\n');

  expect(() => load({ API_FOOTBALL_KEY_FILE: 'key' })).toThrow(/key, which is empty/);
});

test('neither a fault nor the printed configuration shows a secret', () => {
  const wrong = 'RGAPI-canary-canary';
  const config = load({ RIOT_LOL_API_KEY: RIOT_KEY });

  expect(() => load({ RIOT_LOL_API_KEY: wrong })).toThrow(expect.not.stringContaining(wrong));
  expect(inspect(config) + JSON.stringify(config)).not.toContain(RIOT_KEY);
});

test('names of Object.prototype are neither settings nor values', () => {
  writeFileSync(join(directory, '.env'), 'constructor=1\n');

  expect(warnings()).toEqual([expect.stringContaining('constructor (.env) is not a setting')]);
  expect(() => load({ TRUST_PROXY: 'constructor' })).toThrow(/^A setting is wrong:\n {2}- TRUST_PROXY/);
});

test.each([
  ['PROT=1', 'PROT', 'PORT'],
  ['RIOT_LOL_APIKEY=x', 'RIOT_LOL_APIKEY', 'RIOT_LOL_API_KEY'],
  ['RIOT_API_KEYS=x', 'RIOT_API_KEYS', 'RIOT_API_KEY'],
  ['PORT_FILE=x', 'PORT_FILE', 'PORT'],
])('an unknown name in .env is a warning with the nearest name: %s', (line, name, nearest) => {
  writeFileSync(join(directory, '.env'), `${line}\n`);

  expect(load({}).PORT).toBe(8750);
  expect(warnings()).toEqual([
    `${name} (.env) is not a setting and has no effect. The nearest setting is ${nearest}.`,
  ]);
});

// Every name in the documents that requested this product.
test.each([
  ['RIOT_API_KEY', RIOT_KEY, 'RIOT_LOL_API_KEY'],
  ['RIOT_API_KEY', RIOT_KEY, 'RIOT_TFT_API_KEY'],
  ['RIOT_MAX_RETRIES', 3, 'RIOT_MAX_RETRIES'],
  ['RIOT_HTTP_TIMEOUT_MS', 12_000, 'RIOT_HTTP_TIMEOUT_MS'],
  ['QUEUE_PREFIX', 'fitlol', 'QUEUE_PREFIX'],
  ['BULLMQ_CONCURRENCY', 5, 'JOB_CONCURRENCY'],
  ['INGESTION_MAX_MATCHES_PER_RUN', 30, 'INGESTION_MAX_MATCHES_PER_RUN'],
  ['INGESTION_LOOKBACK_DAYS', 60, 'INGESTION_LOOKBACK_DAYS'],
  ['SCHEDULE_ENABLE', false, 'SCHEDULE_ENABLE'],
  ['CRON_LATEST_EVERY', '0 */2 * * *', 'CRON_LATEST_EVERY'],
  ['CRON_RANK_DAILY', '0 5 * * *', 'CRON_RANK_DAILY'],
  ['CRON_WEEKLY_REPORT', '0 6 * * 1', 'CRON_WEEKLY_REPORT'],
] as const)('%s=%s sets %s, from .env and from the environment', (name, value, setting) => {
  const valueOf = (config: Config): unknown => {
    const found = config[setting];
    return found instanceof Secret ? found.reveal() : found;
  };
  expect(valueOf(load({ [name]: String(value) }))).toBe(value);
  writeFileSync(join(directory, '.env'), `${name}="${value}"\n`);
  expect(valueOf(load({}))).toBe(value);
  expect(warnings()).toEqual([]);
});

test.each([
  ['REDIS_URL', 'redis://:pass@localhost:6379', /PostgreSQL \(DATABASE_URL/],
  ['BULLMQ_GLOBAL_RATE', '18', /Rate limits are read from the responses of Riot/],
  ['Jobs__EnableMatchHistorySync', 'false', /SCHEDULE_ENABLE=false/],
])('%s has no effect and is answered with what replaces it', (name, value, words) => {
  const answer = [expect.stringMatching(words) as string];
  expect(warnings({ [name]: value })).toEqual(answer);
  writeFileSync(join(directory, '.env'), `${name}=${value}\n`);
  expect(warnings()).toEqual(answer);
  expect(warnings()[0]).not.toContain('pass@');
  expect(load({}).JOB_CONCURRENCY).toBe(0);
});

test('a key of one game wins over RIOT_API_KEY, which may also come from a file', () => {
  const own = RIOT_KEY.replace('0123', '9999');
  writeFileSync(join(directory, 'key'), RIOT_KEY);
  writeFileSync(join(directory, '.env'), `RIOT_LOL_API_KEY=${own}\n`);

  const config = load({ RIOT_API_KEY_FILE: 'key' });
  expect([config.RIOT_TFT_API_KEY?.reveal(), config.RIOT_LOL_API_KEY?.reveal()]).toEqual([RIOT_KEY, own]);
  expect(secretFiles({ environment: { RIOT_API_KEY_FILE: 'key' }, directory })).toEqual([
    { name: 'RIOT_API_KEY', path: join(directory, 'key') },
    { name: 'RIOT_LOL_API_KEY', path: join(directory, '.env') },
  ]);
});

test('a fault of another name is reported once, under that name', () => {
  expect(() => load({ RIOT_API_KEY: 'canary' })).toThrow(
    /^A setting is wrong:\n {2}- RIOT_API_KEY \(environment\) is a value of 6 characters; expected a Riot key/,
  );
});

test('refuses a .env that all users can write, without reading it', () => {
  const path = join(directory, '.env');
  writeFileSync(path, 'PORT=1111\n');
  chmodSync(path, 0o666);

  expect(() => load({})).toThrow(`${path} belongs to uid ${process.getuid?.()}, mode 666; expected`);
});

test('trusts files of this user, root and the owner of the program unless all users can write them', () => {
  const me = process.getuid?.() ?? 0;
  const owner = statSync(import.meta.dirname).uid;
  const another = Math.max(me, owner) + 1;

  expect([me, 0, owner].map((uid) => isTrusted({ uid, mode: 0o100664 }))).toEqual([true, true, true]);
  expect(isTrusted({ uid: another, mode: 0o100600 })).toBe(false);
  expect(isTrusted({ uid: me, mode: 0o100602 })).toBe(false);
});

test('.env.example and docs/configuration.md are what `npm run generate` writes', () => {
  const root = join(import.meta.dirname, '..');

  expect(readFileSync(join(root, '.env.example'), 'utf8')).toBe(envExample());
  expect(readFileSync(join(root, 'docs/configuration.md'), 'utf8')).toBe(configurationPage());
});

test('a child process gets the environment with settings replaced, also those that came from a file', () => {
  const own = { PATH: '/bin', DATABASE_URL_FILE: '/secret', PORT: '1', ADMIN_TOKEN_FILE: '/token' };

  expect(environmentWith({ DATABASE_URL: 'postgres://there', PORT: '2' }, own)).toEqual({
    PATH: '/bin',
    ADMIN_TOKEN_FILE: '/token',
    DATABASE_URL: 'postgres://there',
    PORT: '2',
  });
});

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['darwin', {}, true],
] as const)('on %s with %j a window can be opened: %s', (platform, environment, isPossible) => {
  expect(hasDisplay(environment, platform)).toBe(isPossible);
});

test('lists the file of each secret that does not come from the environment itself', () => {
  writeFileSync(
    join(directory, '.env'),
    'ADMIN_TOKEN=x\nRIOT_TFT_API_KEY=x\nAPI_FOOTBALL_KEY_FILE=football\nPORT=1\nS3_SECRET_ACCESS_KEY=\n',
  );
  const environment = {
    RIOT_TFT_API_KEY: 'x',
    RIOT_LOL_API_KEY_FILE: '/run/secrets/lol',
    HOST_FILE: 'not-a-secret',
  };
  expect(secretFiles({ environment, directory })).toEqual([
    { name: 'ADMIN_TOKEN', path: join(directory, '.env') },
    { name: 'RIOT_LOL_API_KEY', path: '/run/secrets/lol' },
    { name: 'API_FOOTBALL_KEY', path: join(directory, 'football') },
  ]);
});
