/** `/api/admin/tft/projection-tasks/:id`: how far the projector is with a verification, a rebuild or a change of the calendar. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ProjectionTask } from '#/contract/tft-patches.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { PatchAccess } from './patch-access.ts';

export function addPatchTaskRoute(server: FastifyInstance, patches: Pick<PatchAccess, 'task'>): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/admin/tft/projection-tasks/:id',
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['tft', 'admin'],
        operationId: 'getProjectionTask',
        summary: 'How far a task of the projector is',
        params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
        response: { 200: Type.Unsafe<ProjectionTask>(Type.Ref('ProjectionTask')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      const task = await patches.task(params.id);
      if (task === undefined)
        throw new HttpProblem('not-found', `The projector was given no task ${params.id}.`);
      return reply.header('cache-control', 'no-store').send(task);
    },
  );
}
