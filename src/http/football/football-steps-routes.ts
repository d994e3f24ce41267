/** `/api/football/goals/{id}/steps`: everything that was run for a goal, and running a step again by hand. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { FootballStepRequest, type FootballStepTaken, type FootballTimeline } from '#/contract/football.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { FootballAccess } from './football-access.ts';

export const UUID_PARAMETER = Type.Object({ id: Type.String({ format: 'uuid' }) });

export function addFootballStepsRoutes(server: FastifyInstance, football: FootballAccess): void {
  addTimeline(server, football);
  addRunAgain(server, football);
}

function addTimeline(server: FastifyInstance, football: FootballAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/football/goals/:id/steps',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['football'],
        operationId: 'getFootballTimeline',
        summary: 'What was run for a goal, when, how often, and what came of it',
        params: UUID_PARAMETER,
        response: { 200: Type.Unsafe<FootballTimeline>(Type.Ref('FootballTimeline')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      const timeline = await football.timeline(params.id);
      if (timeline === undefined) throw noSuchGoal(params.id);
      return reply.header('cache-control', 'no-store').send(timeline);
    },
  );
}

function addRunAgain(server: FastifyInstance, football: FootballAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/football/goals/:id/steps',
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['football', 'admin'],
        operationId: 'runFootballStep',
        summary: 'Run a step of a goal again',
        description:
          '`download` and `upload` are about one clip and need its id. 409 while the same waits or runs, and where it makes no sense.',
        params: UUID_PARAMETER,
        body: FootballStepRequest,
        response: { 202: Type.Unsafe<FootballStepTaken>(Type.Ref('FootballStepTaken')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, body }, reply) => {
      refuseWithoutClip(body);
      const answer = await football.runStep(params.id, body);
      if (answer.type === 'missing')
        throw answer.what === 'goal' ? noSuchGoal(params.id) : noSuchClip(body.clipId ?? '');
      if (answer.type === 'running')
        throw new HttpProblem('conflict', `This step (${body.step}) waits or runs already.`);
      if (answer.type === 'refused')
        throw new HttpProblem('conflict', `This step (${body.step}) cannot be run: ${answer.reason}.`);
      const taken = { goalId: params.id, step: body.step, clipId: body.clipId ?? null };
      return reply.code(202).header('cache-control', 'no-store').send(taken);
    },
  );
}

function refuseWithoutClip({ step, clipId }: FootballStepRequest): void {
  const isAboutClip = step === 'download' || step === 'upload';
  if (isAboutClip === (clipId !== undefined)) return;
  const expected = isAboutClip
    ? `The id of a clip of this goal: ${step} is about one.`
    : `Nothing: ${step} is about the whole goal.`;
  throw new HttpProblem('invalid-request', `body/clipId is not as expected. ${expected}`, {
    errors: [{ where: 'body/clipId', expected }],
  });
}

export function noSuchGoal(id: string): HttpProblem {
  return new HttpProblem(
    'not-found',
    `There is no goal ${id}. GET /api/football/fixtures/{id} lists those of a fixture.`,
  );
}

export function noSuchClip(id: string): HttpProblem {
  return new HttpProblem(
    'not-found',
    `There is no clip ${id}. GET /api/football/fixtures/{id} lists those of a fixture.`,
  );
}
