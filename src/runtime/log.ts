/**
 * The log: JSON lines for machines, coloured lines for people, both on standard error; standard output belongs to commands.
 * Secrets are kept out three times: by their type, by the names of their fields at any depth, and by a last removal of known values in
 * every known encoding.
 */
import { pino, type DestinationStream, type Logger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import type { Secret } from '#/domain/secret.ts';

export interface LogOptions {
  readonly level: string;
  readonly format: 'auto' | 'pretty' | 'json';
  /** Values that must not appear, however they got into a line. */
  readonly secrets: readonly Secret[];
  /** The roles of this process. Each line carries them, with the process id. */
  readonly roles?: readonly string[];
}

const SECRET_NAMES = [
  'password',
  'passwd',
  'token',
  'authorization',
  'proxy-authorization',
  'apiKey',
  'api-key',
  'api_key',
  'secret',
  'secretAccessKey',
  'connectionString',
  'cookie',
  'set-cookie',
  'x-riot-token',
  'x-apisports-key',
  'x-clickhouse-key',
];
/** A field of a finished line with its text, or its list of texts. */
const SECRET_FIELD = new RegExp(
  `("(?:${SECRET_NAMES.join('|')})":)("(?:[^"\\\\]|\\\\.)*"|\\[(?:"(?:[^"\\\\]|\\\\.)*",?)*\\])`,
  'gi',
);
/** Riot keys, our own tokens, and the value after `Bearer`: recognised by their form, also if they are not ours. */
const SECRET_FORM = /\bRGAPI-[0-9a-f-]{36}|\bgk_[\w-]{43}|(?<=\bBearer )[\w.~+/=-]{16,}/gi;

export function createLog(options: LogOptions): Logger {
  const wantsPretty = options.format === 'pretty' || (options.format === 'auto' && process.stderr.isTTY);
  const standardError = pino.destination({ dest: 2, sync: true });
  // After the terminal was closed, every write fails with EIO, which pino throws; the stop must continue without a log.
  let isGone = false;
  standardError.on('error', () => (isGone = true));
  const out: DestinationStream = wantsPretty
    ? PinoPretty({
        destination: standardError,
        singleLine: true,
        ignore: 'pid,roles',
        translateTime: 'SYS:HH:MM:ss',
        colorize: process.stderr.isTTY,
      })
    : standardError;
  return createScrubbedLog(options, { write: (line) => void (isGone || out.write(line)) });
}

/** Split off so that a test can read what would be written. */
export function createScrubbedLog(
  options: Pick<LogOptions, 'level' | 'secrets' | 'roles'>,
  out: DestinationStream,
): Logger {
  const scrub = createScrubber(options.secrets);
  const scrubbed = { write: (line: string) => out.write(scrub(hideSecretFields(line))) };
  const origin = { pid: process.pid, ...(options.roles && { roles: options.roles.join(',') }) };
  // Not as pino's `base`: a relayed line of a worker replaces these fields by its own.
  return pino({ level: options.level, base: null, mixin: () => ({ ...origin }) }, scrubbed);
}

const LEVELS: ReadonlyMap<unknown, 'debug' | 'info' | 'warn'> = new Map([
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
] as const);

/**
 * Writes a line of another process or thread into this log, with our format and without our secrets. Returns false if the line is not
 * one of a JSON log.
 */
export function relayLine(log: Logger, line: string, more: Readonly<Record<string, unknown>> = {}): boolean {
  const record = parseObject(line);
  if (record === undefined || !('level' in record)) return false;
  const { level, time: _, hostname: __, msg, ...fields } = record;
  log[LEVELS.get(level) ?? 'error']({ ...more, ...fields }, typeof msg === 'string' ? msg : '');
  return true;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // The caller decides what to do with the text.
  }
}

/** Works on the finished line: pino's own redaction reaches one level deep, and errors carry whole requests. */
function hideSecretFields(line: string): string {
  return line.replaceAll(SECRET_FIELD, '$1"[secret]"').replaceAll(SECRET_FORM, '[secret]');
}

/** Replaces every known secret in a text, also where it is percent-, JSON- or Base64-encoded. */
function createScrubber(secrets: readonly Secret[]): (text: string) => string {
  const needles = [...new Set(secrets.flatMap((secret) => spellings(secret.reveal())))].sort(
    (a, b) => b.length - a.length,
  );
  return (text) => needles.reduce((clean, needle) => clean.replaceAll(needle, '[secret]'), text);
}

function spellings(value: string): string[] {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const [user, password] = [url?.username ?? '', url?.password ?? ''];
  // As it stands in a header of Basic authentication.
  const basic = password === '' ? '' : toBase64(`${decodeSafely(user)}:${decodeSafely(password)}`);
  return [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    toBase64(value),
    password,
    decodeSafely(password),
    basic,
  ].filter(
    // Shorter values would remove harmless text.
    (needle) => needle.length >= 6,
  );
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign: there is no decoded form.
  }
}
