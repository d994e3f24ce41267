/**
 * The log: JSON lines for machines, coloured lines for people, both on standard error; standard output belongs to commands.
 * Secrets are kept out three times: by their type, by pino's redaction of telling names, and by a last scrub of known values.
 */
import { pino, type DestinationStream, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Secret } from '#/domain/secret.ts';

export interface LogOptions {
  readonly level: string;
  readonly format: 'auto' | 'pretty' | 'json';
  /** Values that must not appear whatever the path by which they got into a line. */
  readonly secrets: readonly Secret[];
}

const TELLING_NAMES = ['password', 'token', 'authorization', 'apiKey', 'secret', 'connectionString'];

export function createLog(options: LogOptions): Logger {
  const wantsPretty = options.format === 'pretty' || (options.format === 'auto' && process.stderr.isTTY);
  const out: DestinationStream = wantsPretty
    ? PinoPretty({
        destination: 2,
        sync: true,
        singleLine: true,
        ignore: 'pid,hostname',
        translateTime: 'SYS:HH:MM:ss',
        colorize: process.stderr.isTTY,
      })
    : pino.destination({ dest: 2, sync: true });
  return createScrubbedLog(options, out);
}

/** Split off so that a test can read what would be written. */
export function createScrubbedLog(
  options: Pick<LogOptions, 'level' | 'secrets'>,
  out: DestinationStream,
): Logger {
  const scrub = createScrubber(options.secrets);
  const redact = { paths: TELLING_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' };
  const scrubbed = { write: (line: string) => out.write(scrub(line)) };
  return pino({ level: options.level, redact, base: null }, scrubbed);
}

/** Replaces every known secret in a text, also where it is percent- or JSON-encoded. */
function createScrubber(secrets: readonly Secret[]): (text: string) => string {
  const needles = [...new Set(secrets.flatMap((secret) => spellings(secret.reveal())))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => needles.reduce((clean, needle) => clean.replaceAll(needle, '[secret]'), text);
}

function spellings(value: string): string[] {
  const passwordOfUrl = URL.canParse(value) ? new URL(value).password : '';
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    passwordOfUrl,
    decodeSafely(passwordOfUrl),
  ].filter(
    // Shorter words would blot out innocent text.
    (needle) => needle.length >= 6,
  );
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign: there is no other spelling of it.
  }
}
