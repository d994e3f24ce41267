/**
 * What the answers of API-Football say beyond their status: errors in bodies with status 200, and limits in headers.
 *
 * With `errors` in it, an answer has an empty `response` too. Read as "no fixtures", it would remove every goal.
 */
import type { QuotaWord } from '#/domain/football/day-quota.ts';
import type { LimitReading } from '#/domain/limiter/limiter.ts';
import { parseRetryAfterMs } from '#/domain/limiter/rate-limit-headers.ts';
import type { BodyError } from './call.ts';
import { headerText, type AnswerHeaders } from './exchange.ts';

/** In order of urgency: of several errors, one that waiting does not cure comes first. */
const STATUS_OF = {
  /** The key is unknown. */
  token: 401,
  /** The key is not accepted, or not from this address. */
  access: 403,
  /** The calls of the day are used up. */
  requests: 429,
  /** The calls of the minute are used up. */
  rateLimit: 429,
  /** The plan does not cover the request. */
  plan: 400,
  /** The request is wrong; the error has the name of a parameter. */
  parameter: 400,
  /** Their fault, and they say so. */
  bug: 500,
  unknown: 500,
} as const;
type ErrorKind = keyof typeof STATUS_OF;

const URGENCY = Object.keys(STATUS_OF) as readonly ErrorKind[];
const KINDS: ReadonlyMap<string, ErrorKind> = new Map<string, ErrorKind>([
  ['token', 'token'],
  ...['access', 'ip', 'domain', 'subscription'].map((name) => [name, 'access'] as const),
  ['requests', 'requests'],
  ['ratelimit', 'rateLimit'],
  ['plan', 'plan'],
  ...['date', 'ids', 'id', 'live', 'timezone', 'required', 'endpoint'].map(
    (name) => [name, 'parameter'] as const,
  ),
  ['bug', 'bug'],
]);
const MAX_ERRORS = 20;
const MAX_MESSAGE = 200;
const DAY_MS = 24 * 60 * 60_000;

/** `errors` of a body: an empty list if all is well, otherwise an object. */
export function toBodyError(errors: unknown, now: Date): BodyError | null {
  const error = findUpstreamError(errors);
  if (error === null) return null;
  const { kind } = error;
  const message = `it answered with an error of the kind ${kind}: ${error.message}`;
  if (kind !== 'requests') return { status: STATUS_OF[kind], message };
  const retryAfterMs = DAY_MS - (now.getTime() % DAY_MS);
  return { status: STATUS_OF[kind], message, retryAfterMs, isDayUsedUp: true };
}

export function findUpstreamError(
  errors: unknown,
): { readonly kind: ErrorKind; readonly message: string } | null {
  if (errors === undefined || errors === null) return null;
  if (typeof errors !== 'object') return { kind: 'unknown', message: toWords(errors) };
  const found = Object.entries(errors)
    .slice(0, MAX_ERRORS)
    .map(([name, said]) => ({ kind: kindOf(name, said), message: toWords(said) }));
  const [first] = found.sort((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind));
  return first ?? null;
}

/** By name; for a new name, by the words that come with the known ones. */
function kindOf(name: string, said: unknown): ErrorKind {
  const known = KINDS.get(name.toLowerCase());
  if (known !== undefined) return known;
  const words = toWords(said);
  if (/request limit for the day/i.test(words)) return 'requests';
  if (/too many requests|rate limit/i.test(words)) return 'rateLimit';
  if (/suspended|not allowed|not subscribed/i.test(words)) return 'access';
  return 'unknown';
}

function toWords(said: unknown): string {
  const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE);
}

const MINUTE_MS = 60_000;
/** After a refusal by the limit of the minute without Retry-After: the rest of the minute, and a margin. */
export const MINUTE_REFUSAL_MS = 65_000;
const NOTHING: LimitReading['method'] = { limits: [], counts: new Map() };

/**
 * The names are the reverse of what one expects: `x-ratelimit-requests-*` is about the day, `x-ratelimit-limit` and `-remaining` are about
 * the minute. Numbers that make no sense are ignored.
 */
export function readMinuteLimit(status: number, headers: AnswerHeaders, now: Date): LimitReading {
  const limit = numberIn(headers, 'x-ratelimit-limit');
  const remaining = numberIn(headers, 'x-ratelimit-remaining');
  const app =
    limit === null || limit === 0
      ? NOTHING
      : {
          limits: [{ limit, spanMs: MINUTE_MS }],
          counts: new Map(remaining === null ? [] : [[MINUTE_MS, Math.max(0, limit - remaining)]]),
        };
  if (status !== 429) return { app, method: NOTHING };
  const retryAfterMs = parseRetryAfterMs(headerText(headers, 'retry-after'), now) ?? MINUTE_REFUSAL_MS;
  return { app, method: NOTHING, refusal: { by: 'application', retryAfterMs } };
}

export function readDayLimit(headers: AnswerHeaders): Omit<QuotaWord, 'refusal'> {
  const limit = numberIn(headers, 'x-ratelimit-requests-limit');
  return {
    limit: limit === 0 ? null : limit,
    remaining: numberIn(headers, 'x-ratelimit-requests-remaining'),
  };
}

function numberIn(headers: AnswerHeaders, name: string): number | null {
  const text = headerText(headers, name)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
