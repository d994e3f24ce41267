/**
 * `GET /api/tft/icons/:kind/:id`: the picture of a unit, item or trait. A page may load pictures only from here; only those that static data
 * names can be asked for, so nobody can make this server fetch anything else. What cannot be had is a 404, and the page shows initials.
 *
 * An SVG is a document that may hold scripts: it is served so that a browser which opens it by its address runs and loads nothing.
 */
import { createHash } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TftNames } from '#/domain/tft/static-names.ts';
import { FAILED_MS, type Icon, type KeptIcons } from '#/upstream/icons.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import { isAtHand, UNCHANGED_RESPONSE } from './sealed-answer.ts';

export interface IconSource {
  readonly names: () => Promise<TftNames>;
  readonly icons: KeptIcons;
}

const KINDS = ['unit', 'item', 'trait'] as const;
const CACHE_CONTROL = 'public, max-age=604800';
const NO_SCRIPTS = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** A page shows hundreds at once, and a browser keeps them for a week. */
const PER_MINUTE = 3_000;

export function addIconRoute(server: FastifyInstance, { names, icons }: IconSource): void {
  server.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/tft/icons/:kind/:id',
    {
      config: { policy: 'open', rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } },
      schema: {
        tags: ['tft'],
        operationId: 'getTftIcon',
        summary: 'The picture of a unit, item or trait',
        params: Type.Object({ kind: Type.Enum([...KINDS]), id: Type.String({ maxLength: 200 }) }),
        response: {
          200: { description: 'A picture.', content: { 'image/*': { schema: Type.String() } } },
          ...UNCHANGED_RESPONSE,
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async ({ params: { kind, id }, headers }, reply) => {
      const address = (await names())[kind](id).iconUrl;
      const icon = address === null ? undefined : await icons.get(address);
      if (icon === undefined) throw noIcon();
      const etag = etagOfIcon(icon);
      reply.headers({ 'cache-control': CACHE_CONTROL, etag });
      if (isAtHand(headers['if-none-match'], etag)) return reply.code(304).send();
      if (icon.type === 'image/svg+xml') reply.header('content-security-policy', NO_SCRIPTS);
      return reply.header('content-type', icon.type).send(icon.bytes);
    },
  );
}

function noIcon(): HttpProblem {
  return new HttpProblem('not-found', 'There is no picture of that.', {
    headers: { 'cache-control': `private, max-age=${FAILED_MS / 1000}` },
  });
}

function etagOfIcon({ bytes }: Icon): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}
