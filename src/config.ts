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
import type { Setting } from '#/domain/setting.ts';
import { SETTINGS } from '#/settings.ts';

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

/** Where programs of others are looked for. */
export function programPath(environment: ConfigSources['environment'] = process.env): string {
  return environment['PATH'] ?? '';
}

/**
 * The environment of a process that this one starts: its own, with these settings in the place of what stands there. A `NAME_FILE` beside
 * one of them would be a second answer to the same question, and is left out.
 */
export function environmentWith(
  settings: Readonly<Record<string, string>>,
  environment: ConfigSources['environment'] = process.env,
): Record<string, string | undefined> {
  const isReplaced = (name: string): boolean => Object.hasOwn(settings, name.replace(/_FILE$/, ''));
  const kept = Object.entries(environment).filter(([name]) => !isReplaced(name));
  return { ...Object.fromEntries(kept), ...settings };
}

/** All secrets of a configuration, for the log's last scrub. */
export function secretsOf(config: Config): Secret[] {
  return Object.values(config).filter((value) => value instanceof Secret);
}

/** Which secret is read from which file: `.env`, or what a `NAME_FILE` points to. For a look at who else can read them. */
export function secretFiles(
  sources: ConfigSources = { environment: process.env, directory: process.cwd() },
): readonly { readonly name: string; readonly path: string }[] {
  const dotEnv = readDotEnv(sources.directory, []);
  return Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { secret }]) => {
    if (!secret || sources.environment[name]?.trim()) return [];
    const path = sources.environment[`${name}_FILE`]?.trim() || dotEnv[`${name}_FILE`]?.trim();
    if (path) return [{ name, path: resolve(sources.directory, path) }];
    return dotEnv[name]?.trim() ? [{ name, path: resolve(sources.directory, '.env') }] : [];
  });
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
