/** `/api/status`: which parts run, where, since when and how busy they are. The live topic `status` carries the same. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { SystemStatus } from '#/contract/status.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';

export function addStatusRoute(server: FastifyInstance, status: () => Promise<SystemStatus>): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/status',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['status'],
        operationId: 'getStatus',
        summary: 'The state of every part of the system',
        response: { 200: Type.Unsafe<SystemStatus>(Type.Ref('SystemStatus')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return status();
    },
  );
}
