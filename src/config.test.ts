import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configurationPage, envExample } from '../scripts/configuration-docs.ts';
import { environmentWith, loadConfig } from './config.ts';

const RIOT_KEY = 'RGAPI-01234567-89ab-cdef-0123-456789abcdef';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gamekeeper-config-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function load(environment: Record<string, string>) {
  return loadConfig({ environment, directory });
}

test('with nothing set, every default holds and the data directory is absolute', () => {
  expect(load({})).toMatchObject({
    PORT: 8750,
    HOST: '127.0.0.1',
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: undefined,
  });
});

test('all faults are told at once, each with name, place, value and what was expected', () => {
  writeFileSync(join(directory, '.env'), 'PROT=1\nLOG_LEVEL=loud\n');

  expect(() => load({ PORT: 'eighty', ROLES: 'api,cook', DATABASE_URL: 'mysql://x' })).toThrow(
    [
      '5 settings are wrong:',
      '  - PROT (.env) is not a setting of Gamekeeper',
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

test('names from every object’s prototype are neither settings nor values', () => {
  writeFileSync(join(directory, '.env'), 'constructor=1\n');

  expect(() => load({ TRUST_PROXY: 'constructor' })).toThrow(
    /constructor \(\.env\) is not a setting[\s\S]*TRUST_PROXY/,
  );
});

test('.env.example and docs/configuration.md are what `npm run generate` writes', () => {
  const root = join(import.meta.dirname, '..');

  expect(readFileSync(join(root, '.env.example'), 'utf8')).toBe(envExample());
  expect(readFileSync(join(root, 'docs/configuration.md'), 'utf8')).toBe(configurationPage());
});

test('a process that is started gets the environment with some settings replaced, and no second answer beside them', () => {
  const own = { PATH: '/bin', DATABASE_URL_FILE: '/secret', PORT: '1', ADMIN_TOKEN_FILE: '/token' };

  expect(environmentWith({ DATABASE_URL: 'postgres://there', PORT: '2' }, own)).toEqual({
    PATH: '/bin',
    ADMIN_TOKEN_FILE: '/token',
    DATABASE_URL: 'postgres://there',
    PORT: '2',
  });
});
