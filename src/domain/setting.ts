/**
 * One setting: how its text becomes a value, what was expected when it does not, and its help text.
 * Parsing never throws: a refusal is a value, so that all faults of a configuration are reported at once.
 */
import { Secret } from './secret.ts';

export interface Setting<T> {
  readonly group: string;
  /** One or two sentences for the operator. */
  readonly describe: string;
  /** What a valid value looks like, as it appears in an error: "a whole number from 1 to 65535". */
  readonly expected: string;
  /** As it would be written in the environment; `''` means that nothing is set. */
  readonly defaultText: string;
  readonly secret: boolean;
  /** `undefined` is a refusal. Only called with text that is not empty. */
  readonly parse: (text: string) => T | undefined;
  /** The value when nothing is set. */
  readonly fallback: T;
}

/** A setting that still needs its help text. */
export interface Undescribed<T> {
  help(describe: string): Setting<T>;
}

/** Which texts are accepted, and how an error describes them. */
export interface TextRule {
  /** Without it, every text is accepted. */
  readonly matches?: RegExp;
  readonly expected: string;
  /** For rules that a pattern cannot express; runs after `matches`. `undefined` is a refusal. */
  readonly parse?: (text: string) => string | undefined;
}

const FLAG_WORDS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export function int(group: string, fallback: number, min: number, max: number): Undescribed<number> {
  return toSetting(group, `a whole number from ${min} to ${max}`, fallback, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

export function flag(group: string, fallback: boolean): Undescribed<boolean> {
  return toSetting(group, 'true or false', fallback, (text) => FLAG_WORDS.get(text.toLowerCase()));
}

export function oneOf<const Choice extends string>(
  group: string,
  fallback: Choice,
  choices: readonly Choice[],
): Undescribed<Choice> {
  const find = (text: string): Choice | undefined => choices.find((choice) => choice === text);
  return toSetting(group, `one of ${choices.join(', ')}`, fallback, find);
}

/** A comma-separated list of known words, each at most once and at least one. */
export function someOf<const Choice extends string>(
  group: string,
  fallback: readonly Choice[],
  choices: readonly Choice[],
): Undescribed<readonly Choice[]> {
  return toSetting(group, `a comma-separated list of ${choices.join(', ')}`, fallback, (text) => {
    const asked = splitList(text);
    const known = choices.filter((choice) => asked.includes(choice));
    return asked.length > 0 && known.length === new Set(asked).size ? known : undefined;
  });
}

export function text(group: string, fallback: string, rule: TextRule): Undescribed<string> {
  return toSetting(group, rule.expected, fallback, (value) => accept(value, rule));
}

/** A comma-separated list, empty by default; the rule applies to each item. */
export function list(group: string, rule: TextRule): Undescribed<readonly string[]> {
  return toSetting<readonly string[]>(group, rule.expected, [], (value) => {
    const items = splitList(value);
    return items.every((item) => accept(item, rule) !== undefined) ? items : undefined;
  });
}

/** An optional address with one of the given schemes; kept as text without a trailing slash. */
export function url(group: string, schemes: readonly string[]): Undescribed<string | undefined> {
  return toSetting<string | undefined>(group, urlWords(schemes), undefined, (value) =>
    hasScheme(value, schemes) ? value.replace(/\/+$/, '') : undefined,
  );
}

/** An optional address that may carry a password, so all of it is secret. */
/** `inner`: schemes that only our own processes pass on to each other. */
export function secretUrl(
  group: string,
  schemes: readonly string[],
  inner: readonly string[] = [],
): Undescribed<Secret | undefined> {
  const parse = (value: string): Secret | undefined =>
    hasScheme(value, [...schemes, ...inner]) ? new Secret(value) : undefined;
  return toSetting(group, urlWords(schemes), undefined, parse, true);
}

export function secret(group: string, rule: TextRule): Undescribed<Secret | undefined> {
  const parse = (value: string): Secret | undefined =>
    accept(value, rule) === undefined ? undefined : new Secret(value);
  return toSetting(group, rule.expected, undefined, parse, true);
}

function toSetting<T>(
  group: string,
  expected: string,
  fallback: T,
  parse: Setting<T>['parse'],
  isSecret = false,
): Undescribed<T> {
  const defaultText = fallback === undefined ? '' : String(fallback);
  return {
    help: (describe) => ({ group, describe, expected, defaultText, secret: isSecret, parse, fallback }),
  };
}

function accept(value: string, { matches, parse }: TextRule): string | undefined {
  if (matches !== undefined && !matches.test(value)) return undefined;
  return parse === undefined ? value : parse(value);
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function urlWords(schemes: readonly string[]): string {
  return `an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
}

function hasScheme(value: string, schemes: readonly string[]): boolean {
  const scheme = /^([a-z+]+:)\/\/[^/\s]/i.exec(value)?.[1]?.toLowerCase();
  return scheme !== undefined && schemes.includes(scheme) && !/\s/.test(value);
}
