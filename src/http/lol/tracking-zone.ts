/** A time zone in a request, as the runtime spells it; refused where there is no such zone. */
import { knownZone } from '#/domain/lol/history/local-clock.ts';
import { HttpProblem } from '../problems.ts';

export function zoneIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const zone = knownZone(text);
  if (zone !== undefined) return zone;
  const expected = 'An IANA time zone, for example Europe/Berlin.';
  throw new HttpProblem('invalid-request', `body/timeZone is ${JSON.stringify(text)}. ${expected}`, {
    errors: [{ where: 'body/timeZone', expected }],
  });
}
