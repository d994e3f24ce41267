/** `/api/admin/operations/quarantine…`: what was put aside, with its reason and its body, and what an admin decides about it. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import {
  QuarantinePath,
  QuarantineQuery,
  type QuarantineAnswer,
  type QuarantineList,
  type QuarantineView,
} from '#/contract/operations.ts';
import type { Kept } from '#/match/rows.ts';
import { PROBLEM_RESPONSE } from '../problem-response.ts';
import { HttpProblem } from '../problems.ts';
import type { OperationsAccess } from './operations-access.ts';

const TAGS = ['operations', 'admin'];
const LISTED = 50;
const PLACE = '/api/admin/operations/quarantine/:source/:kind/:id';

export function addQuarantineRoutes(server: FastifyInstance, operations: OperationsAccess): void {
  const typed = server.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(
    '/api/admin/operations/quarantine',
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'listQuarantine',
        summary: 'Games and timelines that were put aside',
        querystring: QuarantineQuery,
        response: { 200: Type.Unsafe<QuarantineList>(Type.Ref('QuarantineList')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ query: { source = null, limit = LISTED } }, reply) =>
      reply.header('cache-control', 'no-store').send(await operations.quarantine({ source, limit })),
  );
  typed.get(
    PLACE,
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId: 'getQuarantined',
        summary: 'One of them, with its body as text',
        params: QuarantinePath,
        response: { 200: Type.Unsafe<QuarantineView>(Type.Ref('QuarantineView')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params }, reply) => {
      const kept = toKept(params);
      const view = kept && (await operations.view(kept, params.id));
      if (view === undefined) throw notInQuarantine(params);
      return reply.header('cache-control', 'no-store').send(view);
    },
  );
  addDecision(server, 'revalidate', {
    operationId: 'revalidateQuarantined',
    summary: 'Look at its body once more, and count it if it passes by now',
    decide: (kept, id) => operations.revalidate(kept, id),
  });
  addDecision(server, 'refetch', {
    operationId: 'refetchQuarantined',
    summary: 'Ask upstream for it again',
    decide: (kept, id) => operations.refetch(kept, id),
  });
}

interface Decision {
  readonly operationId: string;
  readonly summary: string;
  readonly decide: OperationsAccess['revalidate'];
}

function addDecision(
  server: FastifyInstance,
  word: string,
  { operationId, summary, decide }: Decision,
): void {
  server.withTypeProvider<TypeBoxTypeProvider>().post(
    `${PLACE}/${word}`,
    {
      config: { policy: 'admin' },
      schema: {
        tags: TAGS,
        operationId,
        summary,
        description: '404 when it is not in quarantine (any more), 409 when it cannot be done.',
        params: QuarantinePath,
        response: { 200: Type.Unsafe<QuarantineAnswer>(Type.Ref('QuarantineAnswer')), ...PROBLEM_RESPONSE },
      },
    },
    async ({ params, log }, reply) => {
      const kept = toKept(params);
      const answer = kept && (await decide(kept, params.id));
      if (answer === undefined) throw notInQuarantine(params);
      if ('refused' in answer) throw new HttpProblem('conflict', answer.refused);
      log.info({ ...params, did: answer.did }, 'an admin decided about what was put aside');
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}

type Path = Static<typeof QuarantinePath>;

/** Undefined: nothing of that kind is kept of that source. */
function toKept({ source, kind }: Path): Kept | undefined {
  if (source === 'lol') return { source, kind };
  return source === 'tft' && kind === 'match' ? { source, kind } : undefined;
}

function notInQuarantine({ source, kind, id }: Path): HttpProblem {
  return new HttpProblem(
    'not-found',
    `There is no ${kind} ${id} of ${source} in quarantine. GET /api/admin/operations/quarantine lists what there is.`,
  );
}
