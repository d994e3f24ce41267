/** `/api/tft/patches`: the patch calendar, and of which patches there are statistics. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TftPatches } from '#/contract/tft-patches.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import type { PatchAccess } from './patch-access.ts';

export function addPatchCalendarRoute(server: FastifyInstance, patches: Pick<PatchAccess, 'list'>): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/tft/patches',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['tft'],
        operationId: 'listTftPatches',
        summary: 'The patch calendar',
        description:
          'What was live from when on. A patch has one row for everywhere, ' +
          'and one more for each region or platform that got it at another time.',
        response: { 200: Type.Unsafe<TftPatches>(Type.Ref('TftPatches')), ...PROBLEM_RESPONSE },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return patches.list();
    },
  );
}
