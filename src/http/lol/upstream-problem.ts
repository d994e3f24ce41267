/**
 * The response to a request whose call to Riot failed. 424 where only the operator can help (the API key), 502 with
 * `Retry-After` where the same request may succeed later. Never 503, which stands for this process.
 */
import type { CallFailure } from '#/upstream/retry.ts';
import { findPlatform, PLATFORMS, type Platform } from '#/domain/riot/routing.ts';
import { HttpProblem, unavailable, upstreamUnavailable } from '../problems.ts';

export function toUpstreamProblem(failure: CallFailure): HttpProblem {
  switch (failure.outcome) {
    case 'forbidden':
      return new HttpProblem(
        'upstream-not-configured',
        failure.reason === 'noKey'
          ? 'No API key for League of Legends is set (RIOT_LOL_API_KEY), so no player can be looked up.'
          : 'Riot refuses the API key, so no player can be looked up. The status page has the details.',
        { reasons: ['riot'] },
      );
    case 'rateLimited': {
      const seconds = Math.max(1, Math.ceil(failure.retryAfterMs / 1_000));
      return upstreamUnavailable('Riot’s rate limit is used up.', {
        reasons: ['riot'],
        headers: { 'retry-after': String(seconds) },
      });
    }
    case 'unavailable':
      if (failure.reason === 'stopped') return unavailable('The server is stopping. Try again in a moment.');
      return noAnswer();
    case 'notFound':
    case 'malformed':
    case 'rejected':
      return noAnswer();
  }
  return failure satisfies never;
}

function noAnswer(): HttpProblem {
  return upstreamUnavailable('Riot does not answer as expected. Try again in a moment.', {
    reasons: ['riot'],
  });
}

/** Undefined where none was given; refused where it is none. */
export function platformIn(text: string | undefined): Platform | undefined {
  if (text === undefined) return undefined;
  const platform = findPlatform(text);
  if (platform !== undefined) return platform;
  const expected = `One of ${PLATFORMS.join(', ')}.`;
  throw new HttpProblem('invalid-request', `body/platform is ${JSON.stringify(text)}. ${expected}`, {
    errors: [{ where: 'body/platform', expected }],
  });
}
