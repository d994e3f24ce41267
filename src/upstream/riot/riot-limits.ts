/**
 * What an answer of Riot's says of limits. Traps: `X-Rate-Limit-Type: server` is not documented and exists, the type is missing
 * when whatever is behind the edge refuses, and `Retry-After` is missing at times. Everything that is not plainly one of our own
 * limits is a refusal by the service, so that one ill service does not stop the others.
 */
import type { LimitReading, ScopeReading } from '#/domain/limiter/limiter.ts';
import { parseCounts, parseLimits, parseRetryAfterMs } from '#/domain/limiter/rate-limit-headers.ts';
import { headerText, type AnswerHeaders } from '../exchange.ts';

export function readRiotLimits(status: number, headers: AnswerHeaders, now: Date): LimitReading {
  const app = readScope(headers, 'x-app-rate-limit');
  const method = readScope(headers, 'x-method-rate-limit');
  if (status !== 429) return { app, method };
  const retryAfterMs = parseRetryAfterMs(headerText(headers, 'retry-after'), now);
  return { app, method, refusal: { by: refuser(headerText(headers, 'x-rate-limit-type')), retryAfterMs } };
}

function readScope(headers: AnswerHeaders, name: string): ScopeReading {
  return {
    limits: parseLimits(headerText(headers, name)),
    counts: parseCounts(headerText(headers, `${name}-count`)),
  };
}

function refuser(type: string | undefined): 'application' | 'method' | 'service' {
  const word = type?.trim().toLowerCase();
  return word === 'application' || word === 'method' ? word : 'service';
}
