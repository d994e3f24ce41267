/** `GET /api/tft/options`: what there are games of, for the lists that people choose from. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import type { TftOptions } from '#/contract/tft-reference.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import type { AnswerDesk } from './answer-desk.ts';
import { sendNothingNew, sendSealed } from './explore-query-route.ts';
import { isAtHand, noSerializer, sealText, UNCHANGED_RESPONSE } from './sealed-answer.ts';

export function addOptionsRoute(server: FastifyInstance, desk: AnswerDesk, explorer: TftExplorer): void {
  server.get(
    '/api/tft/options',
    {
      config: { policy: 'open' },
      serializerCompiler: noSerializer,
      schema: {
        tags: ['tft'],
        operationId: 'listTftOptions',
        summary: 'The patches, platforms, queues and tiers that there are games of',
        response: {
          200: Type.Unsafe<TftOptions>(Type.Ref('TftOptions')),
          ...UNCHANGED_RESPONSE,
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async (request, reply) => {
      const { answer } = await desk.ask(
        { version: await desk.version(), text: 'options' },
        async (_signal, etag) => sealText(JSON.stringify(await explorer.options()), etag),
        request.signal,
      );
      return isAtHand(request.headers['if-none-match'], answer.etag)
        ? sendNothingNew(reply, answer.etag)
        : sendSealed(reply, answer, answer.bytes);
    },
  );
}
