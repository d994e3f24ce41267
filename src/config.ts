/**
 * Environment → one frozen, validated object. The only reader of `process.env`.
 *
 * A setting comes from, in this order: the environment, the file that `NAME_FILE` points to (secrets only), `.env`, its
 * default. All faults are collected and told at once. A name in `.env` that no setting has is a fault too: a typing
 * error there would otherwise be a silent default.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Secret } from '#/domain/secret.ts';
import { UserError } from '#/domain/user-error.ts';
import {
  flag,
  integer,
  oneOf,
  optionalSecret,
  optionalSecretUrl,
  optionalUrl,
  someOf,
  text,
  textList,
  type Setting,
} from '#/domain/setting.ts';

export const ROLES = ['api', 'worker', 'projector', 'scheduler'] as const;
export type Role = (typeof ROLES)[number];

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i;
const RIOT_KEY = { pattern: /^RGAPI-[0-9a-f-]{36}$/i, expected: 'a Riot key: RGAPI- and 36 more characters' };

/** Every setting there is. The order is the order of the documents. */
export const SETTINGS = {
  PORT: integer(
    { group: 'Server', describe: 'Port of the web page and the API; 0 takes any free one.' },
    { min: 0, max: 65_535, default: 8750 },
  ),
  HOST: text(
    {
      group: 'Server',
      describe:
        'Address to listen on. Anything but a loopback address also needs an admin token (`gamekeeper token`) and PUBLIC_URL or ALLOWED_HOSTS.',
    },
    { default: '127.0.0.1', pattern: /^[0-9a-z.:-]+$/i, expected: 'an IP address or host name' },
  ),
  PUBLIC_URL: optionalUrl(
    {
      group: 'Server',
      describe: 'The address people type, when a proxy stands in front. Its host is allowed.',
    },
    ['http:', 'https:'],
  ),
  ALLOWED_HOSTS: textList(
    {
      group: 'Server',
      describe: 'Further host names that requests may be addressed to, separated by commas.',
    },
    { item: HOST_NAME, expected: 'host names separated by commas, for example games.example.org' },
  ),
  TRUST_PROXY: flag(
    {
      group: 'Server',
      describe: 'Take the client address from X-Forwarded-For. Only behind a proxy that sets it.',
    },
    false,
  ),
  RATE_LIMIT_PER_MINUTE: integer(
    { group: 'Server', describe: 'Requests one client may make in a minute before it is answered 429.' },
    { min: 10, max: 1_000_000, default: 600 },
  ),
  ADMIN_TOKEN: optionalSecret(
    {
      group: 'Server',
      describe:
        'The token that changing things needs. Unset: the first start makes one, prints it once and keeps only its hash.',
    },
    { pattern: /^\S{32,200}$/, expected: '32 to 200 characters without spaces' },
  ),
  ROLES: someOf(
    { group: 'Process', describe: 'What this process does. `gamekeeper up --roles …` overrides it.' },
    ROLES,
    ROLES,
  ),
  DATA_DIR: text(
    {
      group: 'Process',
      describe: 'Folder of all local state, relative to the working directory. Created if missing.',
    },
    { default: './data', expected: 'a folder' },
  ),
  MIN_FREE_DISK_MB: integer(
    { group: 'Process', describe: 'Below this much free space, disk space is reported as low.' },
    { min: 50, max: 1_000_000, default: 1024 },
  ),
  SHUTDOWN_SECONDS: integer(
    {
      group: 'Process',
      describe: 'How long running work may take to end after SIGTERM before it is cut off.',
    },
    { min: 1, max: 300, default: 5 },
  ),
  LOG_LEVEL: oneOf(
    { group: 'Process', describe: 'How much is logged.' },
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  LOG_FORMAT: oneOf(
    { group: 'Process', describe: '`auto`: for people on a terminal, JSON lines otherwise.' },
    ['auto', 'pretty', 'json'],
    'auto',
  ),
  DATABASE_URL: optionalSecretUrl(
    {
      group: 'PostgreSQL',
      describe: 'A PostgreSQL (15 or newer) of your own. Unset: Gamekeeper runs its own.',
    },
    ['postgres:', 'postgresql:'],
  ),
  DATABASE_CONNECTIONS: integer(
    { group: 'PostgreSQL', describe: 'The most connections that one process opens for its own statements.' },
    { min: 2, max: 100, default: 8 },
  ),
  CLICKHOUSE_URL: optionalSecretUrl(
    {
      group: 'ClickHouse',
      describe: 'A ClickHouse server of your own. Unset: Gamekeeper runs its own engine.',
    },
    ['http:', 'https:'],
  ),
  CLICKHOUSE_DATABASE: text(
    { group: 'ClickHouse', describe: 'Database that holds the statistics. Created if missing.' },
    {
      default: 'gamekeeper',
      pattern: /^[a-z_][a-z0-9_]{0,62}$/,
      expected: 'lower-case letters, digits and underscores',
    },
  ),
  CLICKHOUSE_READERS: integer(
    { group: 'ClickHouse', describe: 'Questions that the embedded engine answers at the same time.' },
    { min: 1, max: 16, default: 3 },
  ),
  QUERY_MAX_SECONDS: integer(
    { group: 'ClickHouse', describe: 'A question that takes longer is cut off.' },
    { min: 1, max: 600, default: 10 },
  ),
  QUERY_MAX_MEMORY_MB: integer(
    { group: 'ClickHouse', describe: 'A question that needs more memory is cut off.' },
    { min: 64, max: 1_000_000, default: 1000 },
  ),
  QUERY_MAX_ROWS: integer(
    { group: 'ClickHouse', describe: 'A question that answers with more rows is refused.' },
    { min: 1000, max: 100_000_000, default: 100_000 },
  ),
  JOB_LOG_DAYS: integer(
    { group: 'Jobs', describe: 'How long the record of ended jobs is kept.' },
    { min: 1, max: 3650, default: 30 },
  ),
  RIOT_TFT_API_KEY: optionalSecret(
    { group: 'Upstreams', describe: 'Riot key for Teamfight Tactics.' },
    RIOT_KEY,
  ),
  RIOT_LOL_API_KEY: optionalSecret(
    { group: 'Upstreams', describe: 'Riot key for League of Legends.' },
    RIOT_KEY,
  ),
  RIOT_BASE_URL: text(
    {
      group: 'Upstreams',
      describe: 'Where Riot is asked, with {route} in the place of the platform or region.',
    },
    {
      default: 'https://{route}.api.riotgames.com',
      pattern: /^https?:\/\/\S*\{route\}\S*$/,
      expected: 'an http or https address with {route} in it',
    },
  ),
  RIOT_HTTP_TIMEOUT_MS: integer(
    { group: 'Upstreams', describe: 'How long one answer of Riot may take to begin, and again to end.' },
    { min: 500, max: 120_000, default: 10_000 },
  ),
  RIOT_MAX_RETRIES: integer(
    { group: 'Upstreams', describe: 'How often a call is tried again when Riot is unavailable.' },
    { min: 0, max: 10, default: 2 },
  ),
  API_FOOTBALL_KEY: optionalSecret(
    { group: 'Upstreams', describe: 'Key for API-Football.' },
    { pattern: /^[0-9a-z]{32}$/i, expected: '32 letters and digits' },
  ),
  PRACTICE: oneOf(
    {
      group: 'Practice world',
      describe:
        'The practice world plays the upstreams with invented players and games. `auto`: when no upstream key is set.',
    },
    ['auto', 'on', 'off'],
    'auto',
  ),
  PRACTICE_SEED: integer(
    { group: 'Practice world', describe: 'Another seed is another world.' },
    { min: 0, max: 2_147_483_647, default: 7 },
  ),
  PRACTICE_PROFILE: oneOf(
    { group: 'Practice world', describe: 'Whose limits it enforces: those of such a key.' },
    ['personal', 'production', 'unlimited'],
    'production',
  ),
  PRACTICE_SPEED: integer(
    { group: 'Practice world', describe: 'How many of its seconds pass in one of ours.' },
    { min: 1, max: 10_000, default: 1 },
  ),
} as const satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof SETTINGS;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
export type Config = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

export interface ConfigSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where `.env`, DATA_DIR and `*_FILE` are looked for. */
  readonly directory: string;
}

export function loadConfig(
  sources: ConfigSources = { environment: process.env, directory: process.cwd() },
): Config {
  const faults: string[] = [];
  const dotEnv = readDotEnv(sources.directory, faults);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    values[name] = readSetting(name, setting, { ...sources, dotEnv }, faults);
  }
  if (faults.length > 0) {
    throw new UserError(
      `${faults.length === 1 ? 'A setting is' : `${faults.length} settings are`} wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
      'Mend the environment or .env; docs/configuration.md lists every setting.',
    );
  }
  values['DATA_DIR'] = resolve(sources.directory, String(values['DATA_DIR']));
  return Object.freeze(values) as Config;
}

/** All secrets of a configuration, for the log's last scrub. */
export function secretsOf(config: Config): Secret[] {
  return Object.values(config).filter((value) => value instanceof Secret);
}

type Found = { readonly text: string; readonly from: string };
type Lookup = ConfigSources & { readonly dotEnv: Readonly<Record<string, string | undefined>> };

function readSetting(name: string, setting: Setting<unknown>, lookup: Lookup, faults: string[]): unknown {
  const found = findText(name, setting, lookup, faults);
  if (found === undefined) return setting.fallback;
  const value = setting.parse(found.text);
  if (value === undefined) {
    const shown = setting.secret ? `a value of ${found.text.length} characters` : JSON.stringify(found.text);
    faults.push(`${name} (${found.from}) is ${shown}; expected ${setting.expected}`);
  }
  return value;
}

function findText(
  name: string,
  setting: Setting<unknown>,
  lookup: Lookup,
  faults: string[],
): Found | undefined {
  for (const [from, texts] of [
    ['environment', lookup.environment],
    ['.env', lookup.dotEnv],
  ] as const) {
    const direct = texts[name]?.trim();
    const path = setting.secret ? texts[`${name}_FILE`]?.trim() : undefined;
    if (direct && path) faults.push(`${name} and ${name}_FILE (${from}) are both set; expected one of them`);
    if (direct) return { text: direct, from };
    if (path) return readSecretFile(`${name}_FILE`, path, lookup.directory, faults);
  }
  return undefined;
}

function readSecretFile(name: string, path: string, directory: string, faults: string[]): Found | undefined {
  try {
    const content = readFileSync(isAbsolute(path) ? path : resolve(directory, path), 'utf8').trim();
    if (content !== '') return { text: content, from: name };
    faults.push(`${name} points to ${path}, which is empty`);
  } catch (error) {
    faults.push(`${name} points to ${path}, which cannot be read (${errorCode(error)})`);
  }
  return undefined;
}

function readDotEnv(directory: string, faults: string[]): Readonly<Record<string, string | undefined>> {
  let content: string;
  try {
    content = readFileSync(resolve(directory, '.env'), 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') faults.push(`.env cannot be read (${errorCode(error)})`);
    return {};
  }
  const values = parseEnv(content);
  for (const name of Object.keys(values)) {
    if (!isSettingName(name)) faults.push(`${name} (.env) is not a setting of Gamekeeper`);
  }
  return values;
}

function isSettingName(name: string): boolean {
  if (Object.hasOwn(SETTINGS, name)) return true;
  const bare = name.replace(/_FILE$/, '');
  return bare !== name && Object.hasOwn(SETTINGS, bare) && SETTINGS[bare as SettingName].secret;
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
