/** What the upstream's answers mean: by their status, and at 200 by the errors inside. */
import { Type } from 'typebox';
import type { Secret } from '#/domain/secret.ts';
import { headerText } from '../http/answer-headers.ts';
import { compileShape, type BodyShape } from '../http/body-shape.ts';
import { decodeContent } from '../http/content-decoding.ts';
import type { Exchange } from '../http/exchange.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { readBody } from '../http/read-body.ts';
import type { Forbidden, Outcome } from '../outcome.ts';
import { MINUTE_REFUSAL_MS, refusalMs } from './quota-headers.ts';
import { findUpstreamError, type UpstreamError } from './upstream-errors.ts';

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
