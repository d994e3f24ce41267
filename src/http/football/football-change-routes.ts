/** What the admin decides about goals and clips, and reading fixtures now. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { FootballIngestRequest, type FootballIngestTaken } from '#/contract/football.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { FootballAccess } from './football-access.ts';
import { dayIn } from './football-days-route.ts';
import { noSuchClip, noSuchGoal, UUID_PARAMETER } from './football-steps-routes.ts';

const TAGS = ['football', 'admin'];

const DECISIONS = {
  hide: {
    operationId: 'hideFootballGoal',
    summary: 'Hide a goal and its clips',
    description: 'It is shown as removed, whatever the upstream says from now on. Its clips are kept.',
    done: 'Hidden.',
  },
  restore: {
    operationId: 'restoreFootballGoal',
    summary: 'Show a goal that was removed or hidden',
    description: 'One that the upstream took back stays, whatever it says from now on.',
    done: 'Shown again.',
  },
} as const;

export function addFootballChangeRoutes(server: FastifyInstance, football: FootballAccess): void {
  addDecision(server, football, 'hide');
  addDecision(server, football, 'restore');
  addDeleteClip(server, football);
  addIngest(server, football);
}

function addDecision(server: FastifyInstance, football: FootballAccess, decision: 'hide' | 'restore'): void {
  const { done, ...words } = DECISIONS[decision];
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    `/api/football/goals/:id/${decision}`,
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        ...words,
        params: UUID_PARAMETER,
        response: { 204: Type.Null({ description: done }), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      if (!(await football.decide(params.id, decision))) throw noSuchGoal(params.id);
      return reply.code(204).send(null);
    },
  );
}

function addDeleteClip(server: FastifyInstance, football: FootballAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().delete(
    '/api/football/clips/:id',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'deleteFootballClip',
        summary: 'Delete a clip and its video',
        description: 'Its row stays, so that a search does not bring it back.',
        params: UUID_PARAMETER,
        response: { 204: Type.Null({ description: 'Deleted.' }), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      if (!(await football.deleteClip(params.id))) throw noSuchClip(params.id);
      return reply.code(204).send(null);
    },
  );
}

function addIngest(server: FastifyInstance, football: FootballAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/football/ingest',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'ingestFootball',
        summary: 'Read fixtures now',
        description:
          'Of one day, or of today and the days ahead. Fixtures that are in play are left to the monitor.',
        body: FootballIngestRequest,
        response: {
          202: Type.Unsafe<FootballIngestTaken>(Type.Ref('FootballIngestTaken')),
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async ({ body }, reply) => {
      const day = body.day === undefined ? null : dayIn(body.day, 'body/day');
      const taken = await football.ingest(day);
      if (taken === undefined)
        throw new HttpProblem(
          'conflict',
          'Football is off: set API_FOOTBALL_KEY, or start without any key for the practice world.',
        );
      return reply.code(202).header('cache-control', 'no-store').send(taken);
    },
  );
}
