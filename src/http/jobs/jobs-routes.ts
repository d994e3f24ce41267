/** `/api/jobs`: the work in the background, by kind and state, with rates and ages, and the log of what ended. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { FailedJobsQuery, JobsQuery, type FailedJobs, type JobsOverview } from '#/contract/jobs.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import type { JobsAccess } from './jobs-access.ts';

export function addJobsRoutes(server: FastifyInstance, jobs: JobsAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/jobs',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['jobs'],
        operationId: 'getJobs',
        summary: 'Queues, rates and the newest ends of jobs',
        querystring: JobsQuery,
        response: { 200: Type.Unsafe<JobsOverview>(Type.Ref('JobsOverview')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ query }, reply) => reply.header('cache-control', 'no-store').send(await jobs.overview(query)),
  );
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/jobs/failed',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['jobs'],
        operationId: 'listFailedJobs',
        summary: 'Jobs that were given up, with their errors',
        querystring: FailedJobsQuery,
        response: { 200: Type.Unsafe<FailedJobs>(Type.Ref('FailedJobs')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ query }, reply) => reply.header('cache-control', 'no-store').send(await jobs.failed(query)),
  );
}
