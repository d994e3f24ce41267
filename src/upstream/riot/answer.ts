/** What Riot's answers mean, status by status. */
import { parseRetryAfterMs } from '#/domain/limiter/rate-limit-headers.ts';
import type { Secret } from '#/domain/secret.ts';
import { type Exchange, headerText } from '../exchange.ts';
import { type BodyRules, decodeContent, parseJsonBody, readBody } from '../body.ts';
import type { Forbidden, Outcome } from '../outcome.ts';

type Answer = Extract<Exchange, { type: 'answer' }>;
type Failure = Extract<Exchange, { type: 'failure' }>;

export interface AnswerContext {
  readonly now: Date;
  readonly key: Secret;
  /** Tells what the answer says of the key, and hears what to make of a refusal. */
  hear(status: number, message: string): Forbidden['reason'] | null;
}

/** When a limit refuses and does not say for how long; Riot asks for at least this. */
const DEFAULT_RETRY_AFTER_MS = 1_000;
const MAX_MESSAGE_BYTES = 64 * 1024;

export function toOutcome<Body>(
  exchange: Exchange,
  rules: BodyRules<Body>,
  context: AnswerContext,
): Outcome<Body> {
  if (exchange.type === 'failure') return ofFailure(exchange);
  const { status, headers } = exchange;
  const message = status < 300 ? '' : messageOf(exchange, context.key);
  const refusal = context.hear(status, message);
  if (refusal !== null) return { outcome: 'forbidden', reason: refusal, status, message };
  if (status < 300) return readBody(exchange, rules, context.now);
  const retryAfterMs = parseRetryAfterMs(headerText(headers, 'retry-after'), context.now);
  if (status === 404) return { outcome: 'notFound', message };
  if (status === 429) return { outcome: 'rateLimited', retryAfterMs: retryAfterMs ?? DEFAULT_RETRY_AFTER_MS };
  if (status < 400) {
    const detail = `${message} and redirects are not followed; is the base URL right?`;
    return { outcome: 'unavailable', reason: 'redirected', detail };
  }
  if (status === 408 || status >= 500)
    return { outcome: 'unavailable', reason: 'status', detail: message, retryAfterMs };
  const isForeign = status === 400 && /exception decrypting/i.test(message);
  return { outcome: 'rejected', reason: isForeign ? 'foreignPuuid' : 'badRequest', status, message };
}

function ofFailure({ reason, detail }: Failure): Outcome<never> {
  // The caller's own signal has been thrown before.
  if (reason === 'aborted') throw new Error('an exchange that was given up has no outcome');
  return { outcome: 'unavailable', reason, detail };
}

/** `{"status":{"message":"…"}}`, or only the number. Whatever was sent, it is short and does not hold the key. */
function messageOf({ status, headers, bytes }: Answer, key: Secret): string {
  const decoded = decodeContent(bytes, headerText(headers, 'content-encoding'), MAX_MESSAGE_BYTES);
  const parsed = decoded.type === 'decoded' ? parseJsonBody(decoded.bytes) : decoded;
  const said = parsed.type === 'json' ? fieldOf(fieldOf(parsed.value, 'status'), 'message') : undefined;
  const text = typeof said === 'string' ? said : '';
  const clean = text
    .replaceAll(key.reveal(), '[secret]')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 200);
  return clean === '' ? `it answered ${status}` : `it answered ${status}: ${clean}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
