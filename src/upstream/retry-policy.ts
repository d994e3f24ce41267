/**
 * What to do with an outcome: the one table that jobs go by. Pure; the job turns it into its own words.
 *
 * What is nobody's fault (limits, outages, a refused key) is tried again without end and without spending an attempt: a day of
 * outage must not lose a match. What may be about the thing itself (missing, unreadable) has a few attempts far apart.
 */
import { backoffDelayMs, type BackoffPolicy } from '#/domain/backoff.ts';
import type { Outcome } from './outcome.ts';

export type NextStep =
  | { readonly step: 'use' }
  | { readonly step: 'retry'; readonly afterMs: number; readonly spendsAttempt: boolean }
  | { readonly step: 'giveUp'; readonly as: 'gone' | 'quarantined' | 'refused'; readonly reason: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const UNREADABLE: BackoffPolicy = { firstMs: MINUTE, maxMs: HOUR };
/** An id can be listed minutes before its match can be had, and a few are never to be had. */
const MISSING_WAITS_MS = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
const UNREADABLE_ATTEMPTS = 4;
/** It does not grow, because nothing is spent that could be counted; the client has tried a few times itself by then. */
const OUTAGE_MS = MINUTE;
/** A refused key is checked by the client itself once a minute; asking more often would only be answered from memory. */
const REFUSED_KEY_MS = 2 * MINUTE;
const NO_KEY_MS = 10 * MINUTE;

/** `attempt` counts the attempts spent so far and this one, from 1; `random` is in [0, 1). */
export function nextStep(outcome: Outcome<unknown>, attempt: number, random: number): NextStep {
  switch (outcome.outcome) {
    case 'ok':
      return { step: 'use' };
    case 'notFound': {
      const waitMs = MISSING_WAITS_MS[attempt - 1];
      if (waitMs === undefined) return { step: 'giveUp', as: 'gone', reason: outcome.message };
      return { step: 'retry', afterMs: spread(waitMs, random), spendsAttempt: true };
    }
    case 'rateLimited':
      return { step: 'retry', afterMs: outcome.retryAfterMs, spendsAttempt: false };
    case 'unavailable': {
      const afterMs = Math.max(spread(OUTAGE_MS, random), outcome.retryAfterMs ?? 0);
      return { step: 'retry', afterMs, spendsAttempt: false };
    }
    case 'rejected':
      return { step: 'giveUp', as: 'refused', reason: outcome.message };
    case 'malformed': {
      if (outcome.fault === 'shape' || attempt >= UNREADABLE_ATTEMPTS)
        return { step: 'giveUp', as: 'quarantined', reason: outcome.reason };
      return { step: 'retry', afterMs: backoffDelayMs(UNREADABLE, attempt, random), spendsAttempt: true };
    }
    case 'forbidden':
      break;
  }
  const waitMs = outcome.reason === 'noKey' ? NO_KEY_MS : REFUSED_KEY_MS;
  return { step: 'retry', afterMs: spread(waitMs, random), spendsAttempt: false };
}

/** Up to a quarter later, so that what failed together does not come back together. */
function spread(ms: number, random: number): number {
  return Math.round(ms * (1 + random / 4));
}
