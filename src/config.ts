/**
 * Environment → one frozen, validated object. The only reader of `process.env`.
 *
 * A setting comes from, in this order: the environment, the file that `NAME_FILE` points to (secrets only), `.env`, its
 * default. A setting without a value may also get it from another name (OTHER_NAMES). All faults are reported at once.
 * An unknown name in `.env` is a warning with the nearest known name: a typing error must not be a silent default, and a
 * name of another program must not prevent the start.
 */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Secret } from '#/domain/secret.ts';
import { nearestNames } from '#/domain/tft/explore/faults.ts';
import { UserError } from '#/domain/user-error.ts';
import type { Setting } from '#/domain/setting.ts';
import { OTHER_NAMES, otherNamesOf, SETTINGS } from '#/settings.ts';

type SettingName = keyof typeof SETTINGS;
type ValueOf<S> = S extends Setting<infer T> ? T : never;
export type Config = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

export interface ConfigSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where `.env`, DATA_DIR and `*_FILE` are looked for. */
  readonly directory: string;
}

const ownSources = (): ConfigSources => ({ environment: process.env, directory: process.cwd() });

export function loadConfig(sources: ConfigSources = ownSources()): Config {
  const faults: string[] = [];
  const dotEnv = readDotEnv(sources.directory, faults);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    values[name] = readSetting(name, setting, { ...sources, dotEnv }, faults);
  }
  // A name that sets two settings reports its fault twice.
  const different = [...new Set(faults)];
  if (different.length > 0) {
    throw new UserError(
      `${different.length === 1 ? 'A setting is' : `${different.length} settings are`} wrong:\n${different.map((fault) => `  - ${fault}`).join('\n')}`,
      'Correct the environment or .env; docs/configuration.md lists every setting.',
    );
  }
  values['DATA_DIR'] = resolve(sources.directory, String(values['DATA_DIR']));
  return Object.freeze(values) as Config;
}

/** Names that have no effect: those that no setting has, and those of other programs, with what replaces them. */
export function settingWarnings(sources: ConfigSources = ownSources()): string[] {
  const dotEnv = readDotEnv(sources.directory, []);
  const replaced = Object.entries(OTHER_NAMES).flatMap(([name, other]) => {
    const from = sources.environment[name]?.trim()
      ? 'environment'
      : dotEnv[name]?.trim()
        ? '.env'
        : undefined;
    return from === undefined || 'sets' in other ? [] : [`${name} (${from}) has no effect. ${other.instead}`];
  });
  const known = [...Object.keys(SETTINGS), ...Object.keys(OTHER_NAMES)];
  const unknown = Object.keys(dotEnv).flatMap((name) =>
    isKnownName(name)
      ? []
      : [
          `${name} (.env) is not a setting and has no effect. The nearest setting is ${nearestNames(name, known, 1)[0]}.`,
        ],
  );
  return [...replaced, ...unknown];
}

/** Where external programs are looked for. */
export function programPath(environment: ConfigSources['environment'] = process.env): string {
  return environment['PATH'] ?? '';
}

/** Sets the folder for temporary files, of this process (`os.tmpdir()`) and of every process that it starts. */
export function setTemporaryFolder(path: string): void {
  process.env['TMPDIR'] = path;
}

/**
 * Whether a file or folder may be read as settings or run: it belongs to this user, to root, or to the owner of the
 * program's own files (whose code runs here anyway), and is not writable for all users. Group members are trusted, because
 * many systems give each user a group of their own. Always true on systems without user ids.
 */
export function isTrusted({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  const me = process.getuid?.();
  if (me === undefined) return true;
  return [me, 0, statSync(import.meta.dirname).uid].includes(uid) && (mode & 0o002) === 0;
}

/** Whether a window can be shown: on Linux only where X or Wayland runs. */
export function hasDisplay(
  environment: ConfigSources['environment'] = process.env,
  platform = process.platform,
): boolean {
  if (platform !== 'linux') return true;
  return Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY']);
}

/** The environment for a child process: this one's with some settings replaced, also where they came from a `NAME_FILE`. */
export function environmentWith(
  settings: Readonly<Record<string, string>>,
  environment: ConfigSources['environment'] = process.env,
): Record<string, string | undefined> {
  const isReplaced = (name: string): boolean => Object.hasOwn(settings, name.replace(/_FILE$/, ''));
  const kept = Object.entries(environment).filter(([name]) => !isReplaced(name));
  return { ...Object.fromEntries(kept), ...settings };
}

/** All secrets of a configuration; the log removes their values. */
export function secretsOf(config: Config): Secret[] {
  return Object.values(config).filter((value) => value instanceof Secret);
}

/** The file that each secret is read from: `.env`, or what a `NAME_FILE` points to. `gamekeeper doctor` checks their modes. */
export function secretFiles(
  sources: ConfigSources = ownSources(),
): readonly { readonly name: string; readonly path: string }[] {
  const dotEnv = readDotEnv(sources.directory, []);
  return Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { secret }]) => {
    for (const one of secret ? [name, ...otherNamesOf(name)] : []) {
      if (sources.environment[one]?.trim()) return [];
      const path = sources.environment[`${one}_FILE`]?.trim() || dotEnv[`${one}_FILE`]?.trim();
      if (path) return [{ name: one, path: resolve(sources.directory, path) }];
      if (dotEnv[one]?.trim()) return [{ name: one, path: resolve(sources.directory, '.env') }];
    }
    return [];
  });
}

type Found = { readonly name: string; readonly text: string; readonly from: string };
type Lookup = ConfigSources & { readonly dotEnv: Readonly<Record<string, string | undefined>> };

function readSetting(name: string, setting: Setting<unknown>, lookup: Lookup, faults: string[]): unknown {
  let found: Found | undefined;
  for (const one of [name, ...otherNamesOf(name)]) found ??= findText(one, setting, lookup, faults);
  if (found === undefined) return setting.fallback;
  const value = setting.parse(found.text);
  if (value === undefined) {
    const shown = setting.secret ? `a value of ${found.text.length} characters` : JSON.stringify(found.text);
    faults.push(`${found.name} (${found.from}) is ${shown}; expected ${setting.expected}`);
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
    if (direct) return { name, text: direct, from };
    if (path) return readSecretFile(name, path, lookup.directory, faults);
  }
  return undefined;
}

function readSecretFile(name: string, path: string, directory: string, faults: string[]): Found | undefined {
  const from = `${name}_FILE`;
  try {
    const content = readFileSync(isAbsolute(path) ? path : resolve(directory, path), 'utf8').trim();
    if (content !== '') return { name, text: content, from };
    faults.push(`${from} points to ${path}, which is empty`);
  } catch (error) {
    faults.push(`${from} points to ${path}, which cannot be read (${errorCode(error)})`);
  }
  return undefined;
}

function readDotEnv(directory: string, faults: string[]): Readonly<Record<string, string | undefined>> {
  const path = resolve(directory, '.env');
  let content: string;
  try {
    const file = statSync(path);
    if (!isTrusted(file)) {
      const mode = (file.mode & 0o777).toString(8);
      faults.push(
        `${path} belongs to uid ${file.uid}, mode ${mode}; expected a file of this user or root that others cannot write`,
      );
      return {};
    }
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') faults.push(`.env cannot be read (${errorCode(error)})`);
    return {};
  }
  return parseEnv(content);
}

function isKnownName(name: string): boolean {
  if (Object.hasOwn(SETTINGS, name) || Object.hasOwn(OTHER_NAMES, name)) return true;
  const bare = name.replace(/_FILE$/, '');
  const other = Object.hasOwn(OTHER_NAMES, bare) ? OTHER_NAMES[bare] : undefined;
  const set = other !== undefined && 'sets' in other ? other.sets[0] : bare;
  return (
    bare !== name && set !== undefined && Object.hasOwn(SETTINGS, set) && SETTINGS[set as SettingName].secret
  );
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
