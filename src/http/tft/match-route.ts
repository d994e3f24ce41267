/** `GET /api/tft/matches/:id`: one game, board by board, without the players' names. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TftMatchView } from '#/contract/tft-reference.ts';
import { isMatchId } from '#/domain/riot/riot-ids.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import { refusal } from './asked-question.ts';

export type FoundTftMatch =
  | { readonly type: 'match'; readonly match: TftMatchView }
  | { readonly type: 'not-stored'; readonly state: 'wanted' | 'gone' | 'quarantined' }
  | { readonly type: 'unknown' };

const WHY_NOT = {
  wanted: 'This match is known but not fetched yet. Try again later.',
  gone: 'This match was listed, but its body could not be had: upstream does not have it.',
  quarantined: 'The body of this match cannot be read; it is kept apart.',
} as const;

export function addMatchRoute(
  server: FastifyInstance,
  readMatch: (id: string) => Promise<FoundTftMatch>,
): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/tft/matches/:id',
    {
      config: { policy: 'open' },
      schema: {
        tags: ['tft'],
        operationId: 'getTftMatch',
        summary: 'One match, board by board',
        description:
          'Without names of players. 404 says whether the match is unknown, or known and not stored.',
        params: Type.Object({ id: Type.String({ description: '`EUW1_5012345678`' }) }),
        response: { 200: Type.Unsafe<TftMatchView>(Type.Ref('TftMatchView')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params: { id } }, reply) => {
      if (!isMatchId(id))
        throw refusal([{ where: 'path/id', expected: 'the id of a match: EUW1_5012345678' }]);
      const found = await readMatch(id);
      if (found.type === 'unknown') throw new HttpProblem('not-found', `There is no match ${id} here.`);
      if (found.type === 'not-stored') throw new HttpProblem('not-found', WHY_NOT[found.state]);
      return reply.header('cache-control', 'private, max-age=60').send(found.match);
    },
  );
}
