/** Why somebody could not be looked up, as the answer to whoever asked. Nothing of it is the client's fault. */
import type { CallFailure } from '#/jobs/games/call-failure.ts';
import { findPlatform, PLATFORMS, type Platform } from '#/domain/riot/routing.ts';
import { HttpProblem, unavailable } from '../problems.ts';

export function toUpstreamProblem(failure: CallFailure): HttpProblem {
  switch (failure.outcome) {
    case 'forbidden':
      return unavailable(
        failure.reason === 'noKey'
          ? 'No API key for League of Legends is set, so nobody can be looked up.'
          : 'Riot refuses the API key, so nobody can be looked up. The status page says more.',
        { reasons: ['riot'] },
      );
    case 'rateLimited': {
      const seconds = Math.max(1, Math.ceil(failure.retryAfterMs / 1_000));
      return unavailable('Riot asks us to wait.', {
        reasons: ['riot'],
        headers: { 'retry-after': String(seconds) },
      });
    }
    case 'notFound':
    case 'unavailable':
    case 'malformed':
    case 'rejected':
      return unavailable('Riot does not answer as it should. Try again in a moment.', { reasons: ['riot'] });
  }
  return failure satisfies never;
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
