/**
 * One call from its path to its outcome: gate, day's quota, permit of the minute, exchange, meaning, retries. The gate is asked
 * twice, before anything is taken and right before sending, because the wait may have been long.
 */
import type { Logger } from 'pino';
import type { DayQuota, QuotaWord } from '#/domain/football/day-quota.ts';
import type { Lane, Limiter } from '#/domain/limiter/limiter.ts';
import type { Secret } from '#/domain/secret.ts';
import type { AnswerHeaders, HttpConnections } from '../exchange.ts';
import type { BodyShape } from '../shape.ts';
import { exchangeWithPermit } from '../call.ts';
import { withRetries, type RetryLimits } from '../retry.ts';
import type { Forbidden, Outcome } from '../outcome.ts';
import type { KeyGate } from '../key-gate.ts';
import { createEnvelopeShape, MAX_BODY_BYTES, toOutcome, type Envelope } from '../api-football-answer.ts';
import { readDayLimit, readMinuteLimit } from '../api-football-quota.ts';

export interface Calling {
  readonly lane: Lane;
  /** Ends waiting and calling; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ApiFootballCallParts {
  readonly credential: { readonly key: Secret; readonly budgetId: string } | null;
  readonly address: { readonly origin: string; readonly prefix: string };
  readonly connections: HttpConnections;
  readonly limiter: Limiter;
  readonly quota: DayQuota;
  readonly gate: KeyGate;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly retries: RetryLimits;
  readonly log: Pick<Logger, 'warn'> | undefined;
  now(): Date;
  random(): number;
}

interface AskedPath {
  /** The name of what is asked, for limits and logs. */
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** False: the upstream does not count it. */
  readonly isCounted: boolean;
}

export type ApiFootballCall = (asked: AskedPath, calling: Calling) => Promise<Outcome<Envelope>>;

const HOST = 'api-football';
const DAY_MS = 24 * 60 * 60_000;

export function createApiFootballCall(parts: ApiFootballCallParts): ApiFootballCall {
  const shape = createEnvelopeShape();
  return async (asked, calling) => {
    const { credential } = parts;
    if (credential === null) {
      const message = 'no API-Football key is set';
      return { outcome: 'forbidden', reason: 'noKey', status: null, message };
    }
    const attempt = () => attemptOnce({ ...parts, credential, shape }, asked, calling);
    const outcome = await withRetries(attempt, parts.retries, {
      random: () => parts.random(),
      signal: calling.signal,
    });
    tell(parts.log, asked, outcome);
    return outcome;
  };
}

type KeyedParts = ApiFootballCallParts & {
  readonly credential: NonNullable<ApiFootballCallParts['credential']>;
  readonly shape: BodyShape<Envelope>;
};

async function attemptOnce(
  parts: KeyedParts,
  { method, path, isCounted }: AskedPath,
  { lane, signal }: Calling,
): Promise<Outcome<Envelope>> {
  const { gate, quota, credential, address, headersMs, bodyMs } = parts;
  const { key, budgetId } = credential;
  const use = { keyId: budgetId, host: HOST, method };
  const shut = gate.refusal(use);
  if (shut !== null) return shut;
  const taken = isCounted ? await quota.take(budgetId) : { isGranted: true as const };
  if (!taken.isGranted) return { outcome: 'rateLimited', retryAfterMs: taken.retryAfterMs };
  const entered: { pass?: { leave(): void } } = {};
  const heard: { headers?: AnswerHeaders; refusal: QuotaWord['refusal'] } = { refusal: null };
  try {
    const result = await exchangeWithPermit({
      dispatcher: parts.connections.dispatcher,
      limiter: parts.limiter,
      call: { keyId: budgetId, host: HOST, method, lane, signal },
      request: {
        origin: address.origin,
        path: address.prefix + path,
        // Nothing else: the upstream refuses calls with headers that it does not know.
        headers: { 'x-apisports-key': key.reveal() },
        headersMs,
        bodyMs,
        maxBytes: MAX_BODY_BYTES,
      },
      readLimits(status, headers) {
        heard.headers = headers;
        return readMinuteLimit(status, headers, parts.now());
      },
      refuse(): Forbidden | null {
        const entry = gate.enter(use);
        if ('outcome' in entry) return entry;
        entered.pass = entry;
        return null;
      },
    });
    if (result.type === 'refused') return result.refusal;
    return toOutcome(result, {
      shape: parts.shape,
      now: parts.now(),
      key,
      hear: (status, message) => gate.hear(use, status, message),
      refused(refusal) {
        heard.refusal = refusal;
      },
      untilNextDayMs: () => DAY_MS - (parts.now().getTime() % DAY_MS),
    });
  } finally {
    entered.pass?.leave();
    const { headers, refusal } = heard;
    if (headers !== undefined) await quota.hear(budgetId, { ...readDayLimit(headers), refusal });
  }
}

function tell(log: Pick<Logger, 'warn'> | undefined, { method }: AskedPath, outcome: Outcome<unknown>): void {
  if (outcome.outcome === 'malformed')
    log?.warn({ method, reason: outcome.reason }, 'API-Football sent a body that cannot be read');
  if (outcome.outcome === 'rejected')
    log?.warn({ method, reason: outcome.message }, 'API-Football will not answer this call');
}
