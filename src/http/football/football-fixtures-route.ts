/** `/api/football/fixtures/{id}`: one fixture with its goals, their clips, and why each was kept or dropped. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { FootballFixtureView } from '#/contract/football.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { FootballAccess } from './football-access.ts';

const FIXTURE_ID = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export function addFootballFixturesRoute(server: FastifyInstance, football: FootballAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/football/fixtures/:id',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['football'],
        operationId: 'getFootballFixture',
        summary: 'One fixture with its goals and clips',
        description: 'The live topic `football-fixture/{id}` carries the same.',
        params: FIXTURE_ID,
        response: {
          200: Type.Unsafe<FootballFixtureView>(Type.Ref('FootballFixtureView')),
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async ({ params }, reply) => {
      const view = await football.fixture(params.id);
      if (view === undefined)
        throw new HttpProblem(
          'not-found',
          `Fixture ${params.id} is not followed. GET /api/football/days/{day} lists those that are.`,
        );
      return reply.header('cache-control', 'no-store').send(view);
    },
  );
}
