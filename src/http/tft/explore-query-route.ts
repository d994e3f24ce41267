/**
 * `GET /api/tft/explore`: a question as an address, which can be shared, kept and repeated. What lies ready is sent as it is; a browser that
 * has the answer already is told so.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import type { TftAnswer } from '#/contract/tft-explore.ts';
import { printQuestion } from '#/domain/tft/explore/question-text.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { COSTS } from '../request-costs.ts';
import type { AnswerDesk } from './answer-desk.ts';
import { questionInQuery, type Query } from './asked-question.ts';
import { describedOnly, EXPLORE_PARAMETERS } from './explore-parameters.ts';
import {
  etagOf,
  isAtHand,
  noSerializer,
  sealExploration,
  UNCHANGED_RESPONSE,
  withEnd,
  type SealedAnswer,
} from './sealed-answer.ts';

export const EXPLORE_PATH = '/api/tft/explore';
/** Long enough for going back and forth, short enough to see new games come. */
export const ANSWER_CACHE_CONTROL = 'private, max-age=5';

type ExploreRequest = FastifyRequest<{ Querystring: Query }>;

export function addExploreQueryRoute(server: FastifyInstance, desk: AnswerDesk, explorer: TftExplorer): void {
  server.get<{ Querystring: Query }>(
    EXPLORE_PATH,
    {
      config: { policy: 'open' },
      serializerCompiler: noSerializer,
      validatorCompiler: describedOnly,
      schema: {
        tags: ['tft'],
        operationId: 'exploreTft',
        summary: 'Ask about boards',
        description:
          'Average placements, rates and differences with their 95 % intervals, of the boards that a filter leaves. 400 names the parameter and ' +
          'what it may be; 504 (`too-much-work`) says how to ask for less; 503 says when to try again.',
        querystring: Type.Object(EXPLORE_PARAMETERS),
        response: {
          200: Type.Unsafe<TftAnswer>(Type.Ref('TftAnswer')),
          ...UNCHANGED_RESPONSE,
          ...PROBLEM_RESPONSE,
        },
      },
    },
    (request, reply) => {
      const query = queryOf(request.url);
      const ready = desk.ready(query);
      if (ready === undefined) return answer(request, reply, query);
      return isAtHand(request.headers['if-none-match'], ready.etag)
        ? sendNothingNew(reply, ready.etag)
        : sendSealed(reply, ready, ready.bytes);
    },
  );

  async function answer(request: ExploreRequest, reply: FastifyReply, query: string): Promise<FastifyReply> {
    const [version, known] = await Promise.all([desk.version(), explorer.known()]);
    const question = questionInQuery(request.query, known);
    const text = printQuestion(question);
    desk.note(query, version, text);
    const etag = etagOf(version, text);
    if (isAtHand(request.headers['if-none-match'], etag)) return sendNothingNew(reply, etag);
    const make = async (signal: AbortSignal, ofAnswer: string): Promise<SealedAnswer> =>
      sealExploration(await explorer.explore(question, signal), ofAnswer);
    const {
      answer: sealed,
      cache,
      tookMs,
    } = await desk.ask(
      { version, text, beforeWork: () => reply.charge(COSTS.question) },
      make,
      request.signal,
    );
    return sendSealed(reply, sealed, withEnd(sealed, cache, tookMs));
  }
}

export function sendSealed(
  reply: FastifyReply,
  { etag, contentType }: SealedAnswer,
  bytes: Buffer,
): FastifyReply {
  return reply
    .headers({ 'content-type': contentType, 'cache-control': ANSWER_CACHE_CONTROL, etag })
    .send(bytes);
}

export function sendNothingNew(reply: FastifyReply, etag: string): FastifyReply {
  return reply.code(304).headers({ 'cache-control': ANSWER_CACHE_CONTROL, etag }).send();
}

/** Without `?`; empty when there is none. */
export function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}
