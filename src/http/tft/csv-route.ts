/** `GET /api/tft/explore.csv`: what an exploration shows, all its pages, as a table for spreadsheets. Aggregates only. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import { CSV_TYPE } from '../csv-lines.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { COSTS } from '../request-costs.ts';
import type { AnswerDesk } from './answer-desk.ts';
import { questionInQuery, type Query } from './asked-question.ts';
import { csvName, toCsv } from './csv-text.ts';
import { describedOnly, EXPLORE_PARAMETERS } from './explore-parameters.ts';
import { sendSealed } from './explore-query-route.ts';
import { noSerializer, sealText } from './sealed-answer.ts';

const MAX_ROWS = 5_000;

export function addCsvRoute(server: FastifyInstance, desk: AnswerDesk, explorer: TftExplorer): void {
  server.get<{ Querystring: Query }>(
    '/api/tft/explore.csv',
    {
      config: { policy: 'open', cost: COSTS.export },
      serializerCompiler: noSerializer,
      validatorCompiler: describedOnly,
      schema: {
        tags: ['tft'],
        operationId: 'exportTft',
        summary: 'The rows of a question, for spreadsheets',
        description: `The same question as \`GET /api/tft/explore\`, which is the export as JSON. All pages, up to ${MAX_ROWS} rows.`,
        querystring: Type.Object(EXPLORE_PARAMETERS),
        response: {
          200: { description: 'One row a line.', content: { 'text/csv': { schema: Type.String() } } },
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async (request, reply) => {
      const [version, known] = await Promise.all([desk.version(), explorer.known()]);
      const question = { ...questionInQuery(request.query, known), page: 0, pageSize: MAX_ROWS };
      const { answer } = await desk.ask(
        { version, text: `csv ${printQuestion(question)}` },
        async (signal, etag) => sealText(toCsv(await explorer.explore(question, signal)), etag, CSV_TYPE),
        request.signal,
      );
      reply.header('content-disposition', `attachment; filename="${csvName({ question })}"`);
      return sendSealed(reply, answer, answer.bytes);
    },
  );
}
