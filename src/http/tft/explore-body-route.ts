/** `POST /api/tft/explore`: the same questions as JSON, for programs and for conditions that are too long for an address. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import type { TftAnswer, TftQuestion } from '#/contract/tft-explore.ts';
import type { PartialQuestion } from '#/domain/tft/explore/question-check.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { COSTS } from '../request-costs.ts';
import { whileClientWaits } from '../while-client-waits.ts';
import type { AnswerDesk } from './answer-desk.ts';
import { questionInBody } from './asked-question.ts';
import { EXPLORE_PATH } from './explore-query-route.ts';
import { compileQuestion } from './question-schema.ts';
import { JSON_TYPE, noSerializer, sealExploration, withEnd } from './sealed-answer.ts';

const EXAMPLE: TftQuestion = {
  filter: {
    tiers: ['master', 'grandmaster', 'challenger'],
    lp: { min: 200 },
    where: {
      all: [{ count: 'five-costs', is: { min: 2 } }, { none: [{ count: 'three-stars', is: { min: 1 } }] }],
    },
  },
  by: 'trait',
  sort: 'shrunk',
  minN: 50,
};

export function addExploreBodyRoute(server: FastifyInstance, desk: AnswerDesk, explorer: TftExplorer): void {
  server.post<{ Body: PartialQuestion }>(
    EXPLORE_PATH,
    {
      config: { policy: 'open' },
      serializerCompiler: noSerializer,
      validatorCompiler: compileQuestion,
      schema: {
        tags: ['tft'],
        operationId: 'exploreTftByBody',
        summary: 'Ask about boards, as JSON',
        description: 'The same questions and answers as GET. Everything may be left out.',
        body: { ...Type.Ref('TftQuestion'), examples: [EXAMPLE] },
        response: { 200: Type.Unsafe<TftAnswer>(Type.Ref('TftAnswer')), ...PROBLEM_RESPONSE },
      },
    },
    async (request, reply) => {
      const [version, known] = await Promise.all([desk.version(), explorer.known()]);
      const question = questionInBody(request.body, known);
      const beforeWork = (): void => reply.charge(COSTS.question);
      const asked = { version, text: printQuestion(question), beforeWork };
      const { answer, cache, tookMs } = await whileClientWaits(reply, (isGone) =>
        desk.ask(
          asked,
          async (signal, etag) => sealExploration(await explorer.explore(question, signal), etag),
          isGone,
        ),
      );
      return reply
        .headers({ 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
        .send(withEnd(answer, cache, tookMs));
    },
  );
}
