/** What an admin decides about a job that was given up: it is done again, or thrown away. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { FailedJobId, type FailedJobAnswer } from '#/contract/jobs.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { JobsAccess } from './jobs-access.ts';

const ANSWER = Type.Unsafe<FailedJobAnswer>(Type.Ref('FailedJobAnswer'));
const TAGS = ['jobs', 'admin'];

export function addFailedJobsRoutes(server: FastifyInstance, jobs: JobsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/admin/jobs/:id/retry',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'retryFailedJob',
        summary: 'Have a failed job done again',
        description: '409 when its kind does not take it any more; it can be discarded then.',
        params: FailedJobId,
        response: { 200: ANSWER, ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, log }, reply) => {
      const answer = await jobs.retry(params.id);
      if (answer === undefined) throw noSuchJob(params.id);
      if ('refused' in answer)
        throw new HttpProblem('conflict', `It cannot be done again: ${answer.refused}.`);
      log.info({ job: params.id, kind: answer.kind, did: answer.did }, 'a failed job is done again');
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    '/api/admin/jobs/:id/discard',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'discardFailedJob',
        summary: 'Throw a failed job away',
        params: FailedJobId,
        response: { 200: ANSWER, ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, log }, reply) => {
      const answer = await jobs.discard(params.id);
      if (answer === undefined) throw noSuchJob(params.id);
      log.info({ job: params.id, kind: answer.kind }, 'a failed job was thrown away');
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}

function noSuchJob(id: string): HttpProblem {
  return new HttpProblem(
    'not-found',
    `There is no failed job ${id}. GET /api/jobs/failed lists those that there are.`,
  );
}
