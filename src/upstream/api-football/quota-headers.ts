/**
 * What an answer's headers say of the quotas. Trap: the names are the wrong way round from what one expects:
 * `x-ratelimit-requests-*` is of the day, `x-ratelimit-limit` and `-remaining` are of the minute. Headers are hostile text: a number
 * that makes no sense is not told.
 */
import type { QuotaWord } from '#/domain/football/day-quota.ts';
import type { LimitReading } from '#/domain/limiter/limiter.ts';
import { parseRetryAfterMs } from '#/domain/limiter/rate-limit-headers.ts';
import { headerText, type AnswerHeaders } from '../http/answer-headers.ts';

const MINUTE_MS = 60_000;
/** What a refusal by the minute's limit costs when it does not say: the rest of the minute, and a little. */
export const MINUTE_REFUSAL_MS = 65_000;
const NOTHING: LimitReading['method'] = { limits: [], counts: new Map() };

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
  return { app, method: NOTHING, refusal: { by: 'application', retryAfterMs: refusalMs(headers, now) } };
}

export function readDayLimit(headers: AnswerHeaders): Omit<QuotaWord, 'refusal'> {
  const limit = numberIn(headers, 'x-ratelimit-requests-limit');
  return {
    limit: limit === 0 ? null : limit,
    remaining: numberIn(headers, 'x-ratelimit-requests-remaining'),
  };
}

export function refusalMs(headers: AnswerHeaders, now: Date): number {
  return parseRetryAfterMs(headerText(headers, 'retry-after'), now) ?? MINUTE_REFUSAL_MS;
}

function numberIn(headers: AnswerHeaders, name: string): number | null {
  const text = headerText(headers, name)?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
