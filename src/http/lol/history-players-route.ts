/** `GET /api/lol/players?query=`: who is known by a name that begins so, for a box that is typed into. Nobody upstream is asked. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { LolPlayersQuery, type LolPlayers } from '#/contract/lol-collection.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import type { LolHistoryAccess } from './history-access.ts';

const USUAL_LIMIT = 10;

export function addHistoryPlayersRoute(server: FastifyInstance, access: LolHistoryAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/lol/players',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['lol'],
        operationId: 'findLolPlayers',
        summary: 'Known players whose name begins so',
        description: 'A name that is not in the list may exist all the same: ask for its history.',
        querystring: LolPlayersQuery,
        response: { 200: Type.Unsafe<LolPlayers>(Type.Ref('LolPlayers')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ query: { query, limit = USUAL_LIMIT } }, reply) => {
      const players = await access.search(query.trim(), limit);
      return reply
        .header('cache-control', 'no-store')
        .send({ players: [...players], isPractice: access.isPractice });
    },
  );
}
