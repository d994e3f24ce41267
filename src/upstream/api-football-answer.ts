import { Type } from 'typebox';
import type { Secret } from '#/domain/secret.ts';
import { type Exchange, headerText } from './exchange.ts';
import { compileShape, type BodyShape } from './shape.ts';
import { decodeContent, parseJsonBody, readBody } from './body.ts';
import type { Forbidden, Outcome } from './outcome.ts';
import { MINUTE_REFUSAL_MS, refusalMs } from './api-football-quota.ts';
/**
 * What the upstream means when it answers HTTP 200 with `errors` in it. `errors` is an empty list when all is well and an object when
 * not; such an answer has an empty `response` too, and reading that as "no fixtures" would take back every goal.
 *
 * Several can come at once: what no waiting mends is told first, because whoever waits for the rest would wait in vain.
 */
export type UpstreamError =
  /** The minute's calls are used up. */
  | { readonly type: 'rateLimit'; readonly message: string }
  /** The day's calls are used up. */
  | { readonly type: 'requests'; readonly message: string }
  /** The key is not known, or not let in from here. */
  | { readonly type: 'token' | 'access'; readonly message: string }
  /** The plan does not cover what was asked for. */
  | { readonly type: 'plan'; readonly message: string }
  /** What was asked for is wrong: the error has the name of a parameter. */
  | { readonly type: 'parameter'; readonly message: string }
  /** Their fault, and they say so; or something that nobody has heard of. */
  | { readonly type: 'bug' | 'unknown'; readonly message: string };

const TYPES: ReadonlyMap<string, UpstreamError['type']> = new Map<string, UpstreamError['type']>([
  ['token', 'token'],
  ['access', 'access'],
  ['ip', 'access'],
  ['domain', 'access'],
  ['subscription', 'access'],
  ['requests', 'requests'],
  ['ratelimit', 'rateLimit'],
  ['plan', 'plan'],
  ['date', 'parameter'],
  ['ids', 'parameter'],
  ['id', 'parameter'],
  ['live', 'parameter'],
  ['timezone', 'parameter'],
  ['required', 'parameter'],
  ['endpoint', 'parameter'],
  ['bug', 'bug'],
]);
const URGENCY: readonly UpstreamError['type'][] = [
  'token',
  'access',
  'requests',
  'rateLimit',
  'plan',
  'parameter',
  'bug',
  'unknown',
];
const MAX_ERRORS = 20;
const MAX_MESSAGE = 200;

/** Null: all is well. */
export function findUpstreamError(errors: unknown): UpstreamError | null {
  if (errors === undefined || errors === null) return null;
  if (typeof errors !== 'object') return { type: 'unknown', message: wordsOf(errors) };
  const found = Object.entries(errors)
    .slice(0, MAX_ERRORS)
    .map(([name, said]): UpstreamError => ({ type: typeOf(name, said), message: wordsOf(said) }));
  const [first] = found.sort((a, b) => URGENCY.indexOf(a.type) - URGENCY.indexOf(b.type));
  return first ?? null;
}

/** By its name, and where that is new, by the words that the known ones come with. */
function typeOf(name: string, said: unknown): UpstreamError['type'] {
  const known = TYPES.get(name.toLowerCase());
  if (known !== undefined) return known;
  const words = wordsOf(said);
  if (/request limit for the day/i.test(words)) return 'requests';
  if (/too many requests|rate limit/i.test(words)) return 'rateLimit';
  if (/suspended|not allowed|not subscribed/i.test(words)) return 'access';
  return 'unknown';
}

function wordsOf(said: unknown): string {
  const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE);
}

/** What the upstream's answers mean: by their status, and at 200 by the errors inside. */

type Answer = Extract<Exchange, { type: 'answer' }>;

export interface AnswerContext {
  readonly shape: BodyShape<Envelope>;
  readonly now: Date;
  readonly key: Secret;
  /** Tells what the answer says of the key, and hears what to make of a refusal. */
  hear(status: number, message: string): Forbidden['reason'] | null;
  /** The calls are used up: of the day, or for so long. */
  refused(refusal: 'day' | { readonly forMs: number }): void;
  /** Until the day's calls are counted anew. */
  untilNextDayMs(): number;
}

/** `parameters` and `errors` are empty lists where there is nothing in them, and objects where there is. */
const Envelope = Type.Object({
  errors: Type.Optional(Type.Unknown()),
  response: Type.Unknown(),
});
export type Envelope = Type.Static<typeof Envelope>;

export function createEnvelopeShape(): BodyShape<Envelope> {
  return compileShape(Envelope);
}

/** Twenty fixtures with line-ups and statistics are two megabytes; a Saturday's live list is one. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_MESSAGE_BYTES = 64 * 1024;

export function toOutcome(exchange: Exchange, context: AnswerContext): Outcome<Envelope> {
  if (exchange.type === 'failure') {
    const { reason, detail } = exchange;
    // The caller's own signal has been thrown before.
    if (reason === 'aborted') throw new Error('an exchange that was given up has no outcome');
    return { outcome: 'unavailable', reason, detail };
  }
  const { status, headers } = exchange;
  if (status === 204)
    return { outcome: 'unavailable', reason: 'status', detail: 'it answered 204: no content' };
  return status < 300
    ? ofBody(exchange, context)
    : ofStatus(exchange, context, refusalMs(headers, context.now));
}

function ofBody(answer: Answer, context: AnswerContext): Outcome<Envelope> {
  const read = readBody(answer, { shape: context.shape, maxBytes: MAX_BODY_BYTES }, context.now);
  if (read.outcome !== 'ok') return read;
  const error = findUpstreamError(read.body.errors);
  if (error !== null) return ofError(error, context);
  context.hear(200, '');
  return read;
}

function ofError({ type, message }: UpstreamError, context: AnswerContext): Outcome<never> {
  const said = `it answered with an error of the kind ${type}: ${scrub(message, context.key)}`;
  switch (type) {
    case 'rateLimit':
      context.refused({ forMs: MINUTE_REFUSAL_MS });
      return { outcome: 'rateLimited', retryAfterMs: MINUTE_REFUSAL_MS };
    case 'requests':
      context.refused('day');
      return { outcome: 'rateLimited', retryAfterMs: context.untilNextDayMs() };
    case 'token':
    case 'access': {
      const status = type === 'token' ? 401 : 403;
      const reason = context.hear(status, said) ?? 'expiredOrBlocked';
      return { outcome: 'forbidden', reason, status, message: said };
    }
    case 'plan':
    case 'parameter':
      return { outcome: 'rejected', reason: 'badRequest', status: 200, message: said };
    case 'bug':
    case 'unknown':
      break;
  }
  return { outcome: 'unavailable', reason: 'status', detail: said };
}

function ofStatus(answer: Answer, context: AnswerContext, retryAfterMs: number): Outcome<never> {
  const { status } = answer;
  const message = messageOf(answer, context.key);
  const refusal = context.hear(status, message);
  if (refusal !== null) return { outcome: 'forbidden', reason: refusal, status, message };
  if (status === 429) {
    context.refused({ forMs: retryAfterMs });
    return { outcome: 'rateLimited', retryAfterMs };
  }
  if (status < 400) {
    const detail = `${message} and redirects are not followed; is the base URL right?`;
    return { outcome: 'unavailable', reason: 'redirected', detail };
  }
  // 499 is theirs for a timeout on their side.
  if (status === 408 || status === 499 || status >= 500)
    return { outcome: 'unavailable', reason: 'status', detail: message };
  return { outcome: 'rejected', reason: 'badRequest', status, message };
}

/** `{"message":"…"}`, or only the number. Whatever was sent, it is short and does not hold the key. */
function messageOf({ status, headers, bytes }: Answer, key: Secret): string {
  const decoded = decodeContent(bytes, headerText(headers, 'content-encoding'), MAX_MESSAGE_BYTES);
  const parsed = decoded.type === 'decoded' ? parseJsonBody(decoded.bytes) : decoded;
  const value = parsed.type === 'json' ? parsed.value : null;
  const said: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'message') : null;
  const clean = typeof said === 'string' ? scrub(said, key) : '';
  return clean === '' ? `it answered ${status}` : `it answered ${status}: ${clean}`;
}

function scrub(text: string, key: Secret): string {
  return text
    .replaceAll(key.reveal(), '[secret]')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 200);
}
