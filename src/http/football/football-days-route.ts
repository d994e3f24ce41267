/** `/api/football/days/{day}`: the match day, as it is where whoever asks lives. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Day } from '#/contract/field-shapes.ts';
import type { FootballDay } from '#/contract/football.ts';
import { knownZone, parseDay } from '#/domain/lol/history/local-clock.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { FootballAccess } from './football-access.ts';

export function addFootballDaysRoute(server: FastifyInstance, football: FootballAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/football/days/:day',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['football'],
        operationId: 'getFootballDay',
        summary: 'Fixtures of a day, with scores, goals and clips',
        description: 'The live topic `football` carries the same of today, in UTC.',
        params: Type.Object({ day: Day }),
        querystring: Type.Object(
          {
            zone: Type.Optional(
              Type.String({ maxLength: 60, description: 'Where the day begins and ends. Default: UTC.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: Type.Unsafe<FootballDay>(Type.Ref('FootballDay')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, query }, reply) => {
      const answer = await football.day(dayIn(params.day, 'path/day'), zoneIn(query.zone));
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}

/** A day that the calendar has; 2026-02-30 looks like one. */
export function dayIn(text: string, where: string): string {
  if (parseDay(text) !== undefined) return text;
  throw refuse(where, text, 'A day of the calendar, for example 2026-11-15.');
}

function zoneIn(text = 'UTC'): string {
  const zone = knownZone(text);
  if (zone !== undefined) return zone;
  throw refuse('query/zone', text, 'An IANA time zone, for example Europe/Berlin.');
}

function refuse(where: string, text: string, expected: string): HttpProblem {
  return new HttpProblem('invalid-request', `${where} is ${JSON.stringify(text)}. ${expected}`, {
    errors: [{ where, expected }],
  });
}
