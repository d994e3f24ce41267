/** `GET /api/admin/actions`: what was changed with the admin token, by which address, and what came of it. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AdminActionsQuery, type AdminActions } from '#/contract/admin-actions.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import type { AdminActionLog } from './admin-action-log.ts';

export function addAdminActionsRoute(server: FastifyInstance, actions: AdminActionLog): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/admin/actions',
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['admin'],
        operationId: 'listAdminActions',
        summary: 'What was changed with the admin token',
        description:
          'Newest first. A row is written before the change is made; one without a status was cut off.',
        querystring: AdminActionsQuery,
        response: { 200: Type.Unsafe<AdminActions>(Type.Ref('AdminActions')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ query }, reply) => reply.header('cache-control', 'no-store').send(await actions.list(query)),
  );
}
