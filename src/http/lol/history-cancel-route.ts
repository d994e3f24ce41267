/** `DELETE …/collection`: what was fetched stays, what nobody else wants is fetched no more. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { LolPlayerName, type LolCollection } from '#/contract/lol-collection.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { LolHistoryAccess } from './history-access.ts';
import { playerOf } from './history-request.ts';

export function addHistoryCancelRoute(server: FastifyInstance, access: LolHistoryAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().delete(
    '/api/lol/players/:gameName/:tagLine/collection',
    {
      config: { policy: 'admin' },
      schema: {
        tags: ['lol', 'admin'],
        operationId: 'cancelLolCollection',
        summary: 'Stop collecting a history',
        description: '404 when it is not being collected.',
        params: LolPlayerName,
        response: { 200: Type.Unsafe<LolCollection>(Type.Ref('LolCollection')), ...PROBLEM_RESPONSE },
      },
    },
    async (request, reply) => {
      const { puuid } = await playerOf(access, request.params);
      if (!(await access.collections.cancel(puuid)))
        throw new HttpProblem('not-found', 'This history is not being collected.');
      return reply.header('cache-control', 'no-store').send(await access.collections.describe(puuid));
    },
  );
}
