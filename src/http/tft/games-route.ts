/** `GET /api/tft/explore/games`: the games behind a row of an exploration, the newest first. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import type { TftGames } from '#/contract/tft-reference.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import { parseRowKey, printRowKey } from '#/domain/tft/explore/breakdowns.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { COSTS } from '../request-costs.ts';
import type { AnswerDesk } from './answer-desk.ts';
import { questionInQuery, refusal, type Query } from './asked-question.ts';
import { describedOnly, EXPLORE_PARAMETERS } from './explore-parameters.ts';
import { sendSealed } from './explore-query-route.ts';
import { noSerializer, sealText } from './sealed-answer.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export function addGamesRoute(server: FastifyInstance, desk: AnswerDesk, explorer: TftExplorer): void {
  server.get<{ Querystring: Query }>(
    '/api/tft/explore/games',
    {
      config: { policy: 'open' },
      serializerCompiler: noSerializer,
      validatorCompiler: describedOnly,
      schema: {
        tags: ['tft'],
        operationId: 'listTftGames',
        summary: 'The games behind a row',
        description: 'The question whose answer has the row, and the key of the row.',
        querystring: Type.Object({
          ...EXPLORE_PARAMETERS,
          row: Type.String({ description: 'The `key` of a row.', examples: ['unit:tft_x'] }),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
        }),
        response: { 200: Type.Unsafe<TftGames>(Type.Ref('TftGames')), ...PROBLEM_RESPONSE },
      },
    },
    async (request, reply) => {
      const { row, limit, ...asked } = request.query;
      const [version, known] = await Promise.all([desk.version(), explorer.known()]);
      const question = questionInQuery(asked, known);
      const subject = typeof row === 'string' ? parseRowKey(question.by, row) : undefined;
      if (subject === undefined)
        throw refusal([{ where: 'query/row', expected: `the key of a row by '${question.by}'` }]);
      const most = readLimit(limit);
      const text = `games ${most} ${printRowKey(subject)} ${printQuestion(question)}`;
      const { answer } = await desk.ask(
        { version, text, beforeWork: () => reply.charge(COSTS.question) },
        async (signal, etag) =>
          sealText(JSON.stringify(await explorer.games(question, subject, most, signal)), etag),
        request.signal,
      );
      return sendSealed(reply, answer, answer.bytes);
    },
  );
}

function readLimit(text: Query[string]): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = typeof text === 'string' && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT)
    throw refusal([{ where: 'query/limit', expected: `a whole number from 1 to ${MAX_LIMIT}` }]);
  return limit;
}
