/**
 * `/api/football/clips/{id}/video`: a clip to be watched, whole or in parts, as players ask for it. It comes from strangers, so browsers
 * are told that it is a video and nothing else; nobody between us and whoever watches may keep it.
 */
import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ObjectStoreFault } from '#/runtime/objects/object-store.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem, unavailable } from '../problems.ts';
import { COSTS } from '../request-costs.ts';
import { parseRange } from './byte-range.ts';
import type { FootballAccess, VideoAnswer } from './football-access.ts';
import { UUID_PARAMETER } from './football-steps-routes.ts';

const BYTES = { 'video/mp4': { schema: Type.String({ format: 'binary' }) } };
const LONGEST_ANSWER_MS = 3_600_000;
const UNSATISFIABLE = { code: 416, title: 'Range Not Satisfiable' };

export function addFootballVideoRoute(server: FastifyInstance, football: FootballAccess): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/football/clips/:id/video',
    {
      config: { policy: 'open', cost: COSTS.video },
      // The framework's limit is one for the whole answer, and would cut off whoever watches slowly. A connection on which nothing
      // moves is closed all the same.
      handlerTimeout: LONGEST_ANSWER_MS,
      schema: {
        tags: ['football'],
        operationId: 'getFootballVideo',
        summary: 'The video of a clip',
        description:
          'Takes Range. A clip that another one of its cluster stands for redirects to that one; where the object store serves by itself, there.',
        params: UUID_PARAMETER,
        response: {
          200: { description: 'The whole video.', content: BYTES },
          206: { description: 'The part that was asked for.', content: BYTES },
          304: Type.Null({ description: 'It has not changed.' }),
          307: Type.Null({ description: 'It is to be had there.' }),
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async ({ params, headers, method }, reply) => {
      const answer = await withStoreAway(
        football.video(params.id, {
          range: parseRange(headers.range),
          ifRange: headers['if-range']?.toString(),
          ifNoneMatch: headers['if-none-match'],
          isHead: method === 'HEAD',
        }),
      );
      return send(reply.header('cache-control', 'private, no-cache'), answer);
    },
  );
}

/** What is wrong with the object store is for the operator, and stands in the log. */
async function withStoreAway(answer: Promise<VideoAnswer>): Promise<VideoAnswer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ObjectStoreFault)) throw error;
    throw unavailable('The video cannot be read right now. Try again in a moment.', { cause: error });
  }
}

function send(reply: FastifyReply, answer: VideoAnswer): FastifyReply {
  switch (answer.type) {
    case 'missing':
      throw new HttpProblem('not-found', answer.reason);
    case 'unsatisfiable':
      throw new HttpProblem(
        'invalid-request',
        `The video ends before this range; it has ${answer.bytes} bytes.`,
        {
          status: UNSATISFIABLE,
          headers: { 'content-range': `bytes */${answer.bytes}` },
        },
      );
    case 'superseded':
      return reply.redirect(`/api/football/clips/${answer.by}/video`, 307);
    case 'unchanged':
      return reply.code(304).header('etag', answer.etag).send(null);
    case 'video':
      return sendVideo(reply, answer);
  }
  return answer satisfies never;
}

function sendVideo(reply: FastifyReply, answer: VideoAnswer & { readonly type: 'video' }): FastifyReply {
  const { bytes, part, body, etag, fileName } = answer;
  const length = part === null ? bytes : part.last - part.first + 1;
  reply.headers({
    'content-type': 'video/mp4',
    'content-disposition': `inline; filename="${fileName}"`,
    'content-length': String(length),
    'accept-ranges': 'bytes',
    etag,
    ...(part !== null && { 'content-range': `bytes ${part.first}-${part.last}/${bytes}` }),
  });
  // An empty stream, because the framework takes the length of anything else for that of the video.
  return reply.code(part === null ? 200 : 206).send(body ?? Readable.from([]));
}
