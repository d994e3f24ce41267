/** Answers who the bearer of a token is: how a person finds out, before they change anything, that their token works. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { AdminIdentity } from '#/contract/admin.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';

export function addWhoamiRoute(server: FastifyInstance): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/admin/whoami',
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['admin'],
        operationId: 'whoami',
        summary: 'Who the bearer of this token is',
        response: { 200: Type.Unsafe<AdminIdentity>(Type.Ref('AdminIdentity')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { role: 'admin' as const };
    },
  );
}
