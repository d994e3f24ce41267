/** `GET /api/tft/names`: names, costs, traits and pictures by id. It changes a few times a year, so clients revalidate by ETag. */
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { TftNamesList } from '#/contract/tft-reference.ts';
import type { TftCodeRow } from '#/domain/tft/stored-codes.ts';
import type { TftNames } from '#/domain/tft/static-names.ts';
import { singleFlight } from '#/runtime/single-flight.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { toNamesList } from './names-list.ts';
import {
  isAtHand,
  JSON_TYPE,
  noSerializer,
  sealText,
  UNCHANGED_RESPONSE,
  type SealedAnswer,
} from './sealed-answer.ts';

export interface NamesSource {
  readonly names: () => Promise<TftNames>;
  readonly codes: () => Promise<readonly TftCodeRow[]>;
}

const CACHE_CONTROL = 'private, max-age=60';
const MAX_AGE_MS = 10_000;

export function addNamesRoute(server: FastifyInstance, source: NamesSource): void {
  const list = singleFlight(() => readNames(source), { maxAgeMs: MAX_AGE_MS });
  server.get(
    '/api/tft/names',
    {
      config: { policy: 'open' },
      serializerCompiler: noSerializer,
      schema: {
        tags: ['tft'],
        operationId: 'listTftNames',
        summary: 'Names of everything that was ever counted',
        response: {
          200: Type.Unsafe<TftNamesList>(Type.Ref('TftNamesList')),
          ...UNCHANGED_RESPONSE,
          ...PROBLEM_RESPONSE,
        },
      },
    },
    async (request, reply) => {
      const { etag, bytes } = await list();
      reply.headers({ 'cache-control': CACHE_CONTROL, etag });
      if (isAtHand(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.header('content-type', JSON_TYPE).send(bytes);
    },
  );
}

async function readNames({ names, codes }: NamesSource): Promise<SealedAnswer> {
  const list = toNamesList(await names(), await codes());
  const version = createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16);
  return sealText(JSON.stringify({ version, ...list } satisfies TftNamesList), `"${version}"`);
}
