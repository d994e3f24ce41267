/**
 * One setting: how its text becomes a value, what was expected when it does not, and what the documents say of it.
 * Parsing never throws; a refusal is a value, so that all faults of a configuration can be shown at once.
 */
import { Secret } from './secret.ts';

export interface Setting<T> {
  readonly group: string;
  /** One or two sentences for the operator. */
  readonly describe: string;
  /** What a good value looks like, as it appears in an error: "a whole number from 1 to 65535". */
  readonly expected: string;
  /** As it would be written in the environment; `''` means that nothing is set. */
  readonly defaultText: string;
  readonly secret: boolean;
  /** `undefined` is a refusal. Only called with text that is not empty. */
  readonly parse: (text: string) => T | undefined;
  /** The value when nothing is set. */
  readonly fallback: T;
}

interface Words {
  readonly group: string;
  readonly describe: string;
}

const FLAG_WORDS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export function integer(words: Words, range: { min: number; max: number; default: number }): Setting<number> {
  return {
    ...words,
    expected: `a whole number from ${range.min} to ${range.max}`,
    defaultText: String(range.default),
    secret: false,
    fallback: range.default,
    parse(text) {
      if (!/^\d{1,15}$/.test(text)) return undefined;
      const value = Number(text);
      return value >= range.min && value <= range.max ? value : undefined;
    },
  };
}

export function flag(words: Words, fallback: boolean): Setting<boolean> {
  return {
    ...words,
    expected: 'true or false',
    defaultText: String(fallback),
    secret: false,
    fallback,
    parse: (text) => FLAG_WORDS.get(text.toLowerCase()),
  };
}

export function oneOf<const Choice extends string>(
  words: Words,
  choices: readonly Choice[],
  fallback: Choice,
): Setting<Choice> {
  return {
    ...words,
    expected: `one of ${choices.join(', ')}`,
    defaultText: fallback,
    secret: false,
    fallback,
    parse: (text) => choices.find((choice) => choice === text),
  };
}

/** A comma-separated list of known words, each at most once and at least one. */
export function someOf<const Choice extends string>(
  words: Words,
  choices: readonly Choice[],
  fallback: readonly Choice[],
): Setting<readonly Choice[]> {
  return {
    ...words,
    expected: `a comma-separated list of ${choices.join(', ')}`,
    defaultText: fallback.join(','),
    secret: false,
    fallback,
    parse(text) {
      const asked = splitList(text);
      const known = choices.filter((choice) => asked.includes(choice));
      return asked.length > 0 && known.length === new Set(asked).size ? known : undefined;
    },
  };
}

export function text(
  words: Words,
  rule: { default: string; pattern?: RegExp; expected: string },
): Setting<string> {
  return {
    ...words,
    expected: rule.expected,
    defaultText: rule.default,
    secret: false,
    fallback: rule.default,
    parse: (value) => (rule.pattern === undefined || rule.pattern.test(value) ? value : undefined),
  };
}

export function textList(words: Words, rule: { item: RegExp; expected: string }): Setting<readonly string[]> {
  return {
    ...words,
    expected: rule.expected,
    defaultText: '',
    secret: false,
    fallback: [],
    parse(value) {
      const items = splitList(value);
      return items.every((item) => rule.item.test(item)) ? items : undefined;
    },
  };
}

/** An address with one of the given schemes; kept as text without a trailing slash. */
export function optionalUrl(words: Words, schemes: readonly string[]): Setting<string | undefined> {
  return {
    ...words,
    expected: urlWords(schemes),
    defaultText: '',
    secret: false,
    fallback: undefined,
    parse: (value) => (hasScheme(value, schemes) ? value.replace(/\/+$/, '') : undefined),
  };
}

/** An address that may carry a password, so all of it is secret. */
export function optionalSecretUrl(words: Words, schemes: readonly string[]): Setting<Secret | undefined> {
  return {
    ...words,
    expected: urlWords(schemes),
    defaultText: '',
    secret: true,
    fallback: undefined,
    parse: (value) => (hasScheme(value, schemes) ? new Secret(value) : undefined),
  };
}

export function optionalSecret(
  words: Words,
  rule: { pattern: RegExp; expected: string },
): Setting<Secret | undefined> {
  return {
    ...words,
    expected: rule.expected,
    defaultText: '',
    secret: true,
    fallback: undefined,
    parse: (value) => (rule.pattern.test(value) ? new Secret(value) : undefined),
  };
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
